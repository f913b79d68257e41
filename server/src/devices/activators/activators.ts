/**
 * Reads, changes and probes activator hostnames. Each app has one hostname, which its devices
 * receive (S-DNSACT, Q-BALROUTES).
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  Activator,
  editActivator as editDeclaration,
} from '@ramal/contract/operations/activators';
import { namedApps } from '@ramal/contract/rules/named-apps';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDate, unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { deleteTargetHistory, type TargetSource } from '../../reachability/reachability.ts';

const KIND = 'activator';

interface Row {
  readonly id: number;
  readonly app: string;
  readonly dns: string | null;
  readonly changedAt: Date | null;
  readonly health: Activator['health'];
  readonly downSince: Date | null;
}

const selectActivators = (condition: Sql): Sql => sql`
  select a.id, a.app, a.dns, a.changed_at,
    case when t.state in ('up', 'suspect') then 'up' when t.state is null or t.state = 'unknown' then 'unknown'
      else 'down' end as health,
    case when t.state not in ('up', 'suspect', 'unknown') then t.since end as down_since
  from activators a
  left join probed_targets t on t.kind = ${KIND} and t.target_id = a.id
  where ${condition} order by a.id`;

const names: Readonly<Record<string, string>> = { ...namedApps, smart: 'Smart App' };

export async function listActivators(ctx: AppContext): Promise<Activator[]> {
  const rows = await ctx.db.many<Row>(selectActivators(sql`true`));
  return rows.map((row) => serialize(ctx, row));
}

const serialize = ({ clock }: AppContext, row: Row): Activator => ({
  id: row.id,
  ativador: names[row.app] ?? row.app,
  dns: row.dns ?? '',
  changedFormatted: row.changedAt && formatDate(row.changedAt, clock.timeZone),
  health: row.health,
  downSinceTimestamp: row.downSince && unixSeconds(row.downSince),
});

export const editActivator = (
  ctx: AppContext,
  { actor, requestMeta, params, body }: Call<typeof editDeclaration>,
): Promise<HandlerResult<typeof editDeclaration>> =>
  ctx.db.tx(async (tx) => {
    const before = await tx.first<{ app: string; dns: string | null }>(
      sql`select app, dns from activators where id = ${params.id} for update`,
    );
    if (!before) return refuse('activator_not_found');
    if (before.dns !== body.dns) {
      await tx.run(sql`
        update activators set dns = ${body.dns}, changed_at = ${ctx.clock.now()} where id = ${params.id}`);
      // Deletes the probe history, because it belongs to the previous address.
      await tx.run(deleteTargetHistory(KIND, params.id));
      const app = names[before.app] ?? before.app;
      await recordEvent(tx, requestMeta, {
        kind: 'activator-changed',
        actorId: actor.id,
        accountId: null,
        before: { app, name: before.dns },
        after: { app, name: body.dns },
      });
    }
    const row = await tx.first<Row>(selectActivators(sql`a.id = ${params.id}`));
    return { message: 'Sucesso', ...serialize(ctx, row!) };
  });

/**
 * Returns the hostname for the playlists of an app's devices. Null means the default hostname. The
 * default is also used while the hostname of the app does not answer.
 */
export async function activatorHost(db: Reader, app: string): Promise<string | null> {
  const key = app in namedApps ? app : 'smart';
  const row = await db.first<Row>(selectActivators(sql`a.app = ${key}`));
  return row && row.health !== 'down' ? row.dns : null;
}

export const probedActivators: TargetSource = {
  kind: KIND,
  targets: async ({ db }) => {
    const rows = await db.many<{ id: number; dns: string }>(
      sql`select id, dns from activators where dns is not null`,
    );
    return rows.map(({ id, dns }) => ({ kind: KIND, id, url: `http://${dns}/healthz` }));
  },
  changed: async (tx, { clock }, { id, isFallen, reason, seenFrom }) => {
    const activator = await tx.first<{ app: string; dns: string }>(
      sql`select app, dns from activators where id = ${id}`,
    );
    if (!activator) return;
    await recordEvent(
      tx,
      { ip: null, requestId: 'probe', at: clock.now() },
      {
        kind: isFallen ? 'activator-fell' : 'activator-returned',
        actorId: null,
        after: {
          app: names[activator.app] ?? activator.app,
          name: activator.dns,
          ...(isFallen ? { reason, seenFrom } : {}),
        },
      },
    );
  },
};
