/** Provides balancers as targets of the probe. */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { TargetSource } from '../reachability/reachability.ts';
import { BALANCER_KIND, findBalancer } from './balancers.sql.ts';
import { followHealth } from './follow-health.ts';
import { balancerOrigin } from './remove-emptied.ts';
import { getBalancerChoice } from './choose-balancer.ts';

export const probedBalancers: TargetSource = {
  kind: BALANCER_KIND,
  targets: async ({ db, config }) => {
    const rows = await db.many<{ id: number; ip: string }>(
      sql`select id, host(ip) as ip from balancers`,
    );
    return rows.map(({ id, ip }) => {
      const host = ip.includes(':') ? `[${ip}]` : ip;
      return { kind: BALANCER_KIND, id, url: `http://${host}:${config.balancerPort}/healthz` };
    });
  },
  changed: async (tx, { clock }, { id, isFallen, reason, seenFrom }) => {
    const balancer = await findBalancer(tx, id, clock.now());
    if (!balancer) return;
    const { name, ip, watching: screens } = balancer;
    const after = isFallen ? { name, ip, reason, seenFrom, screens } : { name, ip };
    const event = { actorId: null, accountId: null, after };
    const origin = { ...balancerOrigin, at: clock.now() };
    await tx.run(
      isFallen
        ? insertEventCte(origin, { kind: 'balancer-fell', ...event })
        : insertEventCte(origin, { kind: 'balancer-returned', ...event }),
    );
  },
  settled: async (ctx) => {
    await followHealth(ctx);
    getBalancerChoice(ctx).forget();
  },
};
