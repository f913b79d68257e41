/** Plans of the price table, with their cost, lowest price and rest for the seller (Q-SALEPRICE). */
import { planLabel, planMonths, getPlanTerm } from '@ramal/contract/rules/plans';
import { floorCents } from '@ramal/contract/coupons/coupon-rules';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import { readLowestPrice } from '../../limits/limits.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { readPlanPrices } from '../../payments/payments.ts';

/** Price in cents that a number of hundredths of a credit costs; null without a price of a credit. */
const priceOf = (creditCents: number | null, hundredths: number): number | null =>
  creditCents === null ? null : Math.round((creditCents * hundredths) / 100);

/** Price in cents at which the account bought its last credit; null if none is recorded. */
async function readLastCreditCents(reader: Reader, accountId: number): Promise<number | null> {
  const row = await reader.first<{ cents: number }>(sql`
    select e.unit_price_cents as cents from wallets w join entries e on e.to_wallet = w.id
    where w.account_id = ${accountId} and w.kind = 'balance' and e.unit_price_cents is not null
    order by e.id desc limit 1`);
  return row?.cents ?? null;
}

export async function readPlanRows(reader: Reader, account: ReaderAccount) {
  const [prices, creditCents, lowest] = await Promise.all([
    readPlanPrices(reader, account.id),
    readLastCreditCents(reader, account.id),
    readLowestPrice(reader, account),
  ]);
  return planMonths.map((months) => {
    const { hundredths, promotion } = getPlanTerm(months);
    const priceCents = prices.find((price) => price.months === months)?.cents ?? null;
    const costCents = priceOf(creditCents, hundredths);
    return {
      months,
      label: planLabel(months),
      priceCents,
      creditHundredths: hundredths,
      isPromotion: promotion,
      minPriceCents: lowest === null ? null : floorCents(hundredths, lowest),
      remainsCents: priceCents === null || costCents === null ? null : priceCents - costCents,
    };
  });
}
