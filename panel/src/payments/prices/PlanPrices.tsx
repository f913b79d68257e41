/** Price of each plan on the portal. An empty price is calculated from the value of a credit. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getPlanPrices, savePlanPrices } from '@ramal/contract/payments/recharges';
import { planLabel } from '@ramal/contract/rules/plans';
import { priceText, typedAmount } from '../../foundation/amounts.ts';
import { useCall } from '../../foundation/api/query.ts';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LoadedDialog } from '../../ui/dialogs/LoadedDialog.tsx';

type Plans = ResponseOf<typeof getPlanPrices>['plans'];

const title = 'Preços por plano';

export function PlanPrices({ onClose }: { onClose: () => void }) {
  const prices = useCall(getPlanPrices, {});
  return (
    <LoadedDialog
      query={prices}
      failed="Não deu para carregar os preços"
      compact
      title={title}
      height={320}
      onClose={onClose}
    >
      {({ plans }) => <PlanPricesForm plans={plans} onClose={onClose} />}
    </LoadedDialog>
  );
}

const fields = ['month1', 'month2', 'month3', 'month6', 'month12'] as const;

function PlanPricesForm({ plans, onClose }: { plans: Plans; onClose: () => void }) {
  const code = useFreshCode();
  const ownPrice = (index: number): string => {
    const value = plans[index]?.value;
    return value === null || value === undefined ? '' : priceText(value);
  };
  const form = useForm(savePlanPrices, {
    initial: {
      month1: ownPrice(0),
      month2: ownPrice(1),
      month3: ownPrice(2),
      month6: ownPrice(3),
      month12: ownPrice(4),
    },
    send: (body) => ({ body }),
    freshCode: () => code,
    refresh: [getPlanPrices],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      subtitle="O que o cliente paga no portal. Sem preço, vale o valor do crédito."
      width={460}
      submitLabel="Salvar preços"
      onClose={onClose}
    >
      {plans.map(({ months, shown, credits }, index) => (
        <TextField
          key={months}
          label={planLabel(months)}
          aside={`usa ${creditsInWords(credits)}`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={shown === null ? 'Não é oferecido' : formatMoney(shown)}
          {...form.field(fields[index]!, typedAmount)}
        />
      ))}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
