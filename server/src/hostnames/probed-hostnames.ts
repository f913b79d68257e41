/**
 * Hostnames as targets of the probe. Names of the built-in registrar are not in DNS, so they are
 * not probed.
 */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { Config } from '../foundation/config.ts';
import type { TargetSource } from '../reachability/reachability.ts';
import { HOSTNAME_KIND } from './hostnames.sql.ts';

/** Kind of probe target for collected names. Probe agents only resolve such names. */
export const COLLECTED_KIND = 'collected';

/** Condition on `h`: links may contain it. */
export const isLinkable = sql`
  (h.state = 'active' and h.removed_at is null and h.registrar is distinct from 'sandbox')`;

/** Returns the URL in the form that links contain. */
function urlOf({ publicUrl }: Pick<Config, 'publicUrl'>, name: string): string {
  const url = new URL(publicUrl ?? 'http://player');
  url.hostname = name;
  return `${url.origin}/healthz`;
}

export const probedHostnames: TargetSource = {
  kind: HOSTNAME_KIND,
  targets: async ({ db, config }) => {
    const rows = await db.many<{ id: number; name: string }>(
      sql`select h.id, h.name from hostnames h where ${isLinkable}`,
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
    const hostname = await tx.first<{ name: string; ownerId: number }>(
      sql`select name, owner_id from hostnames where id = ${id}`,
    );
    if (!hostname) return;
    const { name, ownerId } = hostname;
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
