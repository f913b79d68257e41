/** Reads the rows and events of lines from which their periods, receipts and tests are derived. */
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import { isNotUndone } from '../../events/events.ts';
import type { Reader } from '../../foundation/database.ts';

export interface LineEvent {
  readonly at: Date;
  readonly kind: string;
  readonly actorId: number | null;
  /** Expiry before and after the event; null if the event does not contain it. */
  readonly expiredBefore: Date | null;
  readonly expiresAfter: Date | null;
  /** Credits of a purchase in hundredths. */
  readonly hundredths: number | null;
  readonly testHours: number | null;
  readonly platform: PlatformKey | null;
  /** Platform before a migration. */
  readonly formerPlatform: PlatformKey | null;
  /** Price of the customer after the event; null if it was removed. */
  readonly cents: number | null;
  readonly charge: number | null;
  readonly device: string | null;
}

export interface LineCharge {
  readonly id: number;
  readonly cents: number;
  readonly months: number;
  readonly method: 'pix' | 'card';
  readonly paidAt: Date;
  readonly settledAt: Date | null;
  /** Time of the refund. Null if the charge is not refunded now. */
  readonly returnedAt: Date | null;
}

/** Mark of the seller that the customer paid the current period. */
export interface PaidMark {
  readonly id: number;
  readonly cents: number;
  readonly paidAt: Date;
}

export interface LineFacts {
  readonly id: number;
  readonly ownerId: number;
  readonly platform: PlatformKey;
  readonly isTrial: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly deletedAt: Date | null;
  readonly blockedAt: Date | null;
  readonly testHours: number | null;
  readonly origin: LineOrigin | null;
  readonly priceCents: number | null;
  readonly creditCents: number | null;
  readonly events: readonly LineEvent[];
  readonly charges: readonly LineCharge[];
  /**
   * Marks by the seller. A mark that a settled charge created is excluded, because the charge
   * counts.
   */
  readonly marks: readonly PaidMark[];
  /** Prices of the owner's plans by months. */
  readonly planCents: Readonly<Record<string, number>>;
  readonly pixFee: number;
  readonly cardFee: number;
}

/** Kinds of events that change the expiry, the price or the state of a line. */
const kinds = [
  'line-created',
  'line-promoted',
  'line-imported',
  'line-taken-over',
  'line-moved-in',
  'line-move-undone',
  'line-extended',
  'renewal-undone',
  'line-trusted',
  'line-rolled-back',
  'line-end-of-day',
  'line-end-of-day-undone',
  'referral-rewarded',
  'referral-returned',
  'line-edited',
  'line-migrated',
  'line-adopted',
  'line-deleted',
  'line-restored',
  'line-refused',
  'line-blocked-for-abuse',
  'line-unblocked',
  'line-price-set',
];

type LineRow = Omit<LineFacts, 'events' | 'charges' | 'marks'>;

type OfLine<Row> = Row & { readonly lineId: number };

const lineRows = (ids: readonly number[]): Sql => sql`
  select l.id, l.owner_id, l.platform, l.is_trial, l.created_at, l.expires_at, l.deleted_at,
    l.blocked_for_abuse_at as blocked_at, l.test_hours, l.origin, price.cents as price_cents,
    pay.credit_cents, coalesce(s.pix_fee, 0) as pix_fee, coalesce(s.card_fee, 0) as card_fee,
    (select coalesce(jsonb_object_agg(months, cents), '{}') from plan_prices plan
      where plan.account_id = l.owner_id) as plan_cents
  from lines l left join line_prices price on price.line_id = l.id
    left join payment_accounts pay on pay.account_id = l.owner_id
    left join number_settings s on s.account_id = l.owner_id
  where l.id = any(${ids}::bigint[])`;

const eventRows = (ids: readonly number[]): Sql => sql`
  select line_id, at, kind, actor_id,
    (before ->> 'expiresAt')::timestamptz as expired_before,
    (after ->> 'expiresAt')::timestamptz as expires_after,
    (after ->> 'hundredths')::int as hundredths, (after ->> 'testHours')::int as test_hours,
    after ->> 'platform' as platform, before ->> 'platform' as former_platform, (after ->> 'cents')::int as cents,
    (after ->> 'charge')::bigint as charge, after ->> 'device' as device
  from events where line_id = any(${ids}::bigint[]) and kind = any(${kinds}::text[])
    and ${isNotUndone()}
  order by line_id, at, kind <> 'line-price-set', id`;

const chargeRows = (ids: readonly number[]): Sql => sql`
  select line_id, id, cents, months, method, paid_at, settled_at,
    case when state = 'reversed' then reversed_at end as returned_at
  from charges
  where line_id = any(${ids}::bigint[]) and purpose in ('renewal', 'sale') and paid_at is not null order by id`;

const markRows = (ids: readonly number[]): Sql => sql`
  select p.line_id, p.id, p.cents, p.paid_at from line_payments p
  where p.line_id = any(${ids}::bigint[]) and not exists (
    select from charges c where c.line_id = p.line_id and c.settled_at = p.paid_at)
  order by p.id`;

export async function readLineFacts(reader: Reader, ids: readonly number[]): Promise<LineFacts[]> {
  const rows = await reader.many<LineRow>(lineRows(ids));
  const events = byLine(await reader.many<OfLine<LineEvent>>(eventRows(ids)));
  const charges = byLine(await reader.many<OfLine<LineCharge>>(chargeRows(ids)));
  const marks = byLine(await reader.many<OfLine<PaidMark>>(markRows(ids)));
  return rows.map((row) => ({
    ...row,
    events: events.get(row.id) ?? [],
    charges: charges.get(row.id) ?? [],
    marks: marks.get(row.id) ?? [],
  }));
}

function byLine<Row>(rows: readonly OfLine<Row>[]): Map<number, Row[]> {
  const lines = new Map<number, Row[]>();
  for (const row of rows) {
    const list = lines.get(row.lineId);
    if (list) list.push(row);
    else lines.set(row.lineId, [row]);
  }
  return lines;
}

const imports: readonly string[] = ['line-imported', 'line-taken-over', 'line-moved-in'];

/** Returns the origin of the line. Older lines have no stored origin, so their events decide. */
export const findOrigin = ({ origin, events }: Pick<LineFacts, 'origin' | 'events'>): LineOrigin =>
  origin ?? (events.some(({ kind }) => imports.includes(kind)) ? 'import' : 'own');
