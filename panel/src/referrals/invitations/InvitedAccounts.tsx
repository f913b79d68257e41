import { Stack, Text } from '@mantine/core';
import type { InvitationRow } from '@ramal/contract/referrals/invitations';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../foundation/dates.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { nameInvitation } from './invitation-columns.tsx';

interface InvitedAccountsProps {
  invitation: InvitationRow;
  onClose: () => void;
}

/** The accounts that were created with an invitation. Each one leads to the list of resellers. */
export const InvitedAccounts = ({ invitation, onClose }: InvitedAccountsProps) => (
  <Dialog
    title="Contas deste convite"
    subtitle={nameInvitation(invitation)}
    closeLabel="Fechar"
    onClose={onClose}
  >
    {invitation.accounts.length === 0 && <p>Ninguém entrou por este convite ainda.</p>}
    <Stack component="ul" gap="md">
      {invitation.accounts.map(({ id, username, atTimestamp }) => (
        <li key={id}>
          <Link to="/list-resellers" search={{ search: username } as never} data-touch-area>
            {username}
          </Link>{' '}
          <Text span inherit c="var(--ink-2)">
            entrou em {formatDateTime(new Date(atTimestamp * 1000))}
          </Text>
        </li>
      ))}
    </Stack>
  </Dialog>
);
