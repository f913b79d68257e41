/**
 * Reference of a charge at its provider. It contains the purchase, so that a charge lost by a
 * restore can be created again from its payment. The cost of a renewal is never read from it.
 */
import { randomUUID } from 'node:crypto';
import { type PlanMonths, planMonths } from '@ramal/contract/rules/plans';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import type { Charge } from './charges.sql.ts';
import type { SaleOrder } from './sale-orders.ts';

interface Purchase extends Pick<Charge, 'purpose' | 'lineId' | 'buyerId' | 'months' | 'credits'> {
  readonly accountId?: number;
  readonly sale?: Pick<SaleOrder, 'platform' | 'productId'>;
}

/**
 * Creates a reference of letters, digits and hyphens, at most 64 characters, which every provider
 * accepts.
 */
export const newExternalReference = (bought: Purchase): string =>
  `${whatOf(bought)}-${randomUUID()}`;

function whatOf({ purpose, accountId, lineId, buyerId, months, credits, sale }: Purchase): string {
  if (purpose === 'renewal') return `r${lineId}-${months}`;
  if (purpose === 'sale' && sale)
    return lineId === null
      ? `n${accountId}-${platformLetters[sale.platform]}${sale.productId}-${months}`
      : `p${lineId}-${months}`;
  return purpose === 'top-up' ? `t${buyerId}-${credits}` : 'x';
}

const platformLetters: Readonly<Record<PlatformKey, string>> = {
  iptv: 'i',
  p2p: 'p',
  'new-p2p': 'n',
};

export type LostPurchase =
  /** A sale that turns a test into an official line. */
  | { readonly purpose: 'promotion'; readonly lineId: number; readonly months: PlanMonths }
  /** A sale that creates a line. */
  | {
      readonly purpose: 'sale';
      readonly accountId: number;
      readonly platform: PlatformKey;
      readonly productId: number;
      readonly months: PlanMonths;
    }
  | { readonly purpose: 'renewal'; readonly lineId: number; readonly months: PlanMonths }
  | { readonly purpose: 'top-up'; readonly buyerId: number; readonly credits: number };

const RENEWAL = /^([rp])(\d{1,12})-(\d{1,2})-[0-9a-f-]{36}$/;
const SALE = /^n(\d{1,9})-([ipn])(\d{1,9})-(\d{1,2})-[0-9a-f-]{36}$/;
const TOP_UP = /^t(\d{1,12})-(\d{1,10})-[0-9a-f-]{36}$/;

/**
 * Parses a reference. Undefined for references of other programs, and for test payments, which
 * deliver nothing.
 */
export function readExternalReference(reference: string): LostPurchase | undefined {
  const [, kind, lineId, plan] = RENEWAL.exec(reference) ?? [];
  const months = toMonths(plan);
  if (months !== undefined)
    return {
      purpose: kind === 'p' ? 'promotion' : 'renewal',
      lineId: Number(lineId),
      months,
    };
  const sale = readSale(reference);
  if (sale) return sale;
  const [, buyerId, credits] = TOP_UP.exec(reference) ?? [];
  if (Number(credits) > 0)
    return { purpose: 'top-up', buyerId: Number(buyerId), credits: Number(credits) };
  return undefined;
}

const toMonths = (text: string | undefined): PlanMonths | undefined =>
  planMonths.find((count) => count === Number(text));

function readSale(reference: string): LostPurchase | undefined {
  const [, accountId, letter, productId, plan] = SALE.exec(reference) ?? [];
  const months = toMonths(plan);
  const platform = platformKeys.find((key) => platformLetters[key] === letter);
  if (months === undefined || platform === undefined) return undefined;
  return {
    purpose: 'sale',
    accountId: Number(accountId),
    platform,
    productId: Number(productId),
    months,
  };
}
