/** /me, «GERIR 2FA»: what protects one's account, who is signed in to it, and its password (S-ME, Q-MEEDIT). */
import { OwnLimits } from '../limits/OwnLimits.tsx';
import { useProfile } from '../sessions/profile.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Authenticator } from './Authenticator.tsx';
import { RequireSecondFactor } from './RequireSecondFactor.tsx';
import { KeyboardSettings } from './KeyboardSettings.tsx';
import './me.css';
import { OwnPasskeys } from './OwnPasskeys.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { OwnSignIns } from './OwnSignIns.tsx';

export function Me() {
  const { data: me } = useProfile();
  if (!me) return null;
  const { must_enrol: mustEnrol } = me.second_factor;
  const demands = me.profile !== 'reseller';
  return (
    <>
      <PageHeader
        title="GERIR 2FA"
        phoneTitle="Minha conta"
        breadcrumb={[{ label: 'Mais' }, { label: 'Minha conta' }]}
        note="Quem mexe com créditos precisa de mais do que uma senha."
      />
      <div className="me">
        <div className="me-column">
          <Authenticator />
          <OwnPasskeys enrolled={me.second_factor.enrolled} />
          {!mustEnrol && (demands ? <RequireSecondFactor /> : <OwnSignIns />)}
        </div>
        {/* While a second factor is owed, nothing but its setup is served. */}
        {!mustEnrol && (
          <div className="me-column">
            <OwnPassword username={me.username} />
            {demands && <OwnSignIns />}
            <OwnLimits />
            <KeyboardSettings />
          </div>
        )}
      </div>
    </>
  );
}
