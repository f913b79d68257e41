import { getCnameAutomation, setCnameAutomation } from '@ramal/contract/operations/balancers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { probeRound } from '../reachability/probe-round.ts';
import type { Probing } from '../reachability/try-targets.ts';
import { probedBalancers } from './balancers.ts';

const IPS = ['200.160.4.1', '200.160.4.2', '200.160.4.3'] as const;
const PERIOD_MS = 30_000;

let ctx: TestContext;
let admin: Person;
/** Addresses of the balancers that do not answer. */
let down: Set<string>;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PROBE_REFERENCES: '' });
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  down = new Set();
  await ctx.owner.query('truncate balancers, cnames, cname_moves, probed_targets, probe_cells');
  await ctx.owner.query(`update cname_automation set mode = 'rehearsal'`);
  for (const ip of IPS)
    await ctx.owner.query(
      `insert into balancers (name, ip, weight, created_by, created_at) values ($1::text, $1::text::inet, 20, $2, $3)`,
      [ip, admin.id, ctx.clock.now()],
    );
  for (let n = 0; n < 4; n += 1) await insertCname(`tv${n}.norte.click`, IPS[0]);
  await rounds(12);
});
afterAll(() => ctx.close());

const insertCname = (name: string, ip: string) =>
  ctx.owner.query(
    `insert into cnames (name, balancer_id, changed_at, changed_by, created_at)
     select $1, id, $2, $3, $2 from balancers where ip = $4::inet`,
    [name, ctx.clock.now(), admin.id, ip],
  );

const probing: Probing = {
  probe: async (_ctx, { url }) => ({
    failed: down.has(new URL(url).hostname) ? 'connect' : null,
    certificateEndsAt: null,
    ms: null,
  }),
  pause: async () => undefined,
};

async function rounds(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await probeRound(ctx, [probedBalancers], probing);
    ctx.clock.forward(PERIOD_MS);
  }
}

const set = (mode: 'off' | 'rehearsal' | 'on') =>
  call(ctx, setCnameAutomation, { body: { mode } }, { token: admin.token });
const automation = async () =>
  (await call(ctx, getCnameAutomation, {}, { token: admin.token })).body;

const leading = async (ip: string) =>
  (
    await ctx.owner.query(
      `select from cnames c join balancers b on b.id = c.balancer_id where b.ip = $1::inet`,
      [ip],
    )
  ).rowCount;
const moves = async () =>
  (
    await ctx.owner.query<{ name: string; at: Date; is_rehearsed: boolean }>(
      'select name, at, is_rehearsed from cname_moves order by id',
    )
  ).rows;

it('records one intended move per name in rehearsal and moves nothing', async () => {
  down.add(IPS[0]);
  await rounds(60);
  expect(await leading(IPS[0])).toBe(4);
  const said = await moves();
  expect(said.every((move) => move.is_rehearsed)).toBe(true);
  expect(said.map(({ name }) => name)).toEqual([...new Set(said.map(({ name }) => name))]);
  expect(await automation()).toMatchObject({
    mode: 'rehearsal',
    moves_a_day: 6,
    last: { from: IPS[0], rehearsed: true },
  });
});

it('moves names to healthy balancers at most three times an hour with an event each', async () => {
  await set('on');
  down.add(IPS[0]);
  await rounds(2);
  expect(await leading(IPS[0])).toBe(1);
  expect(await automation()).toMatchObject({ mode: 'on', moves: 3, last: { rehearsed: false } });
  const { rowCount } = await ctx.owner.query(`select from events where kind = 'cname-followed'`);
  expect(rowCount).toBe(3);
  await rounds(121);
  expect(await leading(IPS[0])).toBe(0);
  expect(Math.abs((await leading(IPS[1]))! - (await leading(IPS[2]))!)).toBe(0);
});

it('moves nothing when it is switched off', async () => {
  await set('off');
  down.add(IPS[0]);
  await rounds(10);
  expect(await moves()).toEqual([]);
});

it('never exceeds the budget while balancers flap for hours', async () => {
  await set('on');
  for (let quarter = 0; quarter < 16; quarter += 1) {
    down = new Set([IPS[quarter % 3]!]);
    await rounds(quarter % 2 === 0 ? 14 : 16);
  }
  const made = (await moves()).map(({ name, at }) => ({ name, at: +at }));
  expect(made.length).toBeGreaterThan(0);
  for (const { at, name } of made) {
    const movesWithin = (ms: number) => made.filter((move) => move.at <= at && move.at > at - ms);
    expect(movesWithin(86_400_000).length).toBeLessThanOrEqual(6);
    expect(movesWithin(3_600_000).length).toBeLessThanOrEqual(3);
    expect(movesWithin(900_000).filter((move) => move.name === name)).toHaveLength(1);
  }
});

it('moves nothing if no other balancer is healthy', async () => {
  await set('on');
  for (const ip of IPS) {
    down.add(ip);
    await rounds(1);
  }
  await ctx.owner.query('update balancers set weight = 0 where ip <> $1::inet', [IPS[0]]);
  await ctx.owner.query('truncate cname_moves');
  const before = await leading(IPS[0]);
  await rounds(10);
  expect(await leading(IPS[0])).toBe(before);
  expect(await moves()).toEqual([]);
});

it('moves nothing while the network of the prober is down', async () => {
  await set('on');
  down = new Set(IPS);
  await rounds(10);
  expect(await moves()).toEqual([]);
  expect(await leading(IPS[0])).toBe(4);
});
