/** Exempts a host, or gives one that is exempt its new number of days; only the server validates it (V-73). */
import { Button } from '@mantine/core';
import { listExemptionHosts, saveExemptionHost } from '@ramal/contract/lines/list-migrators';
import { IconPlus, IconTicket, IconWorld, IconWorldCheck } from '@tabler/icons-react';
import { countOf } from '../foundation/numbers.ts';
import classes from './AddExemption.module.css';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';

export function AddExemption() {
  const form = useForm(saveExemptionHost, {
    initial: { url: '', limit_days: '30' },
    send: (body) => ({ body }),
    confirm: ({ url, limit_days: days }) => ({
      title: 'Isentar este DNS?',
      icon: IconWorldCheck,
      object: {
        name: url,
        mono: true,
        note: `até ${countOf(Number(days), 'dia', 'dias')} sem custo`,
      },
      facts: [
        {
          icon: IconTicket,
          tone: 'warn',
          text: 'As próximas listas deste endereço migram sem créditos, cada cliente uma vez, até esse número de dias.',
        },
      ],
      confirmLabel: 'Sim, isentar',
    }),
    alertFor: ({ errors }) => (errors.url || errors.limit_days ? false : undefined),
    refresh: [listExemptionHosts],
    success: ({ message, url, limit_days: days }) => ({
      title: message,
      text: `${url} · até ${countOf(days, 'dia', 'dias')} sem custo`,
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
        {...form.field('limit_days', (typed) => typed.replace(/\D/g, '').slice(0, 3))}
      />
      <Button
        type="submit"
        size="md"
        loading={form.busy}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      >
        Isentar
      </Button>
    </InlineForm>
  );
}
