/**
 * Lists the expired paid periods of a month, which the reports count as «Vencimentos» (Q-COUNTS).
 * If there are more rows than an exact total counts, they can be sorted only by time. Months
 * outside the reports are empty, because finding an old expiry requires reading all later events.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { ExpirySort, listExpiries as declaration } from '@ramal/contract/reports';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql, empty, raw } from 'sql-template-tag';
import { gatherTree } from '../access/access.ts';
import { isNotUndone } from '../events/events.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { startOfDay, unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import { containsFolded } from '../foundation/like.ts';
import {
  boundedAt,
  boundedTotal,
  toPageAnswer,
  pageWithinBound,
  refuseLongSort,
} from '../foundation/pages.ts';
import { endedPeriod, expiredPeriods } from './line-months.sql.ts';
import { lastMonths } from './months.ts';

interface Row {
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly reseller: string;
  readonly at: Date;
  readonly extendedAt: Date | null;
}

const ofLine = (column: Sql): Sql => sql`(select ${column} from lines l where l.id = p.line_id)`;
const reseller = sql`(select fold(a.username) from accounts a where a.id = p.account_id)`;

/**
 * Sort keys of the expired periods `p`. The order by time reads no line, so it can sort any number
 * of rows.
 */
const keys: Record<ExpirySort, Sql> = {
  expired_at: sql`p.at`,
  username: ofLine(sql`fold(l.username)`),
  // In alphabetical order: IPTV, Novo P2P, P2P.
  platform: ofLine(sql`array_position(array['iptv', 'new-p2p', 'p2p'], l.platform)`),
  reseller,
  extended_at: sql`p.extended_at`,
};

export async function listExpiries(
  { db, clock }: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  if (!lastMonths(clock).includes(query.month)) return toPageAnswer(query, boundedAt(0), []);
  const from = startOfDay(`${query.month}-01`, clock.timeZone);
  const expired = sql`
    from (${expiredPeriods(changesOf(actor, from), from, clock.now())}) p
    where p.at < ${startOfDay(nextMonth(query.month), clock.timeZone)}
      ${inScope(actor, sql`p.account_id`)} ${query.search ? matches(query.search) : empty}`;
  const total = await boundedTotal(db, sql`select ${expired}`);
  refuseLongSort(total, query.sort === 'expired_at');
  const dir = raw(query.dir);
  const order = sql`order by key ${dir} nulls last, p.at ${dir}, p.line_id ${dir}`;
  const rows = await db.many<Row>(sql`
    select p.line_id, l.platform, l.username, a.username as reseller, p.at, p.extended_at
    from (select p.*, ${keys[query.sort]} as key ${expired} ${order} ${pageWithinBound(query)}) p
      join lines l on l.id = p.line_id join accounts a on a.id = p.account_id
    ${order}`);
  return toPageAnswer(
    query,
    total,
    rows.map(({ lineId, at, extendedAt, ...row }) => ({
      ...row,
      lineId,
      expiredAtTimestamp: unixSeconds(at),
      extendedAtTimestamp: extendedAt && unixSeconds(extendedAt),
    })),
  );
}

const matches = (search: string): Sql =>
  sql`and ${ofLine(sql`fold(l.username)`)} || ' ' || ${reseller} like ${containsFolded(search)}`;

/**
 * Selects the events that may have replaced an expiry of the month. `ended` is the replaced expiry.
 */
const changesOf = (actor: ReaderAccount, from: Date): Sql => sql`(
  select account_id, line_id, at, ${endedPeriod} as ended from events
  where at >= ${from} and kind like 'line-%' and account_id is not null and ${isNotUndone()}
    ${inScope(actor, sql`account_id`)})`;

/**
 * Condition: an admin reads the expiries of all accounts, and a seller reads those of its tree. The
 * reports count the same accounts (Q-REPORTSCOPE).
 */
const inScope = ({ profile, id }: ReaderAccount, account: Sql): Sql =>
  profile === 'admin' ? empty : sql`and ${account} = any(array(${gatherTree(id)}))`;

/** Returns the first day of the next month. */
function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 10);
}
