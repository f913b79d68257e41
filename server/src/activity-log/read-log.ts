/**
 * The activity log: the events of a month of one's own network, as sentences. Source: S-LOG, K-43,
 * Q-LOGSCOPE. Of the accounts above the reader only its parent is named; an admin is «Administração».
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { LogType, getLog as declaration, logRow } from '@ramal/contract/logs';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { bouquetNames } from '../catalogue/catalogue.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime, localDay, startOfDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { pageOf } from '../foundation/pages.ts';
import { findAccessibleAccount, idsInTree } from '../access/access.ts';
import { type LogQuery, type Scope, findMatches } from './log-filters.sql.ts';
import { type LogReading, type EventData, sentenceHtml } from './log-sentence.ts';
import { type LogEvent, namesKnownTo, pageOfIds, rowsOf } from './log.sql.ts';

export async function getLog(
  ctx: AppContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { db, clock } = ctx;
  const input = await parseQuery(ctx, actor, query);
  const [{ total, ids }, resellers] = await Promise.all([
    pageOfIds(db, input, query),
    firstByName(db, actor),
  ]);
  const events = await rowsOf(db, actor, ids);
  const reading = await readingOf(ctx, actor, events);
  const { data: logs, ...page } = pageOf(
    query,
    total,
    events.map((event) => row(event, actor, reading, clock.timeZone)),
  );
  return { logs, resellers, ...page };
}

export interface Filters {
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly log_type: LogType;
  readonly reseller?: number | undefined;
  readonly search?: string | undefined;
}

/** Refuses an account outside the tree, and DNS Premium without its grant. */
export async function parseQuery(
  { db, clock }: AppContext,
  actor: Actor,
  { month, year, log_type, reseller, search }: Filters,
): Promise<LogQuery> {
  const seesDnsPremium = actor.grants.has('logs.dns-premium');
  if (log_type === 4 && !seesDnsPremium) refuse('forbidden');
  const [thisYear, thisMonth] = localDay(clock.now(), clock.timeZone).split('-').map(Number);
  const first = (months: number): Date =>
    startOfDay(
      new Date(Date.UTC(year ?? thisYear!, (month ?? thisMonth!) - 1 + months, 1))
        .toISOString()
        .slice(0, 10),
      clock.timeZone,
    );
  return {
    scope: await scopeOf(db, actor, reseller),
    from: first(0),
    until: first(1),
    source: log_type === -1 ? undefined : log_type,
    seesDnsPremium,
    found: search === undefined ? undefined : await findMatches(db, search),
  };
}

async function scopeOf(reader: Reader, actor: Actor, reseller: number | undefined): Promise<Scope> {
  if (reseller !== undefined)
    return { account: await findAccessibleAccount(reader, actor, reseller) };
  return actor.profile === 'admin' ? 'everything' : { treeOf: actor.id };
}

/** The names that the sentences of these events need, as far as the reader may know them. */
export async function readingOf(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  events: readonly LogEvent[],
): Promise<LogReading> {
  const told = events.flatMap(({ before, after }) => [before, after]);
  const [bouquets, known] = await Promise.all([
    bouquetNames(
      db,
      told.flatMap((one) => idsUnder(one, ['bouquets', 'bouquet_ids'])),
    ),
    namesKnownTo(
      db,
      actor,
      told.flatMap((one) => ['owner', 'with', 'network'].map((name) => one?.[name])),
    ),
  ]);
  return { timeZone: clock.timeZone, bouquets, known };
}

const idsUnder = (told: EventData | null, names: readonly string[]): number[] =>
  names.flatMap((name) => told?.[name]).filter((id): id is number => Number.isSafeInteger(id));

const row = (
  event: LogEvent,
  actor: Actor,
  reading: LogReading,
  timeZone: string,
): z.input<typeof logRow> => ({
  id: actor.grants.has('logs.ids') ? event.id : null,
  source: event.source,
  revenda: event.account ?? '',
  revenda_id: event.accountId,
  usuario: subjectOf(event),
  autor: authorOf(event),
  acao: sentenceHtml(event, reading),
  date: formatDateTime(event.at, timeZone),
  ip: addressOf(event),
});

/** The line's user name, or the name of the account that the event is about. */
export const subjectOf = ({ line, account }: LogEvent): string => line ?? account ?? '';

/** Empty when the account did it itself. Of the accounts above the reader only the parent is named. */
export function authorOf({
  actorId,
  accountId,
  actor,
  actorIsAdmin,
  known,
  isParent,
}: LogEvent): string {
  if (actorId === null || actorId === accountId) return '';
  if (actor && (known || (isParent && !actorIsAdmin))) return actor;
  return actorIsAdmin ? 'Administração' : 'Quem vende para você';
}

/** The address of an account above the reader is not shown. */
export const addressOf = ({ known, address }: LogEvent): string => (known && address) || '';

const OFFERED = 30;

const firstByName = (
  reader: Reader,
  { id, profile }: Actor,
): Promise<{ id: number; username: string }[]> =>
  reader.many(sql`
    select id, username from accounts
    where deleted_at is null and ${profile === 'admin' ? sql`true` : sql`id in (${idsInTree(id)})`}
    order by lower(username) limit ${OFFERED}`);
