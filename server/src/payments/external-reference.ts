/**
 * Reference of a charge at its provider. It contains the purchase, so that a charge lost by a
 * restore can be created again from its payment. The cost of a renewal is never read from it.
 */
import { randomUUID } from 'node:crypto';
import { type PlanMonths, planMonths } from '@ramal/contract/rules/plans';
import type { Charge } from './charges.sql.ts';

type Purchase = Pick<Charge, 'purpose' | 'lineId' | 'buyerId' | 'months' | 'credits'>;

/**
 * Creates a reference of letters, digits and hyphens, at most 64 characters, which every provider
 * accepts.
 */
export const newExternalReference = (bought: Purchase): string =>
  `${whatOf(bought)}-${randomUUID()}`;

function whatOf({ purpose, lineId, buyerId, months, credits }: Purchase): string {
  if (purpose === 'renewal') return `r${lineId}-${months}`;
  return purpose === 'top-up' ? `t${buyerId}-${credits}` : 'x';
}

export type LostPurchase =
  | { readonly purpose: 'renewal'; readonly lineId: number; readonly months: PlanMonths }
  | { readonly purpose: 'top-up'; readonly buyerId: number; readonly credits: number };

const RENEWAL = /^r(\d{1,12})-(\d{1,2})-[0-9a-f-]{36}$/;
const TOP_UP = /^t(\d{1,12})-(\d{1,10})-[0-9a-f-]{36}$/;

/**
 * Parses a reference. Undefined for references of other programs, and for test payments, which
 * deliver nothing.
 */
export function readExternalReference(reference: string): LostPurchase | undefined {
  const [, lineId, plan] = RENEWAL.exec(reference) ?? [];
  const months = planMonths.find((planMonth) => planMonth === Number(plan));
  if (months !== undefined) return { purpose: 'renewal', lineId: Number(lineId), months };
  const [, buyerId, credits] = TOP_UP.exec(reference) ?? [];
  if (Number(credits) > 0)
    return { purpose: 'top-up', buyerId: Number(buyerId), credits: Number(credits) };
  return undefined;
}
