import { MINIMUM_OPERATION_HUNDREDTHS } from '@ramal/contract/resellers/resellers';
import { IconCurrencyReal } from '@tabler/icons-react';
import { useId } from 'react';
import { formatCredits } from '../../foundation/numbers.ts';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { amountText, asDecimal, typedAmount } from '../../foundation/amounts.ts';
import type { Balances, CreditForm, CreditTexts } from './credit-form.ts';
import { useSellingLimits } from './use-selling-limits.ts';

export interface CreditFieldsProps {
  form: CreditForm;
  balances: Balances;
  fields: CreditTexts;
  onChange: (change: Partial<CreditForm>) => void;
}

const minimum = formatCredits(asDecimal(MINIMUM_OPERATION_HUNDREDTHS));

/** Which way, how much, at what price and why. */
export function CreditFields({ form, balances, fields, onChange }: CreditFieldsProps) {
  const limits = useSellingLimits();
  return (
    <>
      <Segmented
        label="Operação"
        wide
        value={form.direction}
        options={[
          { value: 'give', label: 'Adicionar' },
          { value: 'withdraw', label: 'Retirar' },
        ]}
        onChange={(direction) => onChange({ direction: direction as CreditForm['direction'] })}
      />
      <AmountField
        value={form.amount}
        error={fields.credits}
        onChange={(amount) => onChange({ amount })}
      />
      <QuickAmounts
        form={form}
        theirs={balances.theirs}
        onChange={(amount) => onChange({ amount })}
      />
      {limits.credits && <p className="credit-limit">{limits.credits}</p>}
      <FieldRow>
        <TextField
          label="Valor unitário"
          icon={IconCurrencyReal}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          hint={limits.price}
          value={form.price}
          onChange={({ currentTarget }) => onChange({ price: typedAmount(currentTarget.value) })}
          error={fields.sale}
        />
        <TextField
          label="Motivo"
          optional
          autoComplete="off"
          maxLength={255}
          placeholder="Recarga semanal, Pix recebido"
          value={form.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          error={fields.reason}
        />
      </FieldRow>
    </>
  );
}

interface AmountFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The figure that matters, the largest in the window. */
function AmountField({ value, error, onChange }: AmountFieldProps) {
  const id = useId();
  return (
    <div>
      <div className="credit-amount" data-error={error ? true : undefined}>
        <input
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          aria-label="Créditos"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          placeholder="0"
          value={value}
          onChange={({ currentTarget }) => onChange(typedAmount(currentTarget.value))}
        />
        <span id={`${id}-hint`}>créditos · mínimo {minimum}</span>
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const quick = [10, 20, 30, 40];

interface QuickAmountsProps {
  form: CreditForm;
  theirs: number;
  onChange: (amount: string) => void;
}

/** Giving back, the whole rest is always allowed (Q-MIN10), so it has a button of its own. */
function QuickAmounts({ form, theirs, onChange }: QuickAmountsProps) {
  const rest = asDecimal(theirs);
  const all = form.direction === 'withdraw' && rest > 0 && !quick.includes(rest) ? [rest] : [];
  return (
    <div className="credit-quick" role="group" aria-label="Valores rápidos">
      {[...quick, ...all].map((credits) => (
        <button
          key={credits}
          type="button"
          aria-pressed={form.amount === amountText(credits)}
          disabled={form.direction === 'withdraw' && credits > rest}
          onClick={() => onChange(amountText(credits))}
        >
          {credits === rest && all.length > 0 ? `Tudo · ${formatCredits(rest)}` : credits}
        </button>
      ))}
    </div>
  );
}
