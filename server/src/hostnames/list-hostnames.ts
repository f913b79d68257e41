/** Lists hostnames: one's own, and for admins everybody's; what was removed, what is shared, what happened. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  Hostname,
  listHostnameLogs,
  listHostnames as declaration,
} from '@ramal/contract/operations/hostnames';
import sql, { type Sql } from 'sql-template-tag';
import { titleOf } from '../activity-log/activity-log.ts';
import { hasWallet } from '../credits/credits.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, Caller, RequestMeta } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { readLinkHostnames } from './choose-hostname.ts';
import { readHostnames, sharedWith } from './hostnames.sql.ts';
import { readRegistrarSettings } from './registrars/registrars.ts';

/** Part: hostnames that the caller may act on. */
export const actedOnBy = (actor: Actor): Sql =>
  hasWallet(actor) ? sql`h.owner_id = ${actor.id}` : sql`true`;

export async function listHostnames(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<HandlerResult<typeof declaration>> {
  const { dnsTutorial } = ctx.config;
  const data = await readHostnames(ctx, actor, sql`${actedOnBy(actor)} and h.removed_at is null`);
  return {
    data,
    is_sandbox: (await readRegistrarSettings(ctx.db)).registrar === 'sandbox',
    tutorial_video:
      dnsTutorial && hostOf(requestMeta) === dnsTutorial.host ? dnsTutorial.video : null,
    links: await readLinkHostnames(ctx.db, actor.id),
  };
}

const hostOf = ({ baseUrl }: RequestMeta): string | undefined =>
  URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined;

export const listRemovedHostnames = (ctx: AppContext, actor: Actor): Promise<Hostname[]> =>
  readHostnames(ctx, actor, sql`${actedOnBy(actor)} and h.removed_at is not null`);

export const listSharedHostnames = (ctx: AppContext, actor: Actor): Promise<Hostname[]> =>
  readHostnames(ctx, actor, sharedWith(actor.id));

const MOST_LOGS = 500;

/** Addresses are shown of what the caller did; what another did to a name of one's own comes without. */
export async function listHostnameEvents(
  { db, clock }: AppContext,
  actor: Actor,
): Promise<HandlerResult<typeof listHostnameLogs>> {
  const isSeller = hasWallet(actor);
  const rows = await db.many<{
    id: number;
    actorId: number | null;
    username: string | null;
    kind: string;
    name: string | null;
    at: Date;
    ip: string | null;
  }>(sql`
    select e.id, e.actor_id as "actorId", a.username, e.kind, e.after->>'name' as name, e.at,
      case when e.actor_id = ${actor.id} or ${!isSeller} then host(e.address) end as ip
    from events e left join accounts a on a.id = e.actor_id
    where e.kind like 'hostname-%' and ${isSeller ? sql`e.account_id = ${actor.id}` : sql`e.source = 4`}
    order by e.id desc limit ${MOST_LOGS}`);
  return rows.map((row) => ({
    id: row.id,
    id_user: row.actorId,
    username: row.username,
    description: [titleOf(row.kind), row.name].filter(Boolean).join(': '),
    date: formatDateTime(row.at, clock.timeZone),
    ip: row.ip,
  }));
}
