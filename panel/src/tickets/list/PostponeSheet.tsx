import type { TicketRow } from '@ramal/contract/tickets/tickets';
import { IconClockPause } from '@tabler/icons-react';
import { BottomSheet } from '../../ui/bottom-sheet/BottomSheet.tsx';
import { SheetGroup, SheetRow } from '../../ui/bottom-sheet/SheetRow.tsx';
import { availablePostponements, postponementWords, type TicketActs } from '../use-ticket-acts.ts';

interface PostponeSheetProps {
  /** Ticket that the user swiped. Undefined while the sheet is closed. */
  readonly ticket: TicketRow | undefined;
  readonly now: Date;
  readonly acts: Pick<TicketActs, 'postpone'>;
  readonly onClose: () => void;
}

export const PostponeSheet = ({ ticket, now, acts, onClose }: PostponeSheetProps) => (
  <BottomSheet
    opened={ticket !== undefined}
    onClose={onClose}
    label="Adiar"
    title="Adiar"
    note={ticket?.title}
  >
    <SheetGroup>
      {availablePostponements(now).map((until) => (
        <SheetRow
          key={until}
          icon={IconClockPause}
          label={postponementWords[until]}
          onClick={() => {
            if (ticket) void acts.postpone(ticket, until);
            onClose();
          }}
        />
      ))}
    </SheetGroup>
  </BottomSheet>
);
