/**
 * Form «Criar Ticket» of both systems (Q-TICKETFORM). Its fields depend on the category
 * (S-TPORTAL-01 to 08).
 */
import { SimpleGrid } from '@mantine/core';
import {
  LIVE_TV,
  type OpenCategory,
  PORTAL_TICKETS,
  RESELLER_TICKETS,
  type Technology,
  requiresTechnology,
  categoryLabels,
  missingFields,
  openCategories,
  resolutions,
  technologies,
  technologyLabels,
} from '@ramal/contract/rules/tickets';
import {
  MESSAGE_LENGTH,
  TITLE_LENGTH,
  createTicket,
  listPortalTickets,
  listTickets,
  listResellerUsers,
} from '@ramal/contract/tickets/tickets';
import { readTicketFacts } from '@ramal/contract/tickets/ticket-facts';
import { IconUserQuestion, IconUser } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { validationAlert } from '../../ui/form/form-errors.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { ListDialogProps } from '../../ui/list/ListDialogs.tsx';
import { FactsPanel } from '../facts/FactsPanel.tsx';
import { ChannelsField } from './ChannelsField.tsx';
import classes from './CreateTicket.module.css';
import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { splitProps } from '../../ui/form/fields/field-props.tsx';

interface Values {
  title: string;
  category: string;
  content: string;
  tech: string;
  resolution: string;
  /** Selected line with its id, or the typed text without an id. */
  user: { readonly id: number | undefined; readonly text: string };
  channels: readonly { readonly label: string; readonly id: number }[];
}

const initial: Values = {
  title: '',
  category: '',
  content: '',
  tech: '',
  resolution: 'Todas',
  user: { id: undefined, text: '' },
  channels: [],
};

interface CreateTicketProps extends ListDialogProps {
  readonly portal: boolean;
}

