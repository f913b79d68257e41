/** SQL of «Mensagens de hoje»: the customers of a seller who wait for a message, with the reason. */
import { MESSAGE_DAYS, messageReasons } from '@ramal/contract/lines/messages';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql, { empty, type Sql } from 'sql-template-tag';
import { openPlatforms } from '../../access/access.ts';
import { isNotUndone } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { addDays, localDay, startOfDay } from '../../foundation/clock.ts';
import { chargedAt, renewsAutomatically } from '../../line-payments/line-payments.ts';
import { isCharged, wantsReminders } from '../planning/due-customers.sql.ts';

type Seller = Pick<Actor, 'id' | 'grants'>;

/** Selects each line that waits for a message once. With a batch, selects only its customers. */
export function waitingMessages({ clock }: AppContext, seller: Seller, batch?: number): Sql {
  const now = clock.now();
  const since = new Date(now.getTime() - MESSAGE_DAYS * DAY_MS);
  const renewals = bulkRenewals(seller.id, since, batch);
  if (batch !== undefined) return renewedCustomers(seller, renewals, now);
  const paid = paidRenewals(seller.id, since);
  return sql`
    select distinct on (id) * from (
      (${renewedCustomers(seller, sql`${paid} union all ${renewals}`, now)})
      union all ${dueCustomers(clock, seller, since)}
    ) waiting order by id, ${orderOfReason}`;
}

/** Position of `reason` in the order of the list. */
export const orderOfReason: Sql = sql`array_position(${[...messageReasons]}::text[], reason)`;

/**
 * Condition: an own line that the seller can see. Names the platforms, so that each needs only a
 * short scan of the index on owner, platform and expiry.
 */
const isOwn = (seller: Seller): Sql => sql`l.owner_id = ${seller.id}
  and l.platform = any(${openPlatforms(seller)}::text[]) and l.deleted_at is null`;

/** Customers of these renewals. A payment of the customer counts before a batch of the seller. */
const renewedCustomers = (seller: Seller, renewals: Sql, now: Date): Sql => sql`
  select distinct on (l.id) l.id, renewal.reason, l.platform, l.username, l.note, l.whatsapp, l.expires_at,
    renewal.cents
  from (${renewals}) renewal join lines l on l.id = renewal.line_id
  where ${isOwn(seller)} and l.expires_at > ${now}
    and (renewal.reason = 'paid' or l.whatsapp is not null and ${wantsReminders})
    and not ${hasAutomaticMessage(sql`r.kind = 'renewed' and r.due_at = l.expires_at`)}
    and not exists (select from line_contacts c
      where c.line_id = l.id and c.kind = 'renewed' and c.contacted_at >= renewal.at)
  order by l.id, renewal.reason, renewal.at desc`;

/** Renewals of the last days that customers paid. */
const paidRenewals = (accountId: number, since: Date): Sql => sql`
  select c.line_id, 'paid' as reason, c.settled_at as at, c.cents from charges c
  where c.account_id = ${accountId} and c.purpose = 'renewal' and c.state = 'settled'
    and c.renewed_until is not null and c.settled_at > ${since}`;

/** Renewals of the last days that the seller made in batches and did not undo. */
const bulkRenewals = (accountId: number, since: Date, batch?: number): Sql => sql`
  select r.line_id, 'renewed' as reason, b.created_at as at, null::bigint as cents
  from batches b join batch_rows r on r.batch_id = b.id
  where b.account_id = ${accountId} and b.kind = 'extend-lines' and b.created_at > ${since}
    and r.outcome = 'done' ${batch === undefined ? empty : sql`and b.id = ${batch}`}
    and not exists (select from events e where e.line_id = r.line_id and e.at > ${since} and e.kind = 'line-extended'
      and e.request = b.origin->>'requestId' and not ${isNotUndone('e')})`;

/**
 * Customers whose payment is due. A request of today removes the customer. An expired customer is
 * removed by any request after the expiry.
 */
function dueCustomers(clock: AppContext['clock'], seller: Seller, since: Date): Sql {
  const { timeZone } = clock;
  const now = clock.now();
  const today = localDay(now, timeZone);
  return sql`
    select l.id, due.reason, l.platform, l.username, l.note, l.whatsapp, l.expires_at, null
    from (${dueRanges(clock, seller, since)}) due (reason, begins, ends)
    join lines l on ${isOwn(seller)} and l.expires_at >= due.begins and l.expires_at < due.ends
      and ${isCharged} and ${wantsReminders} and not ${renewsAutomatically}
      and coalesce(${chargedAt} < case due.reason when 'expired' then l.expires_at
        else ${startOfDay(today, timeZone)} end, true)
      and not ${hasAutomaticMessage(sql`r.kind = 'due' and r.day = ${today}::date`)}`;
}

/**
 * Ranges of the expiries: the last days, today, and the later days that a threshold of the
 * reminders reaches today.
 */
function dueRanges(clock: AppContext['clock'], seller: Seller, since: Date): Sql {
  const { timeZone } = clock;
  const running = new Date(clock.now().getTime() + 1);
  const today = localDay(clock.now(), timeZone);
  const midnight = (days: Sql): Sql =>
    sql`(${today}::date - t.days + ${days})::timestamp at time zone ${timeZone}`;
  return sql`
    values ('expired', ${since}::timestamptz, ${running}::timestamptz),
      ('today', ${running}, ${startOfDay(addDays(today, 1), timeZone)})
    union all
    select 'soon', ${midnight(sql`0`)}, ${midnight(sql`1`)} from reminder_thresholds t
    where t.account_id = ${seller.id} and t.kind = 'due' and t.is_on and t.days < 0`;
}

/** Condition: the message about the renewal of `lines l` was sent, or will be sent automatically. */
export const hasRenewalMessage: Sql = sql`(
  exists (select from line_contacts c
    where c.line_id = l.id and c.kind = 'renewed' and c.due_at = l.expires_at and c.channel <> 'none')
  or ${hasAutomaticMessage(sql`r.kind = 'renewed' and r.due_at = l.expires_at`)})`;

/** Condition: such a reminder of `lines l` will be sent automatically. */
function hasAutomaticMessage(reminder: Sql): Sql {
  return sql`exists (
  select from reminders r where r.line_id = l.id and ${reminder}
    and (r.state = 'queued' or r.state = 'planned' and r.try_at is not null))`;
}
