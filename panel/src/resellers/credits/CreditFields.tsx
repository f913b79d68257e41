import { Group, Text } from '@mantine/core';
import { MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers/resellers';
import { IconCurrencyReal } from '@tabler/icons-react';
import { useId } from 'react';
import { amountText, asDecimal, typedAmount } from '../../foundation/amounts.ts';
import { formatCredits } from '../../foundation/numbers.ts';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import classes from './CreditFields.module.css';
import { type Balances, type CreditValues, parseTypedCredits } from './credit-form.ts';
import { useSellingLimits } from '../../limits/use-selling-limits.ts';

interface CreditFieldsProps {
  form: Form<CreditValues>;
  balances: Balances;
}

const minimum = formatCredits(asDecimal(MINIMUM_OPERATION_HUNDREDTHS));

export function CreditFields({ form, balances }: CreditFieldsProps) {
  const limits = useSellingLimits();
  const { direction, credits } = form.values;
  return (
    <>
      <Segmented
        label="Operação"
        wide
        value={direction}
        options={[
          { value: 'give', label: 'Adicionar' },
          { value: 'withdraw', label: 'Retirar' },
        ]}
        onChange={(next) => form.change({ direction: next as CreditValues['direction'] })}
      />
      <AmountField
        value={credits}
        error={form.errors.credits}
        onChange={(text) => form.change(parseTypedCredits(text))}
      />
      <QuickAmounts
        values={form.values}
        theirs={balances.theirs}
        onChange={(amount) => form.change({ credits: amount })}
      />
      {limits.credits && (
        <Text c="dimmed" fz="note">
          {limits.credits}
        </Text>
      )}
      <div className={classes.fields}>
        <TextField
          label="Valor unitário"
          icon={IconCurrencyReal}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          hint={limits.price}
          {...form.field('sale', typedAmount)}
        />
        <TextField
          label="Motivo"
          optional
          autoComplete="off"
          maxLength={255}
          placeholder="Recarga semanal, Pix recebido"
          {...form.field('reason')}
        />
      </div>
    </>
  );
}

interface AmountFieldProps {
  value: string;
  error: string | undefined;
  /** Receives the typed text, with its sign. */
  onChange: (text: string) => void;
}

function AmountField({ value, error, onChange }: AmountFieldProps) {
  const id = useId();
  return (
    <div>
      <div className={classes.amount} data-error={error ? true : undefined}>
        <input
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          aria-label="Créditos"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          placeholder="0"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <span id={`${id}-hint`}>créditos · mínimo {minimum}</span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

const QUICK_AMOUNTS = [10, 20, 30, 40];

interface QuickAmountsProps {
  values: CreditValues;
  theirs: number;
  onChange: (amount: string) => void;
}

/**
 * Buttons that fill in common amounts. For a withdrawal, a separate button fills in the whole
 * balance, which is always permitted (Q-MIN10).
 */
function QuickAmounts({ values, theirs, onChange }: QuickAmountsProps) {
  const rest = asDecimal(theirs);
  const all =
    values.direction === 'withdraw' && rest > 0 && !QUICK_AMOUNTS.includes(rest) ? [rest] : [];
  return (
    <Group
      gap="sm"
      align="stretch"
      className={classes.quick}
      role="group"
      aria-label="Valores rápidos"
    >
      {[...QUICK_AMOUNTS, ...all].map((credits) => (
        <button
          key={credits}
          type="button"
          data-chosen-mark="bar"
          aria-pressed={values.credits === amountText(credits)}
          disabled={values.direction === 'withdraw' && credits > rest}
          onClick={() => onChange(amountText(credits))}
        >
          {credits === rest && all.length > 0 ? `Tudo · ${formatCredits(rest)}` : credits}
        </button>
      ))}
    </Group>
  );
}
