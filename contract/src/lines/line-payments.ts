/**
 * Prices and payments of the caller's customers. Ancestor accounts of the owner cannot see them.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, flag, idParam, whole } from '../api/fields.ts';
import { undoField } from '../undo.ts';

export const paidFilters = ['open', 'paid', 'received'] as const;
export type PaidFilter = (typeof paidFilters)[number];

/**
 * Filter for the caller's own lines by payment. `open` and `paid` select lines with a price whose
 * current period is unpaid or paid. `received` selects lines that were paid this month.
 */
export const paidFilter = described(
  z.enum(paidFilters).optional().meta({ title: 'Pagamento' }),
  'received traz as que pagaram neste mês. Traz vencidas e não vencidas; combine com expired.',
);

const MAX_CENTS = 10_000_000;

/** Price in cents that a customer pays for a period. */
export const customerPrice = whole('Preço', 1, MAX_CENTS);

export const setLinePrice = endpoint({
  name: 'set-line-price',
  method: 'PUT',
  path: '/api/lines/:id/price',
  summary: 'Guarda quanto o cliente paga por período, em centavos; sem valor, deixa de ter preço.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({ priceCents: customerPrice.nullable() }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    priceCents: z.int().nullable(),
    ...undoField,
  }),
  errors: ['line_not_found'],
});

export const markLinePaid = endpoint({
  name: 'mark-line-paid',
  method: 'PUT',
  path: '/api/lines/:id/payment',
  summary: 'Marca o período atual da linha como pago, pelo preço dela, ou em aberto.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({ paid: flag('Pago') }),
  answer: z.object({ message: z.string(), id: z.int(), paid: z.boolean(), ...undoField }),
  errors: ['line_not_found'],
});
