/** Price that the customer pays for a period, in forms about the account's own lines. */
import { IconCurrencyReal } from '@tabler/icons-react';
import { parseHundredths, priceText, typedAmount } from '../../foundation/amounts.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { Form } from '../../ui/form/use-form.ts';

interface PriceForm {
  readonly price: string;
}

/** Returns undefined if nothing was typed. */
export const priceCentsOf = (price: string): number | undefined =>
  price === '' ? undefined : parseHundredths(price);

export const priceTyped = (cents: number | undefined): string =>
  cents === undefined ? '' : priceText(cents / 100);

export const priceErrors = ({ price }: PriceForm): FieldErrors =>
  price !== '' && !parseHundredths(price) ? { price: 'Escreva um valor, como 25,00.' } : {};

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
