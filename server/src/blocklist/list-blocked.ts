/**
 * Lists the addresses that are blocked or were blocked recently, and the wrong attempts of one
 * address.
 */
import {
  type BlockedIpState,
  type blockedIpSorts,
  type IpBlockReason,
  LISTED_HOURS,
  type refusedAttemptSorts,
} from '@ramal/contract/operations/blocklist';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql, raw } from 'sql-template-tag';
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../foundation/app-context.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { containsFolded } from '../foundation/like.ts';
import {
  type PageQuery,
  boundedTotal,
  gatherSorted,
  limitOffset,
  toPageAnswer,
} from '../foundation/pages.ts';
import { blockMinutes } from './blocklist-rules.ts';
import { formatNetwork, countHonestSignIns, isExempt } from './blocklist.sql.ts';
import { parseNetwork } from './read-network.ts';

interface BlockedRow {
  readonly isBlocked: boolean;
  readonly ip: string;
  readonly total: number;
  readonly reason: IpBlockReason;
  readonly pairs: number;
  readonly until: Date;
  readonly blocks: number;
  readonly shared: boolean;
}

/**
 * SQL condition: the address is blocked, or its block ended within the last LISTED_HOURS
 * (Q-BLRECENT).
 */
export const isListed = (now: Date): Sql =>
  sql`b.blocked_until > ${new Date(now.getTime() - LISTED_HOURS * HOUR_MS)}`;

const selectBlocked = (now: Date): Sql => sql`
  select ${isBlocked(now)} as is_blocked, ${formatNetwork(sql`b.network`)} as ip, b.attempts::int as total, b.reason, b.reason_pairs as pairs,
    b.blocked_until as until, b.blocks, b.is_shared as shared
  from blocked_addresses b`;

const isBlocked = (now: Date): Sql =>
  sql`b.blocked_until > ${now} and not ${isExempt(sql`b.network`, now)}`;

const serialize = ({ until, blocks, isBlocked: blocked, ...row }: BlockedRow) => ({
  ...row,
  state: blocked ? ('blocked' as const) : ('released' as const),
  blockedUntilTimestamp: unixSeconds(until),
  minutes: blockMinutes(blocks),
});

const sortKey = (sort: ListQuery['sort'], now: Date): Sql =>
  ({
    total: sql`b.attempts`,
    ip: sql`b.network`,
    state: sql`not (${isBlocked(now)})`,
    reason: sql`(b.reason, b.reason_pairs)`,
    blocked_until: sql`b.blocked_until`,
  })[sort];

interface ListQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly state?: BlockedIpState | undefined;
  readonly sort: (typeof blockedIpSorts)[number];
  readonly dir: 'asc' | 'desc';
}

export async function listBlockedIps({ db, clock }: AppContext, query: ListQuery) {
  const matches = query.search
    ? sql`b.network::text like ${containsFolded(query.search)}`
    : sql`true`;
  const now = clock.now();
  const states = {
    blocked: isBlocked(now),
    released: sql`not (${isBlocked(now)})`,
  };
  const inState = query.state ? states[query.state] : sql`true`;
  const blockedRows = sql`${selectBlocked(now)} where ${isListed(now)} and ${inState} and ${matches}`;
  const total = await boundedTotal(db, blockedRows);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const rows = await db.many<BlockedRow>(sql`
    ${blockedRows} order by ${sortKey(query.sort, now)} ${raw(query.dir)}, b.network limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, rows.map(serialize));
}

interface TryRow {
  readonly ip: string;
  readonly username: string;
  readonly maskedPassword: string;
  readonly host: string;
  readonly at: Date;
}

interface AttemptsQuery extends PageQuery {
  readonly ip: string;
  readonly sort: (typeof refusedAttemptSorts)[number];
  readonly dir: 'asc' | 'desc';
}

const attemptKeys = {
  username: sql`fold(username)`,
  senha: sql`password_masked`,
  host: sql`host`,
};

/**
 * Reads a page of attempts. The order by time has an index. Every other order sorts all attempts of
 * the address.
 */
async function pageOfAttempts(db: Reader, query: AttemptsQuery, network: string) {
  const from = sql`from refused_players where address <<= ${network}::inet`;
  const { sort } = query;
  if (sort !== 'created_at')
    return gatherSorted(db, sql`select id, ${attemptKeys[sort]} as key ${from}`, query);
  const total = await boundedTotal(db, sql`select ${from}`);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const dir = raw(query.dir);
  const rows = await db.many<{ id: number }>(
    sql`select id ${from} order by at ${dir}, id ${dir} limit ${limit} offset ${offset}`,
  );
  return { total, ids: rows.map(({ id }) => id) };
}

export async function listBlockedAttempts({ db, clock }: AppContext, query: AttemptsQuery) {
  const now = clock.now();
  const network = parseNetwork(query.ip, 'ip');
  const row = await db.first<BlockedRow>(sql`
    ${selectBlocked(now)} where b.network = ${network}::cidr and ${isListed(now)}`);
  const totals = await db.first<{ honest: number; blocks: number }>(sql`
    select ${countHonestSignIns(sql`b.network`, now)} as honest, b.blocks from blocked_addresses b
    where b.network = ${network}::cidr`);
  const { total, ids } = await pageOfAttempts(db, query, network);
  // Attempts are stored for longer than the score, so an address without a score may still have
  // attempts.
  if (!totals && total.total === 0) refuse('ip_not_listed');
  const tries = await db.many<TryRow>(sql`
    select host(address) as ip, username, password_masked as masked_password, host, at
    from refused_players where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`);
  return {
    ...toPageAnswer(
      query,
      total,
      tries.map(({ at, ...shown }) => ({
        ...shown,
        createdAt: formatDateTime(at, clock.timeZone),
        createdAtTimestamp: unixSeconds(at),
      })),
    ),
    block: row ? serialize(row) : null,
    honest: totals?.honest ?? 0,
    blocks: totals?.blocks ?? 0,
  };
}
