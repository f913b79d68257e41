/**
 * Seeds the balancers and CNAMEs of the demo, in each state except «up». A balancer that is up
 * would receive the demo's players, and its address does not exist. The addresses are from ranges
 * that are reserved for documentation. This server never connects to them.
 */
import { createCname, changeCname } from '@ramal/contract/operations/balancers';
import { createProbeAgent } from '@ramal/contract/operations/probe-agents';
import sql from 'sql-template-tag';
import { balancerRoutes } from '../balancers/balancers.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { agentRoutes } from '../reachability/reachability.ts';
import { hoursBefore } from './moments.ts';
import { performCall } from './perform-call.ts';

interface DemoBalancer {
  readonly name: string;
  readonly ip: string;
  readonly state: 'up' | 'down' | 'unknown';
  readonly isFlapping?: boolean;
  /** Number of hours until now in which the balancer did not answer. */
  readonly hoursDown: number;
}

const KIND = 'balancer';
const MOVED_FROM = '203.0.113.14';

const balancers: readonly DemoBalancer[] = [
  { name: 'São Paulo 1', ip: '203.0.113.11', state: 'up', hoursDown: 0 },
  { name: 'São Paulo 2', ip: '203.0.113.12', state: 'down', hoursDown: 3 },
  { name: 'Rio de Janeiro 1', ip: '203.0.113.13', state: 'up', isFlapping: true, hoursDown: 1 },
  { name: 'Fortaleza 1', ip: MOVED_FROM, state: 'down', hoursDown: 9 },
  { name: 'Curitiba 1', ip: '203.0.113.15', state: 'up', hoursDown: 0 },
  { name: 'Manaus 1', ip: '203.0.113.16', state: 'unknown', hoursDown: 0 },
];

const cnames = [
  { name: 'tv.exemplo.com.br', ip: '203.0.113.11' },
  { name: 'cine.exemplo.com.br', ip: '203.0.113.12' },
  { name: 'esportes.exemplo.com.br', ip: MOVED_FROM },
  { name: 'sul.exemplo.com.br', ip: '203.0.113.15' },
];

export async function seedBalancers(ctx: AppContext, admin: Caller): Promise<void> {
  await ctx.db.tx(async (tx) => {
    for (const balancer of balancers) await insertBalancer(ctx, tx, admin, balancer);
  });
  const routes = balancerRoutes(ctx);
  const ids = new Map<string, number>();
  for (const body of cnames) {
    const { cname } = await performCall(routes, createCname, admin, { body });
    ids.set(body.ip, cname.id);
  }
  await performCall(routes, changeCname, admin, {
    body: { id: ids.get(MOVED_FROM)!, ip: '203.0.113.11', discart: true },
  });
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update balancers set leaving_at = ${hoursBefore(ctx, 2)} where ip = '203.0.113.15'::inet`);
    await tx.run(sql`
      insert into cname_moves (cname_id, name, from_name, to_name, is_rehearsed, at)
      select c.id, c.name, b.name, 'São Paulo 1', true, ${hoursBefore(ctx, 2)}
      from cnames c join balancers b on b.id = c.balancer_id where c.name = 'cine.exemplo.com.br'`);
  });
  await seedProbePlaces(ctx, admin);
}

async function insertBalancer(
  ctx: AppContext,
  tx: Tx,
  { actor }: Caller,
  { name, ip, state, isFlapping = false, hoursDown }: DemoBalancer,
): Promise<void> {
  const now = ctx.clock.now();
  const row = await tx.first<{ id: number }>(sql`
    insert into balancers (name, ip, weight, created_by, created_at)
    values (${name}, ${ip}::inet, 0, ${actor.id}, ${hoursBefore(ctx, 40 * 24)}) returning id`);
  if (state === 'unknown') return;
  const since = hoursBefore(ctx, hoursDown || 300);
  await tx.run(sql`
    insert into probed_targets (kind, target_id, state, is_flapping, since, reason, checked_at, fell_at)
    values (${KIND}, ${row!.id}, ${state}, ${isFlapping}, ${since},
      ${state === 'down' ? 'connect' : null}, ${now}, ${hoursDown > 0 ? since : null})`);
  await tx.run(sql`
    insert into probe_cells (kind, target_id, at, tries, failures)
    select ${KIND}, ${row!.id}, ${now}::timestamptz - make_interval(hours => ago, mins => 20), 60,
      case when ago < ${hoursDown} then ${isFlapping ? 20 : 60} else 0 end
    from generate_series(0, 23) as ago`);
}

/** Seeds two probe agents: the first never reported, and the second no longer reports. */
async function seedProbePlaces(ctx: AppContext, admin: Caller): Promise<void> {
  const routes = agentRoutes(ctx, []);
  await performCall(routes, createProbeAgent, admin, { body: { name: 'Claro, Recife' } });
  const { id } = await performCall(routes, createProbeAgent, admin, {
    body: { name: 'Vivo, São Paulo' },
  });
  const at = hoursBefore(ctx, 6);
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update probe_places set reported_at = ${at}, reported_ip = '198.51.100.70'::inet, last_sequence = 1
      where id = ${id}`);
    await tx.run(sql`
      insert into place_results (place_id, kind, target_id, at, failed, answer_ms)
      select ${id}, t.kind, t.target_id, ${at}, t.reason, case when t.reason is null then 42 end
      from probed_targets t where t.kind = ${KIND}`);
  });
}
