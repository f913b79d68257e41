/** Facts of a ticket in one row above the conversation. A press shows all of them. */
import { Text } from '@mantine/core';
import type { TicketContext } from '@ramal/contract/tickets/ticket-facts';
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDayMonth } from '../../foundation/dates.ts';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import type { OpenTicket } from '../chat/use-chat.ts';
import { at } from '../ticket-words.ts';
import { FactsPane } from './FactsPane.tsx';
import classes from './FactsRow.module.css';

interface FactsRowProps {
  readonly ticket: OpenTicket;
  readonly context: TicketContext | undefined;
  readonly now: Date;
  readonly onChannel: (key: string) => void;
}

export function FactsRow({ ticket, context, now, onChannel }: FactsRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, words, refused, isPlaying } = summary(ticket, context);
  return (
    <div className={classes.root} data-facts-row>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isPlaying && <span className={classes.dot} aria-hidden />}
        <b className={classes.name}>{name}</b>
        <Text span inherit truncate flex={1} ta="start" c="var(--ink-2)">
          {words}
        </Text>
        {refused > 0 && (
          <span className={classes.refused}>
            <IconAlertCircle size={17} stroke={1.75} aria-hidden />
            {formatCount(refused)}
            <span className="visually-hidden">
              {refused === 1 ? ' entrada recusada' : ' entradas recusadas'}
            </span>
          </span>
        )}
        <IconChevronDown size={18} stroke={1.75} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <div id={id} className={classes.panel}>
          <FactsPane ticket={ticket} context={context} now={now} onChannel={onChannel} />
        </div>
      )}
    </div>
  );
}

function summary({ author, user }: OpenTicket, context: TicketContext | undefined) {
  const { line, seller } = context ?? {};
  if (line)
    return {
      name: line.note || line.username,
      isPlaying: line.screensInUse > 0,
      words: [
        line.screensInUse > 0 ? 'assistindo' : line.status.toLowerCase(),
        `${line.status === 'Vencido' ? 'venceu' : 'vence'} ${formatDayMonth(at(line.expiresAt))}`,
      ].join(' · '),
      refused: line.refusedToday + line.refusals.length,
    };
  const words = seller ? pluralize(seller.activeLines, 'linha ativa', 'linhas ativas') : user;
  return { name: author, isPlaying: false, words, refused: 0 };
}
