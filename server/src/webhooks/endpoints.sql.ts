/** Reads endpoints from the database and converts them to JSON. */
import type { Webhook, WebhookEvent } from '@ramal/contract/webhooks';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';

/** Condition on `e`: the endpoint belongs to the account. */
export const isOwnEndpoint = ({ id }: Pick<Actor, 'id'>, endpointId?: number): Sql =>
  endpointId === undefined
    ? sql`e.account_id = ${id}`
    : sql`e.account_id = ${id} and e.id = ${endpointId}`;

export const webhookQueue = (endpointId: number): string => `webhook:${endpointId}`;

interface EndpointRow {
  readonly id: number;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly expiringDays: number;
  readonly lowCredits: number;
  readonly formerUntil: Date | null;
  readonly offAt: Date | null;
  readonly offReason: string;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly total: number;
  readonly delivered: number;
  readonly averageMs: number | null;
}

/** Statistics of the week use at most this many of the newest messages. */
const MAX_MEASURED = 5_000;

/** Returns the endpoints for which the condition on `e` holds, oldest first. */
export async function readEndpoints(
  { clock }: AppContext,
  reader: Reader,
  which: Sql,
): Promise<Webhook[]> {
  const now = clock.now();
  const rows = await reader.many<EndpointRow>(sql`
    select e.id, e.url, e.events, e.expiring_days, e.low_credits,
      e.former_until, e.off_at, e.off_reason,
      e.failing_since, e.created_at, week.*
    from webhook_endpoints e cross join lateral (
      select count(*) as total, count(*) filter (where d.state = 'sent') as delivered,
        (avg(last.took_ms) filter (where d.state = 'sent'))::int as average_ms
      from (select m.id from webhook_messages m
        where m.endpoint_id = e.id and m.created_at > ${new Date(now.getTime() - 7 * DAY_MS)}
        order by m.id desc limit ${MAX_MEASURED}) m
      join deliveries d on d.kind = 'webhook' and d.subject_id = m.id
      left join lateral (select took_ms from delivery_attempts t where t.delivery_id = d.id
        order by t.id desc limit 1) last on true
    ) week
    where ${which} order by e.id`);
  return rows.map((row) => endpointOf(row, now));
}

const seconds = (at: Date | null): number | null => at && unixSeconds(at);

const endpointOf = (row: EndpointRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  expiringDays: row.expiringDays,
  lowCredits: fromHundredths(row.lowCredits),
  formerUntilTimestamp: row.formerUntil && row.formerUntil > now ? seconds(row.formerUntil) : null,
  active: row.offAt === null,
  offReason: row.offReason,
  failingSinceTimestamp: seconds(row.failingSince),
  createdAtTimestamp: unixSeconds(row.createdAt),
  week: { total: row.total, delivered: row.delivered, averageMs: row.averageMs },
});
