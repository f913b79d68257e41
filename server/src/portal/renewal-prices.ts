/** What the customer of a line pays for each plan. */
import type { Reader } from '../foundation/database.ts';
import type { Line } from '../lines/lines.ts';
import { readPlanPrices } from '../payments/payments.ts';

/** Of who sells anything here, the customer's own price is that of one month, as reminders say it. */
export async function readRenewalPrices(
  reader: Reader,
  { ownerId, priceCents }: Pick<Line, 'ownerId' | 'priceCents'>,
): ReturnType<typeof readPlanPrices> {
  const prices = await readPlanPrices(reader, ownerId);
  if (priceCents === null || prices.every(({ cents }) => cents === null)) return prices;
  return prices.map((price) => (price.months === 1 ? { ...price, cents: priceCents } : price));
}
