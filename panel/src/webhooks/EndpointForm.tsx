/** Form that adds or edits an endpoint. Saving a change also turns the endpoint on again. */
import { Box, Checkbox } from '@mantine/core';
import {
  type Webhook,
  type WebhookEvent,
  createWebhook,
  editWebhook,
  listWebhooks,
  webhookEvents,
  rotateWebhookSecret,
} from '@ramal/contract/webhooks';
import { IconWebhook, IconRefresh } from '@tabler/icons-react';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { type Form, useForm } from '../ui/form/use-form.ts';
import { useToast } from '../ui/toasts.tsx';
import classes from './EndpointForm.module.css';
import { eventWords } from './webhook-words.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';

interface Values {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly expiringDays: string;
  readonly lowCredits: string;
}

const valuesOf = (endpoint?: Webhook): Values => ({
  url: endpoint?.url ?? '',
  events: endpoint?.events ?? [...webhookEvents],
  expiringDays: String(endpoint?.expiringDays ?? 3),
  lowCredits: String(endpoint?.lowCredits ?? 50).replace('.', ','),
});

interface CreateProps {
  readonly onCreated: (made: { id: number; secret: string; url: string }) => void;
  readonly onClose: () => void;
}

export function CreateEndpoint({ onCreated, onClose }: CreateProps) {
  const form = useForm(createWebhook, {
    initial: valuesOf(),
    send: (values) => ({ body: { ...values, events: [...values.events] } }),
    refresh: [listWebhooks],
    onDone: (made) => {
      onClose();
      onCreated(made);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Adicionar endereço"
      subtitle="O segredo aparece só uma vez, depois de adicionado"
      icon={IconWebhook}
      width={560}
      submitLabel="Adicionar endereço"
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

export function EditEndpoint({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const toast = useToast();
  const form = useForm(editWebhook, {
    initial: valuesOf(endpoint),
    send: (values) => ({
      params: { id: endpoint.id },
      body: { ...values, events: [...values.events] },
    }),
    refresh: [listWebhooks],
    onDone: ({ message }) => {
      toast({ title: message });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={endpoint.active ? 'Editar endereço' : 'Ligar endereço'}
      subtitle={endpoint.active ? undefined : endpoint.offReason}
      icon={IconWebhook}
      width={560}
      submitLabel={endpoint.active ? 'Salvar' : 'Salvar e ligar'}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

function Fields({ form }: { form: Pick<Form<Values>, 'field' | 'values' | 'change' | 'errors'> }) {
  const { events } = form.values;
  return (
    <>
      <TextField
        label="Endereço"
        mono
        inputMode="url"
        placeholder="https://loja.example/ramal/eventos"
        hint="Recebe um POST assinado para cada evento"
        {...form.field('url')}
      />
      <fieldset className={classes.events} aria-invalid={form.errors.events ? true : undefined}>
        <Box component="legend" mb="sm" p={0} fw={500}>
          Eventos
        </Box>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventWords[event]}
            description={event}
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              form.change({
                events: checked
                  ? [...events, event]
                  : events.filter((chosenEvent) => chosenEvent !== event),
              })
            }
          />
        ))}
        {form.errors.events && <FieldError>{form.errors.events}</FieldError>}
      </fieldset>
      <TextField
        label="Dias antes do vencimento"
        inputMode="numeric"
        hint="Quando line.expiring é enviado, de 1 a 15"
        {...form.field('expiringDays')}
      />
      <TextField
        label="Poucos créditos"
        inputMode="decimal"
        hint="Abaixo disso, avisamos (evento credits.low)."
        {...form.field('lowCredits')}
      />
    </>
  );
}

/**
 * Props of the dialog that creates a new secret for an endpoint. The former secret also signs
 * deliveries for one more day, except after a leak.
 */
interface RotateSecretProps {
  readonly endpoint: Webhook;
  readonly onCreated: (made: { id: number; secret: string; url: string }) => void;
  readonly onClose: () => void;
}

export function RotateSecret({ endpoint, onCreated, onClose }: RotateSecretProps) {
  const form = useForm(rotateWebhookSecret, {
    initial: { overlapHours: '24' },
    send: (body) => ({ params: { id: endpoint.id }, body }),
    refresh: [listWebhooks],
    onDone: (made) => {
      onClose();
      onCreated(made);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Trocar o segredo?"
      subtitle={endpoint.url}
      icon={IconRefresh}
      width={460}
      submitLabel="Sim, trocar"
      onClose={onClose}
    >
      <SelectField
        label="O segredo anterior ainda assina?"
        data={[
          { value: '24', label: 'Por mais 24 horas, junto com o novo' },
          { value: '0', label: 'Não: ele para agora' },
        ]}
        {...form.field('overlapHours')}
      />
    </FormDialog>
  );
}
