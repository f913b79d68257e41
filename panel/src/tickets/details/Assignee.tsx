import { assignTicket, listTicketAdmins } from '@ramal/contract/tickets/tickets';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import type { OpenTicket } from './use-chat.ts';

const NOBODY = '0';

/** Selects the admin who handles the ticket. */
export function Assignee({ ticket, onDone }: { ticket: OpenTicket; onDone: () => void }) {
  const { data: admins = [] } = useCall(listTicketAdmins, {}, { staleMs: 60_000 });
  const assign = useAction(assignTicket, { onSuccess: onDone });
  const { assigned } = ticket;
  const assignedOutside =
    assigned && !admins.some(({ id }) => id === assigned.id) ? [assigned] : [];
  return (
    <SelectField
      label="Responsável"
      labelHidden
      w={190}
      data={[
        { value: NOBODY, label: 'Sem responsável' },
        ...[...admins, ...assignedOutside].map(({ id, username }) => ({
          value: String(id),
          label: username,
        })),
      ]}
      value={String(assigned?.id ?? NOBODY)}
      disabled={assign.isPending}
      error={assign.error?.message}
      onChange={(value) =>
        assign.mutate({
          params: { id: ticket.id },
          body: { accountId: value && value !== NOBODY ? Number(value) : null },
        })
      }
    />
  );
}
