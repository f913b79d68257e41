/** Row of a ticket in the list: a link that opens its conversation. */
import { ADMINISTRATION, categoryFilters } from '@ramal/contract/rules/tickets';
import type { TicketRow as Ticket } from '@ramal/contract/tickets/tickets';
import { IconCheck, IconClockPause, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { at, ticketAge } from '../ticket-words.ts';
import { withTicket } from '../ticket-params.ts';
import classes from './TicketRow.module.css';

interface TicketRowProps {
  readonly ticket: Ticket;
  readonly now: Date;
  readonly isOpen: boolean;
  /** True if opening the ticket replaces the history entry, because another ticket is open. */
  readonly replaces: boolean;
  readonly onOpen: () => void;
  /** Acts behind the row, which a swipe to the left shows. Undefined on the desktop. */
  readonly acts: SwipeActs | undefined;
}

export interface SwipeActs {
  readonly postpone: (ticket: Ticket) => void;
  readonly finish: (ticket: Ticket) => void;
}

export const TicketRow = memo(function TicketRow({
  ticket,
  now,
  isOpen,
  replaces,
  onOpen,
  acts,
}: TicketRowProps) {
  const { id, title, unread } = ticket;
  return (
    <li className={classes.item}>
      <Link
        to="."
        search={withTicket(id)}
        replace={replaces}
        resetScroll={false}
        preload={false}
        activeProps={{}}
        className={classes.row}
        data-ticket-row={id}
        data-unread={unread > 0 || undefined}
        data-open={isOpen || undefined}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
      >
        <Words ticket={ticket} now={now} />
      </Link>
      {acts && (
        <>
          <button
            type="button"
            className={classes.act}
            data-tone="warn"
            onClick={() => acts.postpone(ticket)}
          >
            <IconClockPause size={20} stroke={1.75} aria-hidden />
            Adiar<span className="visually-hidden"> {title}</span>
          </button>
          {ticket.canFinish && (
            <button
              type="button"
              className={classes.act}
              data-tone="ok"
              onClick={() => acts.finish(ticket)}
            >
              <IconCheck size={20} stroke={1.75} aria-hidden />
              Finalizar<span className="visually-hidden"> {title}</span>
            </button>
          )}
        </>
      )}
    </li>
  );
});

function Words({ ticket, now }: Pick<TicketRowProps, 'ticket' | 'now'>) {
  const { title, unread, author, category, blocked, postponedUntil } = ticket;
  const age = ticketAge(ticket, now);
  const words = lastWords(ticket);
  return (
    <>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {words && <span className={classes.last}>{words}</span>}
      </span>
      <span className={classes.meta}>
        {blocked === 1 && (
          <IconLock size={14} stroke={1.75} color="var(--bad)" aria-label="bloqueado" />
        )}
        {postponedUntil !== null && (
          <IconClockPause
            size={14}
            stroke={1.75}
            aria-label={`adiado até ${formatDateTime(at(postponedUntil))}`}
          />
        )}
        {`${author} · ${categoryFilters[category]}`}
      </span>
      <span className={classes.age} data-late={age.isLate || undefined}>
        {age.word}
        {age.isLate && <span className="visually-hidden">, espera há muito</span>}
      </span>
      {unread > 0 && <span className="visually-hidden">, não lida</span>}
    </>
  );
}

/** Text below a title of one line: the last message, or the text of a ticket without messages. */
function lastWords({ lastMessage, lastFrom, content, category }: Ticket): string {
  if (lastMessage) return `${lastFrom === 'support' ? 'Suporte: ' : ''}${lastMessage}`;
  return category === ADMINISTRATION ? '' : content;
}
