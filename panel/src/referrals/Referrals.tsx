/** /referrals: the friends whom customers brought, and the invitations to new resellers. */
import { useSearch } from '@tanstack/react-router';
import { managesResellers } from '../sessions/manages-resellers.ts';
import { useProfile } from '../sessions/profile.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { CountedTabs } from '../ui/layout/CountedTabs.tsx';
import { CustomerReferrals } from './CustomerReferrals.tsx';
import { Invitations } from './invitations/Invitations.tsx';
import { INVITATIONS_TAB } from './referral-params.ts';

export const Referrals = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Screen />
  </RequirePermission>
);

const tabs = [
  { tab: undefined, label: 'De clientes', count: undefined },
  { tab: INVITATIONS_TAB, label: 'De revendas', count: undefined },
];

function Screen() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const mayInvite = managesResellers(useProfile().data);
  const isInviting = mayInvite && tab === INVITATIONS_TAB;
  const above = mayInvite && (
    <CountedTabs tabs={tabs} current={isInviting ? INVITATIONS_TAB : undefined} />
  );
  return isInviting ? <Invitations above={above} /> : <CustomerReferrals above={above} />;
}
