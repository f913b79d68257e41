/** Invitations to new resellers: their conditions, their state and the accounts that they created. */
import { type InvitationRow, listInvitations } from '@ramal/contract/referrals/invitations';
import { IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { useListParams } from '../../ui/list/list-params.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { invitationParams } from '../referral-params.ts';
import { CreateInvitation } from './CreateInvitation.tsx';
import { invitationColumns, nameInvitation } from './invitation-columns.tsx';
import { InvitedAccounts } from './InvitedAccounts.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';

export function Invitations({ above }: { above: ReactNode }) {
  const params = useListParams(invitationParams, 'invitations');
  const query = useCall(listInvitations, { query: params.query }, { keepPrevious: true });
  const actions = useInvitationActions((id) => params.openDialog('accounts', id));
  return (
    <ListScreen<InvitationRow>
      title="Indicação"
      breadcrumb={[{ label: 'Vendas' }, { label: 'Indicação' }]}
      note="Quem abre o link cria a própria conta, abaixo da sua, com as condições do convite."
      refresh={false}
      above={above}
      create={{ label: 'Criar convite', onClick: () => params.openDialog('create') }}
      list={{
        name: 'invitations',
        label: 'Convites',
        noun: ['convite', 'convites'],
        params,
        query,
        page: query.data,
        columns: invitationColumns,
        actions,
        rowKey: ({ id }) => id,
        rowName: nameInvitation,
        empty: {
          icon: IconUserPlus,
          title: 'Nenhum convite ainda',
          text: 'Crie um link com o preço, os primeiros créditos e os limites da nova revenda.',
        },
      }}
      dialogs={{ create: (dialog) => <CreateInvitation {...dialog} /> }}
      rowDialogs={{
        accounts: (invitation, { onClose }) => (
          <InvitedAccounts invitation={invitation} onClose={onClose} />
        ),
      }}
    />
  );
}
