/** Form of the sales page. One call saves all cards together. */
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { formatMoney } from '../../foundation/numbers.ts';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import {
  changedPrices,
  isOffered,
  type PlanRow,
  type StorefrontState,
  type StorefrontValues,
  toBody,
  toValues,
  typedCents,
  wireNames,
} from './storefront-values.ts';

export function useStorefrontForm(state: StorefrontState) {
  const code = useFreshCode();
  const initial = toValues(state);
  const form: Form<StorefrontValues> = useForm(saveStorefront, {
    draft: 'storefront',
    initial,
    wireNames,
    send: (values: StorefrontValues) => ({ body: toBody(values, state.plans) }),
    validate: (values) => ({
      ...priceErrors(values, state.plans),
      ...capError(values, state.maxTestsPerDay),
    }),
    readErrors: (errors) => renameErrors(errors, form.values, state.plans),
    codeFields: { storefront_slug_taken: 'slug', plan_without_price: 'products' },
    freshCode: (values) => (changedPrices(values, state.plans).length > 0 ? code : undefined),
    refresh: [getStorefront],
    success: ({ message }) => ({ title: message }),
  });
  return { form, initial, code };
}

/** Name of a price among the errors of the form. */
export const priceField = (months: number): string => `prices.${months}`;

function priceErrors(values: StorefrontValues, plans: readonly PlanRow[]): FieldErrors {
  const errors = plans.flatMap(({ months, minPriceCents }) => {
    if (!isOffered(values, months)) return [];
    const cents = typedCents(values.prices, months);
    if (cents === undefined || cents === 0)
      return [[priceField(months), 'Escreva o preço como 35,00']];
    return minPriceCents !== null && cents < minPriceCents
      ? [[priceField(months), `O menor preço permitido é ${formatMoney(minPriceCents / 100)}`]]
      : [];
  });
  return Object.fromEntries(errors) as FieldErrors;
}

const capError = ({ perDay }: StorefrontValues, most: number | null): FieldErrors =>
  most !== null && Number(perDay) > most
    ? { [wireNames.perDay]: `Seu limite na conta é ${most}.` }
    : {};

/** Fields of the form for errors that the server reports for a whole part of the settings. */
const partFields: Readonly<Record<string, string>> = {
  tests: wireNames.perDay,
  prices: 'products',
};

/** The call names a price by its position among the changed prices, the form by its plan. */
const renameErrors = (
  errors: FieldErrors,
  values: StorefrontValues,
  plans: readonly PlanRow[],
): FieldErrors => {
  const changed = changedPrices(values, plans);
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => {
      const plan = changed[Number(/^prices\.(\d+)/.exec(name)?.[1])];
      return [plan ? priceField(plan.months) : (partFields[name] ?? name), text];
    }),
  );
};
