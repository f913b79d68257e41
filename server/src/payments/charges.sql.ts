/** Reads and locks charges: one row for each amount requested from a payer. */
import type { PlanMonths } from '@ramal/contract/rules/plans';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { Method, ProviderKind } from './providers/port.ts';

type ChargeState = 'pending' | 'paid' | 'settled' | 'cancelled' | 'reversed';

export interface Charge {
  readonly id: number;
  readonly reference: string;
  /** Reference of the charge at the provider. */
  readonly externalReference: string;
  readonly purpose: 'renewal' | 'top-up' | 'test' | 'sale';
  /** Account that receives the money. */
  readonly accountId: number;
  readonly lineId: number | null;
  readonly buyerId: number | null;
  readonly months: PlanMonths | null;
  /** Hundredths of a credit. */
  readonly credits: number;
  readonly cents: number;
  readonly method: Method;
  readonly provider: ProviderKind;
  readonly collector: string | null;
  readonly providerId: string | null;
  readonly paymentId: string | null;
  readonly state: ChargeState;
  readonly reason: string | null;
  readonly refundReason: string | null;
  readonly disputed: boolean;
  readonly pixCode: string | null;
  readonly checkoutUrl: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly settledAt: Date | null;
  readonly renewedUntil: Date | null;
  /** True if the purchase was delivered by hand after a restore. */
  readonly settledByHand: boolean;
  readonly checks: number;
  /**
   * Days and hundredths of a credit that the last reversal undid; null before the first reversal.
   */
  readonly undoneDays: number | null;
  readonly undoneCredits: number | null;
  /**
   * Time at which the money of a reversed charge was received again. Null before that, after
   * another loss of the money, and after the days were added again.
   */
  readonly returnedAt: Date | null;
  /** Authorization of recurring Pix that the charge belongs to; null for other charges. */
  readonly authorizationId: number | null;
  /** Day of the month of a renewal by calendar months; null for a renewal by days. */
  readonly anchorDay: number | null;
  /** Hundredths of a credit that the seller adds to a top-up. */
  readonly bonusCredits: number;
  /** Part of the bonus that the last reversal withdrew; null before the first reversal. */
  readonly undoneBonus: number | null;
  /** Days that a renewal by calendar months added; null before it is delivered. */
  readonly givenDays: number | null;
  /** Coupon of the charge and its code; null without one. */
  readonly couponId: number | null;
  readonly couponCode: string | null;
  /** Price in cents without the coupon; null without a coupon. */
  readonly listCents: number | null;
  /** Days given in addition to the plan. `credits` contains what they cost the seller. */
  readonly bonusDays: number;
}

export const chargeColumns: Sql = sql`
  c.id, c.reference, coalesce(c.external_reference, c.reference::text) as external_reference, c.purpose,
  c.account_id, c.line_id, c.buyer_id, c.months, c.credits, c.cents,
  c.method, c.provider, c.collector, c.provider_id, c.payment_id, c.state,
  c.reason, c.refund_reason, c.disputed, c.pix_code,
  c.checkout_url, c.created_at, c.expires_at,
  c.paid_at, c.settled_at, c.renewed_until,
  c.settled_by_hand, c.checks, c.undone_days,
  c.undone_credits, c.returned_at, c.authorization_id, c.anchor_day, c.given_days,
  c.bonus_credits, c.undone_bonus, c.coupon_id,
  (select code from coupons where coupons.id = c.coupon_id) as coupon_code, c.list_cents, c.bonus_days`;

export const findCharge = (reader: Reader, id: number): Promise<Charge | undefined> =>
  reader.first(sql`select ${chargeColumns} from charges c where c.id = ${id}`);

/**
 * Condition on charges `c` that the account may refund: its own charges. An admin may refund
 * undelivered charges of a deleted seller whose keys still exist, or that the sandbox created.
 */
export const mayRefund = ({ id, profile }: ReaderAccount): Sql =>
  profile === 'admin'
    ? sql`c.state = 'paid' and exists (
        select from accounts seller left join payment_accounts p on p.account_id = seller.id
        left join provider_accounts o on o.account_id = seller.id and o.provider = c.provider
        where seller.id = c.account_id and seller.deleted_at is not null
          and (c.provider = 'sandbox' or case when c.provider in ('asaas', 'woovi') then o.sealed_key else p.sealed_token end
            is not null))`
    : sql`c.account_id = ${id}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const findByReference = async (
  reader: Reader,
  reference: string,
): Promise<Charge | undefined> =>
  UUID.test(reference)
    ? reader.first(sql`select ${chargeColumns} from charges c where c.reference = ${reference}`)
    : undefined;

/**
 * Finds a charge by its reference at a provider. Older charges and charges of the sandbox use the
 * panel's reference, so that one is searched too.
 */
export const findByExternalReference = async (
  reader: Reader,
  reference: string,
): Promise<Charge | undefined> =>
  (await reader.first<Charge>(
    sql`select ${chargeColumns} from charges c where c.external_reference = ${reference}`,
  )) ?? findByReference(reader, reference);

/** Locks a charge. Lock order: wallets, charge, line. */
export const lockCharge = async (tx: Tx, id: number): Promise<Charge> =>
  (await tx.first<Charge>(
    sql`select ${chargeColumns} from charges c where c.id = ${id} for no key update`,
  ))!;

/**
 * Locks paid renewals and sales of an account that wait for portal credit, in the order of payment. Those
 * with one of `lastReasons` wait for a person's decision and come last.
 */
export const lockWaitingRenewals = (
  tx: Tx,
  accountId: number,
  lastReasons: readonly string[],
  most: number,
): Promise<Charge[]> =>
  tx.many(sql`
    select ${chargeColumns} from charges c
    where c.account_id = ${accountId} and c.state = 'paid' and c.purpose in ('renewal', 'sale')
    order by coalesce(c.reason = any(${[...lastReasons]}::text[]), false), c.paid_at, c.id limit ${most} for no key update`);
