/**
 * Reads the activity log: the events of a month in the reader's tree, as sentences. Of the accounts
 * above the reader, only the parent's name is shown. An admin is shown as «Administração». Source:
 * S-LOG, K-43, Q-LOGSCOPE.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { EventGroup, LogType, getLog as declaration } from '@ramal/contract/logs';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import { localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { toPageAnswer } from '../foundation/pages.ts';
import { findAccessibleAccount, idsInTree } from '../access/access.ts';
import type { LogQuery, Scope } from './log-filters.sql.ts';
import { serializeLogRow, readLogContext } from './log-row.ts';
import { readPageOfIds, readLogRows } from './log.sql.ts';
import { findMatches } from './search-log.ts';

export async function getLog(
  ctx: ReadingContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { db, clock } = ctx;
  const input = await parseQuery(ctx, actor, query);
  const [{ total, ids }, resellers] = await Promise.all([
    readPageOfIds(db, actor, input, query),
    firstByName(db, actor),
  ]);
  const events = await readLogRows(db, actor, input, ids);
  const context = await readLogContext(ctx, actor, events);
  const { data: logs, ...page } = toPageAnswer(
    query,
    total,
    events.map((event) => serializeLogRow(event, actor, context, clock.timeZone)),
  );
  return { logs, resellers, ...page };
}

export interface Filters {
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly logType: LogType;
  readonly group?: EventGroup | undefined;
  readonly reseller?: number | undefined;
  readonly search?: string | undefined;
}

/**
 * Converts the filters to a query. Refuses an account outside the tree, and DNS Premium without its
 * grant.
 */
export async function parseQuery(
  ctx: ReadingContext,
  actor: Actor,
  { month, year, logType, group, reseller, search }: Filters,
): Promise<LogQuery> {
  const { db, clock } = ctx;
  const seesDnsPremium = actor.grants.has('logs.dns-premium');
  if (logType === 4 && !seesDnsPremium) refuse('forbidden');
  const [thisYear, thisMonth] = localDay(clock.now(), clock.timeZone).split('-').map(Number);
  const first = (months: number): Date =>
    startOfDay(
      new Date(Date.UTC(year ?? thisYear!, (month ?? thisMonth!) - 1 + months, 1))
        .toISOString()
        .slice(0, 10),
      clock.timeZone,
    );
  const input = {
    scope: await scopeOf(db, actor, reseller),
    from: first(0),
    until: first(1),
    source: logType === -1 ? undefined : logType,
    seesDnsPremium,
    group,
    matches: undefined,
  };
  return search === undefined
    ? input
    : { ...input, matches: await findMatches(ctx, actor, input, search) };
}

async function scopeOf(reader: Reader, actor: Actor, reseller: number | undefined): Promise<Scope> {
  if (reseller !== undefined)
    return { account: await findAccessibleAccount(reader, actor, reseller) };
  return actor.profile === 'admin' ? 'everything' : { treeOf: actor.id };
}

const OFFERED = 30;

const firstByName = (
  reader: Reader,
  { id, profile }: Actor,
): Promise<{ id: number; username: string }[]> =>
  reader.many(sql`
    select id, username from accounts
    where deleted_at is null and ${profile === 'admin' ? sql`true` : sql`id in (${idsInTree(id)})`}
    order by lower(username) limit ${OFFERED}`);
