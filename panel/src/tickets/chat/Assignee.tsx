import { Button } from '@mantine/core';
import { assignTicket, listTicketAdmins } from '@ramal/contract/tickets/tickets';
import { IconChevronDown } from '@tabler/icons-react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { BottomSheet } from '../../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import { Initials } from '../../ui/Initials.tsx';
import type { OpenTicket } from './use-chat.ts';

interface AssigneeProps {
  readonly ticket: OpenTicket;
  readonly onDone: () => void;
}

const NOBODY = { id: null, username: 'Sem responsável' } as const;

function useAssignees({ ticket, onDone }: AssigneeProps, enabled = true) {
  const { data: admins = [] } = useCall(listTicketAdmins, {}, { enabled, staleMs: 60_000 });
  const fail = useFailureAlert();
  const assign = useAction(assignTicket, {
    onSuccess: onDone,
    onError: (error) => void fail(error),
  });
  return {
    people: [NOBODY, ...admins],
    isBusy: assign.isPending,
    choose: (accountId: number | null) =>
      assign.mutate({ params: { id: ticket.id }, body: { accountId } }),
  };
}

/** Menu of the admins who can handle the ticket. */
export function Assignee(props: AssigneeProps) {
  const { people, isBusy, choose } = useAssignees(props);
  const { assigned } = props.ticket;
  const name = assigned?.username ?? NOBODY.username;
  return (
    <ButtonMenu
      position="bottom-start"
      offset={4}
      button={
        <Button
          variant="default"
          px="sm"
          miw={0}
          loading={isBusy}
          aria-label={`Responsável: ${name}`}
          leftSection={assigned && <Initials name={name} size={20} />}
          rightSection={<IconChevronDown size={15} stroke={1.75} />}
        >
          {name}
        </Button>
      }
      choices={() => [
        people.map(({ id, username }) => ({
          key: username,
          label: username,
          chosen: id === (assigned?.id ?? null),
          choose: () => choose(id),
        })),
      ]}
    />
  );
}

interface AssigneeSheetProps extends AssigneeProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AssigneeSheet({ opened, onClose, ...props }: AssigneeSheetProps) {
  const { people, choose } = useAssignees(props, opened);
  return (
    <BottomSheet opened={opened} onClose={onClose} label="Passar para" title="Passar para">
      <SheetGroup>
        {people.map(({ id, username }) => (
          <SheetRow
            key={username}
            label={username}
            hint={id === (props.ticket.assigned?.id ?? null) ? 'agora' : undefined}
            onClick={() => {
              choose(id);
              onClose();
            }}
          />
        ))}
      </SheetGroup>
    </BottomSheet>
  );
}
