/** Form that creates a cost. Shows how the cost changes the profit of the month. */
import { Button, Text } from '@mantine/core';
import { createCost } from '@ramal/contract/numbers/costs';
import type { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { parseHundredths } from '../../foundation/amounts.ts';
import { capitalised } from '../../foundation/capitalised.ts';
import { dayFromNow } from '../../foundation/dates.ts';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { addMonths, currentMonth, formatCents, monthWord } from '../number-words.ts';
import { closedInWords } from './ClosedMonth.tsx';
import {
  callsWithCosts,
  Choice,
  CostFields,
  type CostValues,
  PlatformChoice,
  toCostBody,
} from './CostFields.tsx';
import { ProfitEffect } from './ProfitEffect.tsx';

type Numbers = ResponseOf<typeof getNumbers>;

interface NewCost extends CostValues {
  readonly since: string;
  readonly repeats: 'once' | 'monthly';
}

export function CostForm({ numbers, now }: { numbers: Numbers; now: Date }) {
  const initial: NewCost = {
    name: '',
    kind: 'server',
    cents: '',
    since: dayFromNow(0, now),
    repeats: 'monthly',
    platform: '',
  };
  const form = useForm(createCost, {
    draft: 'number-cost',
    initial,
    send: (values) => ({
      body: { ...toCostBody(values), since: values.since, repeats: values.repeats },
    }),
    refresh: [...callsWithCosts],
    success: ({ message }, { name }) => ({ title: message, text: name }),
  });
  const { values } = form;
  return (
    <Panel p="var(--inset)" label="Novo custo">
      <Text component="h2" fz="phone" mb="lg">
        Novo custo
      </Text>
      <InlineForm form={form} gap="xl">
        <CostFields form={form}>
          <DateField label="Desde" {...form.field('since')} />
        </CostFields>
        <Choice label="Repete">
          <Segmented
            wide
            label="Repete"
            value={values.repeats}
            options={[
              { value: 'once', label: 'Uma vez' },
              { value: 'monthly', label: 'Todo mês' },
            ]}
            onChange={(chosen) => form.change({ repeats: chosen === 'once' ? 'once' : 'monthly' })}
          />
        </Choice>
        <PlatformChoice form={form} />
        <ProfitEffect numbers={numbers} values={values} now={now} />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {submitLabel(values)}
        </Button>
      </InlineForm>
      <ClosedNote numbers={numbers} now={now} />
    </Panel>
  );
}

function submitLabel({ cents, repeats }: NewCost): string {
  const amount = parseHundredths(cents);
  if (!amount) return 'Adicionar custo';
  return `Adicionar ${formatCents(amount)}${repeats === 'monthly' ? ' por mês' : ''}`;
}

/** Explains in which month a cost is counted if its day is in the last closed month. */
function ClosedNote({ numbers, now }: { numbers: Numbers; now: Date }) {
  const thisMonth = currentMonth(now);
  const closed = numbers.months.find(({ month }) => month === addMonths(thisMonth, -1));
  if (!closed || closed.closedAtTimestamp === null) return null;
  const name = monthWord(closed.month);
  return (
    <Text mt="lg" c="var(--ink-3)" fz="caption">
      {closedInWords(capitalised(name), closed.closedAtTimestamp)} Um custo com data de {name} entra
      em {monthWord(thisMonth)}, como correção.
    </Text>
  );
}
