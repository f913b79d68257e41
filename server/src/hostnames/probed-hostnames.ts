/** Hostnames as targets of the probe; what the built-in registrar sells is nowhere. */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { Config } from '../foundation/config.ts';
import type { TargetSource } from '../reachability/reachability.ts';
import { HOSTNAME_KIND } from './hostnames.sql.ts';

/** What the collector is to places outside, which are asked for names alone. */
export const COLLECTED_KIND = 'collected';

/** Condition on `h`: links may carry it. */
export const mayBeCarried = sql`
  (h.state = 'active' and h.removed_at is null and h.registrar is distinct from 'sandbox')`;

/** As links would carry it. */
function urlOf({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  const url = new URL(publicUrl ?? 'http://player');
  url.hostname = name;
  return `${url.origin}/healthz`;
}

export const probedHostnames: TargetSource = {
  kind: HOSTNAME_KIND,
  targets: async ({ db, config }) => {
    const rows = await db.many<{ id: number; name: string }>(
      sql`select h.id, h.name from hostnames h where ${mayBeCarried}`,
    );
    return rows.map(({ id, name }) => ({ kind: HOSTNAME_KIND, id, url: urlOf(config, name) }));
  },
  names: async ({ db }, place) => {
    const rows = await db.many<{ id: number; host: string }>(
      sql`select id, host from collected_hostnames where network = ${place}`,
    );
    return rows.map((row) => ({ kind: COLLECTED_KIND, ...row }));
  },
  changed: async (tx, { clock }, { id, isFallen, reason, seenFrom }) => {
    const found = await tx.first<{ name: string; ownerId: number }>(
      sql`select name, owner_id as "ownerId" from hostnames where id = ${id}`,
    );
    if (!found) return;
    const { name, ownerId } = found;
    const after = isFallen ? { name, reason, seenFrom } : { name };
    const event = { actorId: null, accountId: ownerId, after };
    const origin = { ip: null, requestId: 'probe', at: clock.now() };
    await tx.run(
      isFallen
        ? insertEventCte(origin, { kind: 'hostname-fell', ...event })
        : insertEventCte(origin, { kind: 'hostname-returned', ...event }),
    );
  },
};
