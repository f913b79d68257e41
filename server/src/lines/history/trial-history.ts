/**
 * Finds earlier tests with the same phone number or the same device, and tests that were watched
 * over the same connection. Source: contract/trial-history.
 */
import { createHmac } from 'node:crypto';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  SHARED_CONNECTION_LINES,
  TRIAL_DAYS,
  type TrialTally,
  type getTrialHistory as declaration,
} from '@ramal/contract/lines/trial-history';
import sql, { type Sql } from 'sql-template-tag';
import type { Caller } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { inTree } from '../../access/access.ts';

interface TrialCounts {
  readonly tests: number;
  readonly own: number;
  readonly last: Date | null;
}

export interface Customer {
  readonly whatsapp?: string | null | undefined;
  readonly mac?: string | undefined;
}

export function createReadTrialHistory(ctx: AppContext) {
  const rateLimit = createRateLimiter(ctx, 'trial-history');
  return async (call: Call<typeof declaration>): Promise<HandlerResult<typeof declaration>> => {
    await consume(rateLimit, String(call.actor.id));
    return readTrialHistory(ctx, call, call.query);
  };
}

async function readTrialHistory(ctx: AppContext, caller: Caller, { whatsapp, mac }: Customer) {
  const since = new Date(ctx.clock.now().getTime() - TRIAL_DAYS * DAY_MS);
  const count = async (trials: Sql | undefined): Promise<TrialTally> => {
    if (!trials) return { tests: 0, own: 0, lastTimestamp: null };
    const counts = await ctx.db.first<TrialCounts>(sql`
      select count(*)::int as tests, max(t.created_at) as last,
        count(*) filter (where ${inTree(caller.actor, sql`t.owner_id`)})::int as own
      from (${trials}) t`);
    const { last, ...counters } = counts!;
    return { ...counters, lastTimestamp: last && unixSeconds(last) };
  };
  const [number, device, connection] = await Promise.all([
    count(whatsapp ? givenTo(whatsapp, since) : undefined),
    count(putOn(whatsapp || undefined, mac ? markOf(ctx, mac) : undefined, since)),
    count(whatsapp ? overConnectionsOf(whatsapp, since) : undefined),
  ]);
  return { number, device, connection };
}

const markOf = ({ secrets }: AppContext, mac: string): Buffer =>
  createHmac('sha256', secrets.key('trial-devices')).update(mac).digest();

/** CTE: stores that a test was bound to this device, to recognise later tests. */
export const insertTrialDeviceCte = (ctx: AppContext, lineId: number, mac: string): Sql => sql`
  insert into trial_devices (line_id, mac_mark, at)
  values (${lineId}, ${markOf(ctx, mac)}, ${ctx.clock.now()})
  on conflict (line_id, mac_mark) do update set at = excluded.at`;

/** Times of the newest tests of a stranger; null without a test. */
export interface LastTrials {
  readonly byNumber: Date | null;
  readonly byDevice: Date | null;
}

/**
 * Finds the newest tests with the number or on the device in the whole installation. `device` is a
 * MAC or another signature, as it was stored by `insertTrialDeviceCte`.
 */
export async function readLastTrials(
  ctx: AppContext,
  reader: Reader,
  {
    whatsapp,
    device,
  }: { readonly whatsapp?: string | undefined; readonly device?: string | undefined },
): Promise<LastTrials> {
  const since = new Date(ctx.clock.now().getTime() - TRIAL_DAYS * DAY_MS);
  const newest = (trials: Sql | undefined): Sql =>
    trials ? sql`(select max(t.created_at) from (${trials}) t)` : sql`null::timestamptz`;
  const row = await reader.first<LastTrials>(sql`
    select ${newest(whatsapp ? givenTo(whatsapp, since) : undefined)} as by_number,
      ${newest(device ? putOn(undefined, markOf(ctx, device), since) : undefined)} as by_device`);
  return row!;
}

const givenTo = (number: string, since: Date): Sql => sql`
  select owner_id, created_at from lines
  where is_trial and whatsapp = ${number} and created_at > ${since}`;

/**
 * Selects tests that were bound to a device. With `mark`, this is the device with that MAC.
 * Otherwise it is any device of the lines with this number, and tests with the number itself are
 * omitted.
 */
function putOn(number: string | undefined, mark: Buffer | undefined, since: Date): Sql | undefined {
  if (mark === undefined && number === undefined) return undefined;
  const marks =
    mark === undefined
      ? sql`select d.mac_mark from lines l join trial_devices d on d.line_id = l.id where l.whatsapp = ${number}`
      : sql`select ${mark}::bytea`;
  return sql`
    select distinct l.id, l.owner_id, l.created_at
    from trial_devices d join lines l on l.id = d.line_id
    where d.mac_mark in (${marks}) and l.is_trial and l.created_at > ${since}
      ${mark === undefined ? sql`and l.whatsapp is distinct from ${number}` : sql``}`;
}

/**
 * Selects tests of other numbers that were watched over the IP addresses of this number's lines. An
 * address that many customers of a carrier share is omitted.
 */
const overConnectionsOf = (number: string, since: Date): Sql => sql`
  with seen as materialized (
    select distinct household(v.address) as place
    from lines l join viewings v on v.line_id = l.id
    where l.whatsapp = ${number} and l.deleted_at is null and v.address is not null and v.started_at > ${since}
  ), homes as materialized (
    select place from seen where ${SHARED_CONNECTION_LINES} > (
      select count(*) from (
        select distinct v.line_id from viewings v
        where household(v.address) = seen.place and v.address is not null and v.started_at > ${since}
        limit ${SHARED_CONNECTION_LINES}
      ) lines_there
    )
  )
  select distinct l.id, l.owner_id, l.created_at
  from homes join viewings v on household(v.address) = homes.place and v.address is not null and v.started_at > ${since}
    join lines l on l.id = v.line_id
  where l.is_trial and l.created_at > ${since} and l.whatsapp is distinct from ${number}`;
