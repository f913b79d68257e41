/**
 * Form that exempts a host, or changes the limits of an exempt host. Only the server validates the
 * host (V-73, Q-EXEMPTBOUND).
 */
import { Button } from '@mantine/core';
import {
  EXEMPT_CUSTOMERS,
  EXEMPTION_DAYS,
  listExemptionHosts,
  saveExemptionHost,
} from '@ramal/contract/lines/list-migrators';
import { IconPlus, IconTicket, IconUsers, IconWorld, IconWorldCheck } from '@tabler/icons-react';
import { dayFromNow, dayInWords } from '../foundation/dates.ts';
import { typedWhole } from '../foundation/amounts.ts';
import { pluralize } from '../foundation/numbers.ts';
import classes from './AddExemption.module.css';
import type { Question } from '../ui/dialogs/ConfirmBox.tsx';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';

export function AddExemption() {
  const form = useForm(saveExemptionHost, {
    initial: {
      url: '',
      limitDays: '30',
      customersLimit: String(EXEMPT_CUSTOMERS),
      endsOn: dayFromNow(EXEMPTION_DAYS),
    },
    send: (body) => ({ body }),
    confirm: question,
    alertFor: ({ errors }) => (Object.keys(errors).length > 0 ? false : undefined),
    refresh: [listExemptionHosts],
    success: ({ message, url, limitDays: days }) => ({
      title: message,
      text: `${url} · até ${pluralize(days, 'dia', 'dias')} sem custo`,
    }),
  });
  return (
    <InlineForm form={form} className={classes.root}>
      <TextField
        label="DNS da lista de origem"
        icon={IconWorld}
        autoComplete="off"
        inputMode="url"
        spellCheck={false}
        placeholder="painel.exemplo.com"
        {...form.field('url')}
      />
      <TextField
        label="Dias sem custo"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('limitDays', typedWhole)}
      />
      <TextField
        label="Clientes por revenda"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('customersLimit', typedWhole)}
      />
      <DateField label="Isento até" {...form.field('endsOn')} />
      <Button
        type="submit"
        size="md"
        variant="default"
        loading={form.busy}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      >
        Isentar
      </Button>
    </InlineForm>
  );
}

interface Bounds {
  readonly url: string;
  readonly limitDays: string;
  readonly customersLimit: string;
  /** Last day in the format yyyy-mm-dd. */
  readonly endsOn: string;
}

const question = ({
  url,
  limitDays: days,
  customersLimit: customers,
  endsOn: last,
}: Bounds): Question => ({
  title: 'Isentar este DNS?',
  icon: IconWorldCheck,
  object: {
    name: url,
    mono: true,
    note: `até ${pluralize(Number(days), 'dia', 'dias')} sem custo`,
  },
  facts: [
    {
      icon: IconTicket,
      tone: 'warn',
      text: 'As próximas listas deste endereço migram sem créditos, cada cliente uma vez, até esse número de dias.',
    },
    {
      icon: IconUsers,
      text: `${pluralize(Number(customers), 'cliente', 'clientes')} de cada revenda, até ${dayInWords(last)}. Depois disso se paga o preço normal.`,
    },
  ],
  confirmLabel: 'Sim, isentar',
});
