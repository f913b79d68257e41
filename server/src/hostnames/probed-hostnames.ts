/** Hostnames as targets of the probe: what the built-in registrar sells is nowhere. */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { TargetSource } from '../reachability/reachability.ts';
import { HOSTNAME_KIND } from './hostnames.sql.ts';

export const probedHostnames: TargetSource = {
  kind: HOSTNAME_KIND,
  targets: async ({ db }) => {
    const rows = await db.many<{ id: number; name: string }>(sql`
      select id, name from hostnames
      where state = 'active' and removed_at is null and registrar is distinct from 'sandbox'`);
    return rows.map(({ id, name }) => ({ kind: HOSTNAME_KIND, id, url: `http://${name}/healthz` }));
  },
  changed: async (tx, { clock }, { id, isFallen, reason }) => {
    const found = await tx.first<{ name: string; ownerId: number }>(
      sql`select name, owner_id as "ownerId" from hostnames where id = ${id}`,
    );
    if (!found) return;
    const event = { actorId: null, accountId: found.ownerId, after: { name: found.name, reason } };
    const origin = { ip: null, requestId: 'probe', at: clock.now() };
    await tx.run(
      isFallen
        ? insertEventCte(origin, { kind: 'hostname-fell', ...event })
        : insertEventCte(origin, { kind: 'hostname-returned', ...event }),
    );
  },
};
