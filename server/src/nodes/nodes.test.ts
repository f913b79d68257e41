/** Tests heartbeats of processes, the release in use and the rollback, over HTTP. */
import {
  listNodes,
  listUpgrades,
  readChangelog,
  readNodeLog,
  viewRollback,
  viewVersion,
} from '@ramal/contract/operations/nodes';
import { version } from '@ramal/contract/version';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { getLoadMeter } from '../foundation/load/load-meter.ts';
import { createLogger } from '../create-context.ts';
import { readLogLines } from '../foundation/start/recent-log-lines.ts';
import { startHeartbeat, recordHeartbeat, recordLogLines } from './send-heartbeat.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const list = async () => (await call(ctx, listNodes, {}, { token: admin.token })).body;
const nodeNamed = async (name: string) => (await list()).nodes.filter((node) => node.name === name);

const process = (name: string, roles: readonly ('panel' | 'player' | 'worker')[]) => ({
  id: randomUUID() as string,
  name,
  roles,
  version: '0.9.9',
  isDraining: false,
});

describe('processes', () => {
  it('lists two nodes with their roles and the load of the last minute', async () => {
    const meter = getLoadMeter(ctx);
    for (let request = 0; request < 3; request += 1) meter.countRequest(20);
    meter.noteScreen('a');
    await recordHeartbeat(ctx, process('painel-1', ['panel', 'player']));
    await recordHeartbeat(ctx, process('worker-1', ['worker']));
    const [panel] = await nodeNamed('painel-1');
    expect(panel).toMatchObject({
      roles: ['panel', 'player'],
      version: '0.9.9',
      state: 'up',
      screens: 1,
      queue: null,
    });
    expect(panel!.requests).toBeGreaterThanOrEqual(3);
    expect(panel!.answer_ms).not.toBeNull();
    expect(panel!.hours.at(-1)).toBe('up');
    const [worker] = await nodeNamed('worker-1');
    expect(worker).toMatchObject({ roles: ['worker'], state: 'up', queue: expect.any(Number) });
  });

  it('counts due jobs and deliveries in the queue of a worker', async () => {
    const worker = process('worker-2', ['worker']);
    await recordHeartbeat(ctx, worker);
    const before = (await nodeNamed('worker-2'))[0]!.queue!;
    await ctx.owner.query(`select ask_job('run-task', '{}', 'fila-de-teste')`);
    await recordHeartbeat(ctx, worker);
    expect((await nodeNamed('worker-2'))[0]!.queue).toBe(before + 1);
    await ctx.owner.query(`select graphile_worker.remove_job('fila-de-teste')`);
  });

  it('returns the last fifty warnings and errors of a process', async () => {
    const log = createLogger({ logLevel: 'warn' }, { write: () => undefined });
    for (let each = 1; each <= 60; each += 1) log.child({ job: 'a' }).warn(`warning ${each}`);
    log.info('not stored');
    log.error({ err: new Error('no route') }, 'a delivery failed');
    const panel = process('painel-9', ['panel']);
    await recordHeartbeat(ctx, panel);
    await recordLogLines(ctx, panel.id, readLogLines(log));
    const read = await call(ctx, readNodeLog, { query: { id: panel.id } }, { token: admin.token });
    expect(read.body.data).toHaveLength(50);
    expect(read.body.data.slice(0, 2)).toMatchObject([
      { level: 'error', text: 'a delivery failed: no route' },
      { level: 'warn', text: 'warning 60' },
    ]);
    expect(read.body.data.at(-1)).toMatchObject({ text: 'warning 12' });
  });

  it('shows a killed process as lost until another one with its name and roles replaces it', async () => {
    const killed = process('painel-3', ['panel']);
    const sibling = process('painel-3', ['worker']);
    await recordHeartbeat(ctx, killed);
    await ctx.owner.query(`update nodes set seen_at = now() - interval '2 minutes' where id = $1`, [
      killed.id,
    ]);
    await recordHeartbeat(ctx, sibling);
    expect((await nodeNamed('painel-3')).map(({ roles, state }) => [roles, state])).toEqual([
      [['panel'], 'lost'],
      [['worker'], 'up'],
    ]);
    const successor = process('painel-3', ['panel']);
    await recordHeartbeat(ctx, successor);
    expect((await nodeNamed('painel-3')).map(({ id }) => id)).toEqual([successor.id, sibling.id]);
  });

  it('shows a process that drains next to its successor', async () => {
    const leaving = process('player-1', ['player']);
    await recordHeartbeat(ctx, leaving);
    const successor = { ...process('player-1', ['player']), version };
    await recordHeartbeat(ctx, successor);
    await recordHeartbeat(ctx, { ...leaving, isDraining: true });
    const states = (await nodeNamed('player-1')).map((node) => [node.version, node.state]);
    expect(Object.fromEntries(states)).toEqual({ '0.9.9': 'draining', [version]: 'up' });
  });

  it('adds the time between the heartbeats of all processes with one name', async () => {
    const node = process('painel-4', ['panel']);
    await recordHeartbeat(ctx, node);
    const since = (seconds: number) =>
      ctx.owner.query(
        `update node_hours set last_at = last_at - make_interval(secs => $1) where name = 'painel-4'`,
        [seconds],
      );
    const seconds = async () =>
      (
        await ctx.owner.query<{ well: number }>(
          `select sum(well_seconds)::int as well from node_hours where name = 'painel-4'`,
        )
      ).rows[0]!.well;
    await since(10);
    await recordHeartbeat(ctx, node);
    expect(await seconds()).toBe(10);
    await since(4);
    await recordHeartbeat(ctx, { ...process('painel-4', ['panel']), version });
    expect(await seconds()).toBe(14);
    // After 600 seconds without a heartbeat, only 20 seconds count: the longest normal interval.
    await since(600);
    await recordHeartbeat(ctx, node);
    expect(await seconds()).toBe(34);
  });

  it('sends heartbeats from the start to the end of a process', async () => {
    const config = { ...ctx.config, nodeName: 'todo-1' };
    const signs = await startHeartbeat({ ...ctx, config }, 20);
    expect(await nodeNamed('todo-1')).toMatchObject([
      { roles: ['panel', 'player', 'worker'], version, state: 'up' },
    ]);
    signs.drain();
    await expect.poll(async () => (await nodeNamed('todo-1'))[0]?.state).toBe('draining');
    await signs.stop();
    expect(await nodeNamed('todo-1')).toEqual([]);
  });
});

