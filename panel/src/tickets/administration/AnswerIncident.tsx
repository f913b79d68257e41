/** Dialog that sends one answer to all tickets about a channel. */
import type { TicketSystem } from '@ramal/contract/rules/tickets';
import {
  type Incident,
  answerIncident,
  listIncidents,
  readTicketReport,
} from '@ramal/contract/tickets/ticket-answers';
import { MESSAGE_LENGTH, listPortalTickets, listTickets } from '@ramal/contract/tickets/tickets';
import { useState } from 'react';
import { newKey } from '../../../../packages/pages/src/keys.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { useForm } from '../../ui/form/use-form.ts';

export function AnswerIncident({
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
