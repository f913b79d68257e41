/**
 * Lists hostnames: admins see all, and other callers see their own. Also lists removed and shared
 * hostnames, and the events of hostnames.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { Hostname, listHostnames as declaration } from '@ramal/contract/operations/hostnames';
import type { listHostnameLogs as logsDeclaration } from '@ramal/contract/operations/hostnames';
import sql, { raw, type Sql } from 'sql-template-tag';
import { findKindsByTitle, titleKey, titleOf } from '../activity-log/activity-log.ts';
import { hasWallet } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Actor, type Caller, reachedUrl, type RequestMeta } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { containsFolded } from '../foundation/like.ts';
import { boundedTotal, gatherSorted, toPageAnswer, pageWithinBound } from '../foundation/pages.ts';
import { readLinkHostnames } from './choose-hostname.ts';
import { readHostnames, isSharedWith } from './hostnames.sql.ts';
import { readRegistrarSettings } from './registrars/registrars.ts';

/** SQL condition on `h`: the caller may change the hostname. */
export const isManagedBy = (actor: Actor): Sql =>
  hasWallet(actor) ? sql`h.owner_id = ${actor.id}` : sql`true`;

export async function listHostnames(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<HandlerResult<typeof declaration>> {
  const { dnsTutorial } = ctx.config;
  const data = await readHostnames(ctx, actor, sql`${isManagedBy(actor)} and h.removed_at is null`);
  return {
    data,
    isSandbox: (await readRegistrarSettings(ctx.db)).registrar === 'sandbox',
    tutorialVideo:
      dnsTutorial && hostOf(requestMeta) === dnsTutorial.host ? dnsTutorial.video : null,
    links: await readLinkHostnames(ctx.db, actor.id),
  };
}

function hostOf(requestMeta: RequestMeta): string | undefined {
  const url = reachedUrl(requestMeta);
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

export const listRemovedHostnames = (ctx: AppContext, actor: Actor): Promise<Hostname[]> =>
  readHostnames(ctx, actor, sql`${isManagedBy(actor)} and h.removed_at is not null`);

export const listSharedHostnames = (ctx: AppContext, actor: Actor): Promise<Hostname[]> =>
  readHostnames(ctx, actor, isSharedWith(actor.id));

type LogQuery = Call<typeof logsDeclaration>['query'];

/**
 * Lists the events of the caller's hostnames. If an admin acted, other callers do not see the
 * admin's name and IP address.
 */
export async function listHostnameEvents(
  { db, clock }: AppContext,
  { actor, query }: Call<typeof logsDeclaration>,
): Promise<HandlerResult<typeof logsDeclaration>> {
  const { total, ids } = await findEvents(db, actor, query);
  const rows = await db.many<{
    id: number;
    actorId: number | null;
    username: string | null;
    kind: string;
    name: string | null;
    at: Date;
    ip: string | null;
  }>(sql`
    select e.id, case when ${isShownTo(actor)} then e.actor_id end as actor_id, ${authorFor(actor)} as username,
      e.kind, e.after->>'name' as name, e.at, host(${addressFor(actor)}) as ip
    from unnest(${ids}::bigint[]) with ordinality found (id, place) join events e using (id)
    order by found.place`);
  return toPageAnswer(
    query,
    total,
    rows.map((row) => ({
      id: row.id,
      idUser: row.actorId,
      username: row.username,
      description: [titleOf(row.kind), row.name].filter(Boolean).join(': '),
      date: formatDateTime(row.at, clock.timeZone),
      ip: row.ip,
    })),
  );
}

const isShownTo = (actor: Actor): Sql =>
  hasWallet(actor) ? sql`e.actor_id is not distinct from ${actor.id}` : sql`true`;

const addressFor = (actor: Actor): Sql => sql`case when ${isShownTo(actor)} then e.address end`;

/**
 * SQL fragment: the name of the actor as the caller may see it. Null if the panel acted
 * automatically.
 */
const authorFor = (actor: Actor): Sql => sql`
  case when ${isShownTo(actor)} then (select a.username from accounts a where a.id = e.actor_id)
    when e.actor_id is not null then 'Administração' end`;

async function findEvents(reader: Reader, actor: Actor, { search, ...query }: LogQuery) {
  const author = sql`fold(${authorFor(actor)})`;
  const ownerCondition = hasWallet(actor) ? sql`e.account_id = ${actor.id}` : sql`true`;
  const matches = search
    ? sql`(e.kind = any(${findKindsByTitle(search)}) or fold(e.after->>'name') like ${containsFolded(search)}
        or ${author} like ${containsFolded(search)})`
    : sql`true`;
  const which = sql`e.source = 4 and e.kind like 'hostname-%' and ${ownerCondition} and ${matches}`;
  if (query.sort !== 'id') {
    const key = {
      username: author,
      description: sql`${titleKey} || coalesce(': ' || fold(e.after->>'name'), '')`,
      ip: addressFor(actor),
    }[query.sort];
    return gatherSorted(
      reader,
      sql`select e.id, ${key} as key from events e where ${which}`,
      query,
    );
  }
  const [total, rows] = await Promise.all([
    boundedTotal(reader, sql`select from events e where ${which}`),
    reader.many<{ id: number }>(sql`
      select e.id from events e where ${which} order by e.id ${raw(query.dir)} ${pageWithinBound(query)}`),
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}
