/**
 * Lists the sign-ins and refused attempts of an account, the newest first. IP addresses are stored
 * only for the retention period of personal data (Q-RETENTION). Older accesses have no address and
 * are not listed. Source: S-SHARED-25, S-SHARED-26, Q-LOGSCOPE.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { listAccesses as declaration } from '@ramal/contract/logs';
import sql, { type Sql, empty, join, raw } from 'sql-template-tag';
import { formatDateTime } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { escapeLike } from '../foundation/like.ts';
import { boundedTotal, toPageAnswer, limitOffset, refuseLongSort } from '../foundation/pages.ts';
import { inTree } from '../access/access.ts';
import { deviceName } from '../foundation/device.ts';

interface Access {
  readonly at: Date;
  readonly address: string;
  /** Null for a refused attempt. */
  readonly userAgent: string | null;
  readonly entered: boolean;
}

export async function listAccesses(
  { db, clock }: AppContext,
  { actor, params, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const holder = await db.first<{ id: number; username: string }>(sql`
    select id, username from accounts a
    where id = ${params.id} and deleted_at is null and ${inTree(actor, sql`a.id`)}`);
  if (!holder) return refuse('reseller_not_found');
  const sides = [signIns, refusals].map((side) => side(holder.id, query.search));
  const total = await boundedTotal(db, join(sides, ' union all '));
  refuseLongSort(total, query.sort === 'date');
  const { limit, offset, fromEnd } = limitOffset(query, total);
  const key =
    query.sort === 'device'
      ? sql`fold(${JSON.stringify(await readDevices(db, holder.id))}::jsonb ->> user_agent)`
      : keys[query.sort];
  const order = (isReversed: boolean): Sql => {
    const direction = raw((query.dir === 'asc') !== isReversed ? 'asc' : 'desc');
    const nulls = raw(isReversed ? 'nulls first' : 'nulls last');
    return sql`${key} ${direction} ${query.sort === 'device' ? nulls : empty}, at ${direction}`;
  };
  const near = sides.map(
    (side) =>
      sql`(select * from (${side}) side order by ${order(fromEnd)} limit ${offset + limit})`,
  );
  const rows = await db.many<Access>(sql`
    select * from (
      select * from (${join(near, ' union all ')}) near
      order by ${order(fromEnd)} limit ${limit} offset ${offset}
    ) page order by ${order(false)}`);
  return {
    ...toPageAnswer(
      query,
      total,
      rows.map(({ at, address: ip, userAgent, entered }) => ({
        ip,
        date: formatDateTime(at, clock.timeZone),
        device: userAgent === null ? '' : deviceName(userAgent),
        entered,
      })),
    ),
    ...holder,
  };
}

const keys = { date: sql`at`, ip: sql`address::inet`, entered: sql`entered` };

/** Returns the device name of each browser that signed in to the account, by its user agent. */
async function readDevices(db: Reader, accountId: number): Promise<Record<string, string>> {
  const browsers = await db.many<{ userAgent: string }>(sql`
    select distinct coalesce(user_agent, '') as user_agent from sign_ins where account_id = ${accountId}`);
  return Object.fromEntries(browsers.map(({ userAgent }) => [userAgent, deviceName(userAgent)]));
}

const signIns = (accountId: number, search: string | undefined): Sql => sql`
  select created_at as at, host(address) as address, coalesce(user_agent, '') as user_agent, true as entered
  from sign_ins where account_id = ${accountId} and address is not null ${matchesSearch(search)}`;

const refusals = (accountId: number, search: string | undefined): Sql => sql`
  select at, host(address) as address, null as user_agent, false as entered
  from events where account_id = ${accountId} and kind = 'sign-in-refused' and address is not null ${matchesSearch(search)}`;

const matchesSearch = (search: string | undefined): Sql =>
  search === undefined ? empty : sql`and host(address) like '%' || ${escapeLike(search)} || '%'`;
