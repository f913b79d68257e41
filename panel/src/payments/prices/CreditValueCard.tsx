/** Price of one credit for a customer (S-RECHARGE-03, -06, -10, -26). */
import { Button } from '@mantine/core';
import { getCreditValue, getPlanPrices, saveCreditValue } from '@ramal/contract/payments/recharges';
import { priceText, typedAmount } from '../../foundation/amounts.ts';
import { useCall } from '../../foundation/api/query.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { createRefusalAlert } from '../../ui/form/form-errors.ts';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import classes from '../card-form.module.css';
import { PaymentCard } from '../PaymentCard.tsx';

export function CreditValueCard() {
  const value = useCall(getCreditValue, {});
  return (
    <PaymentCard title="Valor do crédito" note="O que o cliente paga por 1 crédito.">
      <Loaded query={value} failed="Erro ao obter informações do crédito." compact height={88}>
        {(data) => <CreditValueForm value={data.creditPortal} />}
      </Loaded>
    </PaymentCard>
  );
}

function CreditValueForm({ value }: { value: number | null }) {
  const code = useFreshCode();
  const form = useForm(saveCreditValue, {
    initial: { creditPortal: value === null ? '' : priceText(value) },
    send: (body) => ({ body }),
    freshCode: () => code,
    // Title for a rejected change (M-71).
    alertFor: createRefusalAlert('Erro ao alterar valor de crédito.'),
    refresh: [getCreditValue, getPlanPrices],
    success: ({ message, creditPortal }) => ({
      title: message,
      ...(creditPortal === null ? {} : { text: `${formatMoney(creditPortal)} por crédito` }),
    }),
  });
  return (
    <InlineForm form={form} gap="lg" flex={1} className={classes.root}>
      <TextField
        label="Valor"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0,00"
        hint="Se o plano tem preço próprio, vale o do plano."
        {...form.field('creditPortal', typedAmount)}
      />
      {form.changed && <FreshCode code={code} disabled={form.busy} />}
      <Button type="submit" size="md" variant="default" loading={form.busy}>
        Alterar crédito
      </Button>
    </InlineForm>
  );
}
