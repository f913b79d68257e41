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
  readonly sale?: SoldProductRef;
  readonly bonusDays?: number;
  readonly bonusCredits?: number;
  readonly coupon?: { readonly id: number };
}

const MAX_LENGTH = 64;

/**
 * Creates a reference of letters, digits and hyphens, at most 64 characters, which every provider
 * accepts. Ids far beyond usual ones leave no room for the bonus.
 */
export function newExternalReference(bought: Purchase): string {
  const random = randomUUID();
  const [what, bonus] = [whatOf(bought), bonusOf(bought)];
  return [
    `${what}${bonus}-${random}`,
    `${what}${bonus}-${random.replaceAll('-', '')}`,
    `${what}-${random}`,
  ].find((reference) => reference.length <= MAX_LENGTH)!;
}

function whatOf({ purpose, accountId, lineId, buyerId, months, credits, sale }: Purchase): string {
  if (purpose === 'renewal') return `r${lineId}-${months}`;
  if (purpose === 'sale' && sale) {
    const product = `${platformLetters[sale.platform]}${sale.productId}`;
    return lineId === null
      ? `n${accountId}-${product}-${months}`
      : `p${lineId}-${product}-${months}`;
  }
  return purpose === 'top-up' ? `t${buyerId}-${credits}` : 'x';
}

/** Added days, added hundredths of a credit, and coupon: `d7c3`. */
const bonusOf = ({ bonusDays = 0, bonusCredits = 0, coupon }: Purchase): string =>
  [
    bonusDays === 0 ? '' : `d${bonusDays}`,
    bonusCredits === 0 ? '' : `b${bonusCredits}`,
    coupon ? `c${coupon.id}` : '',
  ].join('');

const platformLetters: Readonly<Record<PlatformKey, string>> = {
  iptv: 'i',
  p2p: 'p',
  'new-p2p': 'n',
};

/** Additions of a purchase, which the reference contains only if there are any. */
interface LostBonus {
  readonly days: number;
  /** Hundredths of a credit. */
  readonly credits: number;
  readonly couponId: number | null;
}

type SoldProductRef = Pick<SaleOrder, 'platform' | 'productId'>;

type LostOrder =
  /** A sale that turns a test into an official line. Former references contain no product. */
  | {
      readonly purpose: 'promotion';
      readonly lineId: number;
      readonly months: PlanMonths;
      readonly product?: SoldProductRef;
    }
  /** A sale that creates a line. */
  | ({
      readonly purpose: 'sale';
      readonly accountId: number;
      readonly months: PlanMonths;
    } & SoldProductRef)
  | { readonly purpose: 'renewal'; readonly lineId: number; readonly months: PlanMonths }
  | { readonly purpose: 'top-up'; readonly buyerId: number; readonly credits: number };

export type LostPurchase = LostOrder & { readonly bonus?: LostBonus };

const END = String.raw`(?:d(?<days>\d{1,4}))?(?:b(?<bonus>\d{1,10}))?(?:c(?<coupon>\d{1,10}))?-[0-9a-f-]{32,36}$`;
const PRODUCT = String.raw`(?<letter>[ipn])(?<product>\d{1,9})`;
const MONTHS = String.raw`(?<months>\d{1,2})`;
const forms = {
  renewal: new RegExp(String.raw`^r(?<id>\d{1,12})-${MONTHS}${END}`),
  promotion: new RegExp(String.raw`^p(?<id>\d{1,12})(?:-${PRODUCT})?-${MONTHS}${END}`),
  sale: new RegExp(String.raw`^n(?<id>\d{1,9})-${PRODUCT}-${MONTHS}${END}`),
  'top-up': new RegExp(String.raw`^t(?<id>\d{1,12})-(?<credits>\d{1,10})${END}`),
} as const;

type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Parses a reference. Undefined for references of other programs, and for test payments, which
 * deliver nothing.
 */
export function readExternalReference(reference: string): LostPurchase | undefined {
  for (const purpose of Object.keys(forms) as (keyof typeof forms)[]) {
    const parts = forms[purpose].exec(reference)?.groups;
    const lost = parts && readPurchase(purpose, parts);
    if (lost) return { ...lost, ...readBonus(parts) };
  }
  return undefined;
}

function readPurchase(purpose: keyof typeof forms, parts: Parts): LostOrder | undefined {
  const id = Number(parts['id']);
  if (purpose === 'top-up') {
    const credits = Number(parts['credits']);
    return credits > 0 ? { purpose, buyerId: id, credits } : undefined;
  }
  const months = planMonths.find((count) => count === Number(parts['months']));
  if (months === undefined) return undefined;
  if (purpose === 'renewal') return { purpose, lineId: id, months };
  const platform = platformKeys.find((key) => platformLetters[key] === parts['letter']);
  const product = platform && { platform, productId: Number(parts['product']) };
  if (purpose === 'promotion')
    return { purpose, lineId: id, months, ...(product ? { product } : {}) };
  return product && { purpose, accountId: id, ...product, months };
}

function readBonus({ days, bonus, coupon }: Parts): { readonly bonus?: LostBonus } {
  if (days === undefined && bonus === undefined && coupon === undefined) return {};
  const couponId = coupon === undefined ? null : Number(coupon);
  return { bonus: { days: Number(days ?? 0), credits: Number(bonus ?? 0), couponId } };
}