describe('databases', () => {
  it('shows the primary with its version and connections', async () => {
    await recordHeartbeat(ctx, process('painel-1', ['panel']));
    const [primary, ...others] = (await list()).databases;
    expect(primary).toMatchObject({ role: 'primary', state: 'up', lag_seconds: null });
    expect(primary!.version).toMatch(/^\d+\.\d+$/);
    expect(primary!.connections).toBeGreaterThan(0);
    expect(primary!.hours.at(-1)).toBe('up');
    expect(others.filter(({ role }) => role === 'replica')).toEqual([]);
  });
});

describe('the release', () => {
  const view = async () => (await call(ctx, viewVersion, {}, { token: admin.token })).body;
  const rollback = () => call(ctx, viewRollback, {}, { token: admin.token });

  it('is in use since its first start if no upgrade led to it', async () => {
    await ctx.owner.query(
      `insert into versions values ($1, '2026-11-20T12:00:00Z')
       on conflict (version) do update set first_started_at = excluded.first_started_at`,
      [version],
    );
    const answer = await view();
    expect(answer).toMatchObject({
      version,
      since_timestamp: Date.parse('2026-11-20T12:00:00Z') / 1000,
      upgrade: null,
    });
    expect(answer.news?.version).toBe(version);
    expect((await rollback()).status).toBe(409);
  });

  it('counts the changes since the copy, open ones included, until the copy expires', async () => {
    const event = async (kind: string) =>
      Number(
        (await ctx.owner.query(`insert into events (kind) values ($1) returning id`, [kind]))
          .rows[0].id,
      );
    const open = await event('line-created');
    const last = await event('line-created');
    const now = ctx.clock.now();
    const at = (ms: number) => new Date(now.getTime() + ms);
    const expires = at(3 * 86_400_000);
    await ctx.owner.query(
      `insert into upgrades (from_version, to_version, started_at, finished_at, copy_kind, copy_taken_at,
         copy_bytes, copy_expires_at, copy_last_event_id, copy_missing_event_ids)
       values ('0.9.0', $1, $2, $3, 'cluster', $2, 1954210120, $4, $5, $6)`,
      [version, at(-48_000), now, expires, last, [open]],
    );
    await event('line-extended');
    await event('line-extended');
    expect((await view()).upgrade).toEqual({
      from_version: '0.9.0',
      seconds: 48,
      copy: {
        taken_at_timestamp: Math.floor(at(-48_000).getTime() / 1000),
        bytes: 1_954_210_120,
        expires_at_timestamp: Math.floor(expires.getTime() / 1000),
        is_expired: false,
        changes: 3,
        has_more_changes: false,
      },
    });
    expect((await rollback()).body).toMatchObject({
      from_version: '0.9.0',
      command: expect.stringContaining('rollback'),
      changes: [
        { title: 'Linha renovada', count: 2 },
        { title: 'Linha criada', count: 1 },
      ],
    });
    const upgrades = await call(ctx, listUpgrades, {}, { token: admin.token });
    expect(upgrades.body.data).toMatchObject([
      { from_version: '0.9.0', to_version: version, seconds: 48, copy_bytes: 1_954_210_120 },
    ]);
    ctx.clock.forward(3 * 86_400_000);
    const later = await person(ctx, { profile: 'admin' });
    const answer = await call(ctx, viewVersion, {}, { token: later.token });
    expect(answer.body.upgrade?.copy).toMatchObject({ is_expired: true, changes: 0 });
    expect((await call(ctx, viewRollback, {}, { token: later.token })).status).toBe(409);
  });

  it('has the whole changelog', async () => {
    const late = await person(ctx, { profile: 'admin' });
    const { body } = await call(ctx, readChangelog, {}, { token: late.token });
    expect(body.data[0]?.version).toBe(version);
    expect(body.data.length).toBeGreaterThan(5);
  });
});
