/** Price that the customer pays for each paid period, in forms about the account's own lines. */
import { IconCurrencyReal } from '@tabler/icons-react';
import { typedAmount } from '../../foundation/amounts.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import type { Form } from '../../ui/form/use-form.ts';

interface PriceForm {
  readonly price: string;
}

export const PriceField = <V extends PriceForm>({ form }: { form: Form<V> }) => (
  <TextField
    label="Quanto o cliente paga"
    optional
    icon={IconCurrencyReal}
    inputMode="decimal"
    autoComplete="off"
    placeholder="Por período, como 25,00"
    {...form.field('price', typedAmount)}
    value={form.values.price}
  />
);
