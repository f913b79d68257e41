/**
 * Groups of tickets about the same channel within a day. One answer is sent to all tickets of a
 * group.
 */
import { Button, Group, Stack } from '@mantine/core';
import type { TicketSystem } from '@ramal/contract/rules/tickets';
import {
  type Incident,
  answerIncident,
  listIncidents,
} from '@ramal/contract/tickets/ticket-answers';
import { readTicketReport } from '@ramal/contract/tickets/ticket-answers';
import { MESSAGE_LENGTH, listPortalTickets, listTickets } from '@ramal/contract/tickets/tickets';
import { IconAlertTriangle, IconMessageReply } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { formatTime } from '../../foundation/dates.ts';
import { newKey } from '../../../../packages/pages/src/keys.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/status/Notice.tsx';

interface IncidentsProps {
  readonly system: TicketSystem;
  /** Key of the incident that currently filters the list. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}

export function Incidents({ system, chosen, onChoose }: IncidentsProps) {
  const { data: incidents = [] } = useCall(listIncidents, { query: { systemTypeId: system } });
  const [answering, setAnswering] = useState<Incident>();
  if (incidents.length === 0) return null;
  return (
    <Stack gap="sm" mb="xl">
      {incidents.map((incident) => {
        const { key, label, tickets, since, problem, watching } = incident;
        const isChosen = key === chosen;
        return (
          <Notice
            key={key}
            tone="warn"
            icon={IconAlertTriangle}
            title={label}
            action={
              <Group component="span" gap="xs" align="stretch" display="inline-flex">
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => onChoose(isChosen ? undefined : key)}
                >
                  {isChosen ? 'Ver todos' : 'Ver tickets'}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconMessageReply size={15} stroke={1.75} />}
                  onClick={() => setAnswering(incident)}
                >
                  Responder aos {formatCount(tickets)}
                </Button>
              </Group>
            }
          >
            {[
              `${pluralize(tickets, 'ticket', 'tickets')} desde ${formatTime(new Date(since * 1000))}`,
              problem && 'a fonte falha agora',
              watching > 0 && pluralize(watching, 'linha assiste', 'linhas assistem'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Notice>
        );
      })}
      {answering && (
        <AnswerIncident
          key={answering.key}
          incident={answering}
          system={system}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </Stack>
  );
}

function AnswerIncident({
  incident: { key, label, tickets },
  system,
  onClose,
}: {
  incident: Incident;
  system: TicketSystem;
  onClose: () => void;
}) {
  // Id of the answer. Every attempt sends the same id, so that no ticket receives the answer twice.
  const [clientId] = useState(newKey);
  const form = useForm(answerIncident, {
    initial: { bodyText: '' },
    send: ({ bodyText }) => ({
      body: { key, bodyText, clientId: clientId, systemTypeId: system },
    }),
    refresh: [listIncidents, listTickets, listPortalTickets, readTicketReport],
    success: ({ message }) => ({ title: message, text: label }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={
        tickets === 1 ? 'Responder ao ticket' : `Responder aos ${formatCount(tickets)} tickets`
      }
      subtitle={label}
      submitLabel="Enviar"
      onClose={onClose}
    >
      <TextAreaField
        label="Mensagem"
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MESSAGE_LENGTH}
        {...form.field('bodyText')}
      />
    </FormDialog>
  );
}
