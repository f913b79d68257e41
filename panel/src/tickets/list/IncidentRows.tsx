/** Tickets about the same channel within a day, with one answer for all of them. */
import { Button } from '@mantine/core';
import type { TicketSystem } from '@ramal/contract/rules/tickets';
import { type Incident, listIncidents } from '@ramal/contract/tickets/ticket-answers';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { formatTime } from '../../foundation/dates.ts';
import { formatCount, pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { AnswerIncident } from '../administration/AnswerIncident.tsx';
import { at } from '../ticket-words.ts';
import classes from './IncidentRows.module.css';

/** Reads the incidents. Only admins may. */
export const useIncidents = (system: TicketSystem, isAdmin: boolean) =>
  useCall(listIncidents, { query: { systemTypeId: system } }, { enabled: isAdmin });

interface IncidentRowsProps {
  readonly incidents: readonly Incident[];
  readonly system: TicketSystem;
  /** Key of the incident that filters the list. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}

export function IncidentRows({ incidents, system, chosen, onChoose }: IncidentRowsProps) {
  const [answering, setAnswering] = useState<Incident>();
  const [isUnfolded, setUnfolded] = useState(false);
  const isCards = useShowsCards();
  const hidden = isUnfolded ? 0 : Math.max(0, incidents.length - 1);
  const shown = incidents.filter(({ key }, index) => index === 0 || isUnfolded || key === chosen);
  return (
    <>
      {shown.map((incident) => {
        const { key, label, tickets } = incident;
        const isChosen = key === chosen;
        return (
          <div key={key} className={classes.root} data-tone="warn" data-list-part>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            <button
              type="button"
              className={classes.words}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? undefined : key)}
            >
              <b>
                {isCards
                  ? `${pluralize(tickets, 'ticket', 'tickets')} sobre ${label}`
                  : `${formatCount(tickets)} sobre ${label}`}
              </b>
              <span>{isChosen ? 'Ver todos' : reachWords(incident, isCards)}</span>
            </button>
            <Button
              size={isCards ? 'sm' : 'xs'}
              mih={isCards ? 'var(--size-touch)' : 0}
              variant="default"
              onClick={() => setAnswering(incident)}
            >
              {isCards ? 'Responder' : `Responder aos ${formatCount(tickets)}`}
            </Button>
          </div>
        );
      })}
      {hidden > 0 && (
        <button type="button" className={classes.more} onClick={() => setUnfolded(true)}>
          {`Mais ${pluralize(hidden, 'canal', 'canais')} com vários tickets`}
        </button>
      )}
      {answering && (
        <AnswerIncident
          key={answering.key}
          incident={answering}
          system={system}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </>
  );
}

function reachWords({ problem, watching, since }: Incident, isCards: boolean): string {
  const lines = pluralize(watching, 'linha', 'linhas');
  if (problem && watching > 0) return isCards ? `origem falha para ${lines}` : `${lines} com falha`;
  if (problem) return 'a origem falha agora';
  return `desde ${formatTime(at(since))}${watching > 0 ? ` · ${lines} assistindo` : ''}`;
}
