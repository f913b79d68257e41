/** Actions on an invitation: copies of its link, sharing, its accounts and the revocation. */
import {
  type InvitationRow,
  listInvitations,
  revokeInvitation,
} from '@ramal/contract/referrals/invitations';
import {
  IconBrandWhatsapp,
  IconLink,
  IconLinkOff,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { useAction } from '../../foundation/api/query.ts';
import { openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import type { RowAction } from '../../ui/table/columns.ts';
import { useToast } from '../../ui/toasts.tsx';
import { nameInvitation } from './invitation-columns.tsx';

/** Text that goes with a shared link. */
export const shareText = ({ url, welcomeText }: Pick<InvitationRow, 'url' | 'welcomeText'>) =>
  `${welcomeText || 'Crie sua conta de revenda por este convite:'}\n${url}`;

export function useInvitationActions(
  showAccounts: (id: number) => void,
): RowAction<InvitationRow>[] {
  const toast = useToast();
  const revoke = useRevocation();
  const isOpen = ({ state }: InvitationRow) => state === 'open';
  const copy = async ({ url }: InvitationRow) => {
    if (await copyText(url)) toast({ title: 'Link copiado', text: url });
  };
  return [
    {
      key: 'copy',
      label: 'Copiar link',
      icon: IconLink,
      group: 'share',
      slot: 'card',
      available: isOpen,
      run: (row) => void copy(row),
    },
    {
      key: 'send',
      label: 'Enviar no WhatsApp',
      icon: IconBrandWhatsapp,
      group: 'share',
      available: isOpen,
      run: (row) => openWhatsApp('', shareText(row)),
    },
    {
      key: 'accounts',
      label: 'Ver contas',
      icon: IconUsers,
      group: 'accounts',
      available: ({ accounts }) => accounts.length > 0,
      run: ({ id }) => showAccounts(id),
    },
    {
      key: 'revoke',
      label: 'Revogar',
      icon: IconLinkOff,
      group: 'revoke',
      tone: 'danger',
      available: isOpen,
      run: (row) => void revoke(row),
    },
  ];
}

function useRevocation() {
  const act = useConfirmedAction();
  const revoking = useAction(revokeInvitation, { refresh: [listInvitations] });
  return (row: InvitationRow) =>
    act(
      {
        title: 'Revogar este convite?',
        icon: IconLinkOff,
        tone: 'danger',
        object: { name: nameInvitation(row) },
        facts: [
          { icon: IconLinkOff, text: 'O link deixa de criar contas. Não dá para voltar atrás.' },
          { icon: IconUserCheck, text: 'As contas que já entraram por ele continuam.' },
        ],
        confirmLabel: 'Sim, revogar',
      },
      () => revoking.mutateAsync({ params: { id: row.id } }),
    );
}
