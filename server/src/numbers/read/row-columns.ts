/** Columns of the rows of figures, and their form in the contract. */
import { customerName } from '@ramal/contract/rules/customer-name';
import type { CostKind } from '@ramal/contract/numbers/costs';
import type { LossReason, PriceSource } from '@ramal/contract/numbers/figures';
import type { NumberRow } from '@ramal/contract/numbers/rows';
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { unixSeconds } from '../../foundation/clock.ts';

export interface ReadRow {
  readonly key: string;
  readonly kind: NumberRow['kind'];
  readonly lineId: number | null;
  readonly accountId: number;
  readonly at: Date | null;
  readonly cents: number | null;
  readonly planDays: number | null;
  readonly platform: PlatformKey | null;
  readonly origin: LineOrigin | null;
  readonly firstAt: Date | null;
  readonly priceSource: PriceSource | null;
  readonly reason: LossReason | null;
  readonly beforeCents: number | null;
  readonly afterCents: number | null;
  readonly hours: number | null;
  readonly device: string | null;
  readonly giver: string | null;
  readonly converted: boolean | null;
  readonly moneyKind: string | null;
  readonly text: string;
  readonly isCorrection: boolean;
  readonly reseller: string;
  /**
   * Null for rows without a line. The names and the contact are also null if the reader may not see
   * the customer.
   */
  readonly username: string | null;
  readonly note: string | null;
  readonly whatsapp: string | null;
  readonly isTrial: boolean | null;
  readonly isOn: boolean | null;
  readonly expiresAt: Date | null;
  readonly deletedAt: Date | null;
  readonly blockedAt: Date | null;
  readonly isRefunded: boolean;
}

/** Columns of rows `r` with their line `l` and account `a`. */
export const rowColumns = (shown: Sql): Sql => sql`
  r.key, r.kind, r.line_id, r.account_id, r.at, r.cents, r.plan_days, coalesce(r.platform, l.platform) as platform,
  coalesce(r.origin, l.origin) as origin, r.first_at, r.price_source, r.reason, r.before_cents, r.after_cents, r.hours,
  r.device, r.giver, r.converted, r.money_kind, r.text, r.is_correction, a.username as reseller,
  case when ${shown} then l.username end as username, case when ${shown} then l.note end as note,
  case when ${shown} then l.whatsapp end as whatsapp, l.is_trial, l.is_on, l.expires_at, l.deleted_at,
  l.blocked_for_abuse_at as blocked_at,
  coalesce((select last.end_reason = 'refunded' from customer_periods last where last.line_id = r.line_id
    order by last.starts_at desc limit 1), false) as is_refunded`;

/** Adds the columns that only other kinds of rows have, without values, to rows of customers. */
export const asCustomers = (rows: Sql): Sql => sql`
  select key, 'customer' as kind, line_id, account_id, at, cents, plan_days, platform, origin, first_at, price_source,
    reason, before_cents, after_cents, null::smallint as hours, null::text as device, null::text as giver,
    null::boolean as converted, null::text as money_kind, '' as text, false as is_correction
  from (${rows}) c`;

const seconds = (at: Date | null): number | null => at && unixSeconds(at);

const ERASED = /^#\d+$/;

export function describeRow(row: ReadRow, now: Date, hidesAmounts: boolean): NumberRow {
  const { username, note } = row;
  const isErased = username !== null && ERASED.test(username);
  const state = row.lineId === null ? null : isErased ? ERASED_NOW : stateNow(row, now);
  const isCost = row.kind === 'cost';
  return {
    key: row.key,
    kind: row.kind,
    lineId: isErased ? null : row.lineId,
    platform: row.platform,
    username: isErased ? null : username,
    name:
      username === null || isErased
        ? null
        : customerName({ note: note ?? '', username, isTrial: row.isTrial ?? false }).name,
    whatsapp: row.whatsapp,
    reseller: row.reseller,
    plan: row.planDays,
    origin: row.origin,
    sinceTimestamp: seconds(row.firstAt),
    atTimestamp: seconds(row.at),
    cents: hidesAmounts ? null : row.cents,
    beforeCents: hidesAmounts ? null : row.beforeCents,
    afterCents: hidesAmounts ? null : row.afterCents,
    priceSource: hidesAmounts ? null : row.priceSource,
    reason: row.reason,
    now: state?.now ?? null,
    nowSinceTimestamp: seconds(state?.since ?? null),
    hours: row.hours,
    device: row.device,
    giver: row.giver,
    converted: row.converted,
    method: row.kind === 'payment' && row.moneyKind ? (row.moneyKind as 'pix') : null,
    costKind: isCost ? (row.moneyKind as CostKind) : null,
    text: row.text,
    correction: row.isCorrection,
  };
}

const ERASED_NOW = { now: 'erased', since: null } as const;

interface PresentState {
  readonly now: Exclude<NumberRow['now'], null>;
  readonly since: Date | null;
}

function stateNow(row: ReadRow, now: Date): PresentState {
  if (row.deletedAt) return { now: 'deleted', since: row.deletedAt };
  if (row.blockedAt) return { now: 'blocked', since: row.blockedAt };
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  if (isExpired) return { now: row.isRefunded ? 'refunded' : 'expired', since: row.expiresAt };
  if (row.isTrial) return { now: 'trial', since: null };
  return { now: row.isOn === false ? 'paused' : 'active', since: null };
}