function useTicketForm({ portal, onClose, onSaved }: CreateTicketProps) {
  return useForm(createTicket, {
    draft: portal ? 'portal-ticket' : 'ticket',
    initial,
    send: (values) => ({ body: bodyOf(values, portal) }),
    validate: (values) => missingFields(bodyOf(values, portal)),
    wireNames: { user: 'ticketOwner' },
    alertFor: ({ errors, refusal }) =>
      refusal && refusal.status !== 422
        ? undefined
        : Object.keys(errors).length === 0
          ? { title: 'Ocorreu um erro', text: refusal?.message }
          : { ...validationAlert(errors), title: 'Ocorreu um erro' },
    confirm: asksForUser,
    refresh: [listTickets, listPortalTickets],
    success: ({ message }, { title }) => ({ title: message, text: title }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
}

export function CreateTicket({ portal, onClose, onSaved }: CreateTicketProps) {
  const form = useTicketForm({ portal, onClose, onSaved });
  const { values } = form;
  const category = Number(values.category);
  const isLiveTv = category === LIVE_TV;
  return (
    <FormDialog form={form} title="Criar Ticket" submitLabel="Postar" onClose={onClose} width={560}>
      <TextField label="Título" maxLength={TITLE_LENGTH} data-autofocus {...form.field('title')} />
      <SelectField
        label="Categoria"
        placeholder="Escolha uma categoria"
        data={openCategories.map((code) => ({ value: String(code), label: categoryLabels[code] }))}
        {...form.field('category')}
      />
      {requiresTechnology(category) && (
        <SimpleGrid cols={2} spacing="lg">
          <SelectField
            label="Tecnologia"
            placeholder="Escolha"
            data={technologies.map((code) => ({
              value: String(code),
              label: technologyLabels[code],
            }))}
            {...form.field('tech')}
          />
          {isLiveTv && (
            <SelectField label="Resolução" data={[...resolutions]} {...form.field('resolution')} />
          )}
        </SimpleGrid>
      )}
      {isLiveTv && (
        <>
          <UserField
            value={values.user}
            error={form.errors.ticketOwner}
            onChange={(user) => form.change({ user })}
          />
          <ChannelsField
            value={values.channels}
            error={form.errors.channels}
            onChange={(channels) => form.change({ channels })}
          />
        </>
      )}
      <TextAreaField
        label="Descrição"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MESSAGE_LENGTH}
        {...form.field('content')}
      />
      {isLiveTv && <GoesAlong values={values} />}
    </FormDialog>
  );
}

function bodyOf(
  { title, category, content, tech, resolution, user, channels }: Values,
  portal: boolean,
) {
  const code = category === '' ? undefined : Number(category);
  const isLiveTv = code === LIVE_TV;
  return {
    title,
    category: code as OpenCategory,
    content,
    tech: tech === '' || !requiresTechnology(code) ? null : (Number(tech) as Technology),
    systemTypeId: portal ? PORTAL_TICKETS : RESELLER_TICKETS,
    ...(isLiveTv
      ? {
          resolution: resolution as (typeof resolutions)[number],
          ticketOwner: user.id ?? null,
          username: user.id === undefined ? user.text : '',
          channels: channels.map(({ label }) => label),
          idChannels: channels.map(({ id }) => id),
        }
      : {}),
  };
}

/** Returns the confirmation for a ticket that is about live TV and names no user (V-46). */
function asksForUser({ category, user }: Values) {
  if (Number(category) !== LIVE_TV || user.id !== undefined || user.text) return undefined;
  return {
    title: 'Postar sem usuário?',
    lead: 'Não informar o usuário dificulta a solução do problema. Você gostaria de continuar?',
    icon: IconUserQuestion,
    tone: 'light' as const,
    hint: 'Com o usuário, vencimento e entradas recusadas vão junto.',
    confirmLabel: 'Sim',
    cancelLabel: 'Não',
  };
}

/**
 * Shows the data of the line and the channels that is sent with the ticket. The support then needs
 * fewer questions.
 */
function GoesAlong({ values: { user, channels } }: { values: Values }) {
  const now = useNow();
  const ids = channels.flatMap(({ id }) => (id === 0 ? [] : [id]));
  const { data } = useCall(
    readTicketFacts,
    {
      query: {
        ...(user.id === undefined ? {} : { line: user.id }),
        ...(ids.length === 0 ? {} : { channels: ids.join(',') }),
      },
    },
    { enabled: user.id !== undefined || ids.length > 0, keepPrevious: true },
  );
  if (!data || (user.id === undefined && ids.length === 0)) return null;
  return (
    <div className={classes.along}>
      <FactsPanel title="Vai junto com o ticket" facts={data} now={now} />
    </div>
  );
}

/** Delay in ms between the last typed letter and the search. */
const DEBOUNCE_MS = 300;

interface UserFieldProps {
  readonly value: { readonly id: number | undefined; readonly text: string };
  readonly error: string | undefined;
  readonly onChange: (value: { id: number | undefined; text: string }) => void;
}

/**
 * Field «Usuário»: one of the account's lines, which the server searches, or typed text
 * (S-TPORTAL-05).
 */
function UserField({ value, error, onChange }: UserFieldProps) {
  const [typed] = useDebouncedValue(value.text.trim(), DEBOUNCE_MS);
  const search = value.id === undefined ? typed : '';
  const { data } = useCall(
    listResellerUsers,
    { query: search ? { search } : {} },
    { keepPrevious: true },
  );
  const users = data?.users ?? [];
  const [wrapper] = splitProps({
    label: 'Usuário',
    optional: true,
    icon: IconUser,
    error,
    hint: 'Nome, nota ou usuário; o que não estiver na lista vai como foi escrito.',
  });
  return (
    <Autocomplete
      {...wrapper}
      name="idUser"
      maxLength={100}
      data={[...new Set(users.map(({ label }) => label))]}
      // Returns all options, because the server has already searched.
      filter={({ options }) => options}
      comboboxProps={{ floatingStrategy: 'fixed', offset: 4 }}
      value={value.text}
      onChange={(text) => onChange({ text, id: users.find(({ label }) => label === text)?.value })}
    />
  );
}
