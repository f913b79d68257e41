/**
 * Tests repeated runs of the detection during a whole day. Findings are extended, recorded as one
 * event, and decided by people.
 */
import {
  blockForAbuse,
  dismissAbuse,
  recreateBlocked,
  setAbuseSettings,
} from '@ramal/contract/abuse';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { getLog } from '@ramal/contract/logs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { moveEvents } from '../../test/events.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { seedLine } from '../../test/player.ts';
import { deleteOldRows } from '../retention/retention.ts';
import { detectSharing, findSharingLines } from './detect-sharing.ts';
import { type ViewingFixture, insertViewings } from './viewings.fixtures.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: '2026-11-24T15:00:00Z' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate abuse_findings, abuse_blocks, viewings, presence');
  await ctx.owner.query('update abuse_detection set looked_until = null, automatic = false');
});
afterAll(() => ctx.close());

const HOME = '203.0.113.1';
const OTHER = '198.51.100.9';
const together = (from: number, to: number): ViewingFixture[] => [
  { at: HOME, from, to },
  { at: OTHER, from, to },
];
const sharing = () => together(130, 5);

const aLine = async () => (await line(ctx, seller)).id;
const findings = async (id: number) =>
  (
    await ctx.owner.query(
      `select together_seconds / 60 as minutes, closed_at is not null as closed from abuse_findings
       where line_id = $1 order by id`,
      [id],
    )
  ).rows;
const readFinding = async (id: number) =>
  (
    await ctx.owner.query(
      `select abuse_reasons as reasons, blocked_for_abuse_at is not null as blocked from lines where id = $1`,
      [id],
    )
  ).rows[0];
const events = async (id: number) =>
  (await ctx.owner.query(`select kind from events where line_id = $1 order by id`, [id])).rows
    .map(({ kind }) => kind)
    .slice(1);
const act = (what: Parameters<typeof call>[1], id: number, body?: Record<string, unknown>) =>
  call(ctx, what, { params: { id }, ...(body ? { body } : {}) }, { token: admin.token });

it('writes one finding and one event for any number of runs and workers', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await Promise.all([1, 2, 3, 4].map(() => findSharingLines(ctx)));
  await detectSharing.work(ctx, undefined);
  expect(await findings(id)).toEqual([{ minutes: 125, closed: false }]);
  expect(await events(id)).toEqual(['line-suspected']);
  expect((await readFinding(id)).reasons).toMatch(/^Dois endereços .* por 2 h 5 min/);
});

it('extends a finding within a day and starts a new one afterwards', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await findSharingLines(ctx);
  ctx.clock.forward(3 * 3_600_000);
  await insertViewings(ctx, id, together(60, 10));
  await findSharingLines(ctx);
  expect(await findings(id)).toEqual([{ minutes: 175, closed: false }]);
  expect((await readFinding(id)).reasons).toMatch(/por 2 h 55 min/);
  ctx.clock.forward(24 * 3_600_000);
  await insertViewings(ctx, id, together(120, 20));
  await findSharingLines(ctx);
  expect(await findings(id)).toEqual([
    { minutes: 175, closed: true },
    { minutes: 100, closed: false },
  ]);
  expect(await events(id)).toEqual(['line-suspected']);
});

it('examines a line only if two of its networks appeared since the last run', async () => {
  const id = await aLine();
  await findSharingLines(ctx);
  ctx.clock.forward(3_600_000);
  await findSharingLines(ctx);
  // This viewing ended long before the last run, so the next run does not find it.
  await insertViewings(ctx, id, together(200, 30));
  ctx.clock.forward(120_000);
  expect(await findSharingLines(ctx)).toEqual([]);
  // Two players now watch at once. The run therefore examines the whole window and also finds the
  // earlier viewing.
  await insertViewings(ctx, id, together(1, 0));
  expect(await findSharingLines(ctx)).toEqual([id]);
  expect(await findings(id)).toMatchObject([{ minutes: 170 }]);
});

it('examines viewings from the time when no worker ran', async () => {
  const id = await aLine();
  await findSharingLines(ctx);
  ctx.clock.forward(6 * 3_600_000);
  await insertViewings(ctx, id, together(300, 200));
  expect(await findSharingLines(ctx)).toEqual([id]);
});

it('counts a viewing until its last heartbeat and skips blocked and deleted lines and other platforms', async () => {
  const [seen, unseen, blocked, gone, moved] = [
    await aLine(),
    await aLine(),
    await aLine(),
    await aLine(),
    await aLine(),
  ];
  // Each line has its own networks, because an address that many lines use belongs to a carrier.
  const running = (id: number): ViewingFixture[] => [
    { at: `203.0.113.${id % 250}`, from: 130, to: 0 },
    { at: `198.51.100.${id % 250}`, from: 130, to: 0 },
  ];
  for (const id of [seen, blocked, gone, moved]) await insertViewings(ctx, id, running(id));
  const [, quiet] = await insertViewings(ctx, unseen, running(unseen));
  await ctx.owner.query(`update viewings set seen_at = started_at where id = $1`, [quiet]);
  await ctx.owner.query(`update lines set blocked_for_abuse_at = now() where id = $1`, [blocked]);
  await ctx.owner.query(`update lines set deleted_at = now() where id = $1`, [gone]);
  await ctx.owner.query(`update lines set platform = 'p2p' where id = $1`, [moved]);
  expect(await findSharingLines(ctx)).toEqual([seen]);
});

it('ignores viewings before a dismissal and finds later ones', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await findSharingLines(ctx);
  expect((await act(dismissAbuse, id, {})).body.message).toBe('Suspeita descartada');
  expect(await readFinding(id)).toEqual({ reasons: '', blocked: false });
  expect(await findings(id)).toEqual([{ minutes: 125, closed: true }]);
  ctx.clock.forward(2_000);
  await insertViewings(ctx, id, together(0.02, 0));
  expect(await findSharingLines(ctx)).toEqual([]);
  ctx.clock.forward(2 * 3_600_000);
  await insertViewings(ctx, id, together(110, 40));
  expect(await findSharingLines(ctx)).toEqual([id]);
  expect(await findings(id)).toEqual([
    { minutes: 125, closed: true },
    { minutes: 70, closed: false },
  ]);
  expect(await events(id)).toEqual(['line-suspected', 'abuse-dismissed', 'line-suspected']);
});

it('respects a decision that was made during the run', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  const holder = await ctx.owner.connect();
  await holder.query('begin');
  await holder.query(`update lines set abuse_counts_from = $2 where id = $1`, [
    id,
    ctx.clock.now(),
  ]);
  const looking = findSharingLines(ctx);
  // The detection has found the line and waits for the lock on its row.
  await expect
    .poll(async () => {
      const { rows } = await ctx.owner.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].n;
    })
    .toBe(1);
  await holder.query('commit');
  holder.release();
  expect(await looking).toEqual([]);
  expect(await readFinding(id)).toMatchObject({ reasons: '' });
  expect(await findings(id)).toEqual([]);
});

it('blocks automatically only if switched on and records it once', async () => {
  const [before, after] = [await aLine(), await aLine()];
  await insertViewings(ctx, before, together(140, 15));
  await findSharingLines(ctx);
  const reply = await call(
    ctx,
    setAbuseSettings,
    { body: { automatic: true } },
    { token: admin.token },
  );
  expect(reply.body).toEqual({ automatic: true, message: 'Bloqueio automático ligado' });
  ctx.clock.forward(30 * 60_000);
  const [open] = await insertViewings(ctx, after, [
    { at: HOME, from: 120, to: 0 },
    { at: OTHER, from: 120, to: 0 },
  ]);
  await Promise.all([findSharingLines(ctx), findSharingLines(ctx)]);
  expect(await readFinding(before)).toMatchObject({ blocked: false });
  expect(await readFinding(after)).toMatchObject({ blocked: true });
  expect(await events(after)).toEqual(['line-suspected', 'line-blocked-for-abuse']);
  const { rows } = await ctx.owner.query(`select ended_because from viewings where id = $1`, [
    open,
  ]);
  expect(rows).toEqual([{ ended_because: 'line-stopped' }]);
  const history = await call(
    ctx,
    getLineHistory,
    { params: { id: after } },
    { token: admin.token },
  );
  expect(history.body.data[0]).toMatchObject({
    actor: 'Sistema',
    title: 'Bloqueada por abuso',
    details: [expect.stringMatching(/^Motivo: Dois endereços/), 'Bloqueio automático'],
  });
});

it('does not find an unblocked line again for the same viewings', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await findSharingLines(ctx);
  await act(blockForAbuse, id, {});
  await act(recreateBlocked, id);
  await ctx.owner.query('update abuse_detection set looked_until = null');
  expect(await findSharingLines(ctx)).toEqual([]);
  expect(await readFinding(id)).toEqual({ reasons: '', blocked: false });
  expect(await events(id)).toEqual(['line-suspected', 'line-blocked-for-abuse', 'line-unblocked']);
});

it('logs findings and decisions without addresses', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await findSharingLines(ctx);
  await act(dismissAbuse, id, {});
  await act(blockForAbuse, id, { reason: 'Vende a senha' });
  await act(recreateBlocked, id);
  await moveEvents(ctx, seller.id, ctx.clock.now().toISOString());
  const { body } = await call(
    ctx,
    getLog,
    { query: { reseller: seller.id, per_page: 4 } },
    { token: admin.token },
  );
  const actions = body.logs.map(({ acao }) => acao);
  expect(actions).toEqual([
    '<b>Linha desbloqueada, com senha nova</b>. Motivo: Vende a senha',
    '<b>Linha bloqueada por abuso</b>. Motivo: Vende a senha',
    expect.stringMatching(/^<b>Suspeita de abuso descartada<\/b>\. Motivo: Dois endereços/),
    expect.stringMatching(/^<b>Suspeita de abuso<\/b>\. Motivo: Dois endereços/),
  ]);
  expect(actions.join(' ')).not.toMatch(/203\.0|198\.51/);
});

it('finds every line when there are more than one chunk', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 101; n += 1) {
    const { id } = await seedLine(ctx);
    const at = [`203.0.${n}.1`, `198.51.${n}.9`];
    await insertViewings(
      ctx,
      id,
      at.map((address) => ({ at: address, from: 130, to: 5 })),
    );
    ids.push(id);
  }
  expect(await findSharingLines(ctx)).toEqual(ids);
  const { rows } = await ctx.owner.query('select line_id as id from abuse_findings order by 1');
  expect(rows.map(({ id }) => Number(id))).toEqual(ids);
});

describe('a carrier block', () => {
  const two = (): ViewingFixture[] => [
    { at: '177.30.1.1', from: 130, to: 0, player: 'dele' },
    { at: '177.30.2.2', from: 130, to: 0, player: 'dela' },
  ];
  /** A phone that uses three addresses of the block, one after the other. */
  const phone = (n: number): ViewingFixture[] =>
    [0, 1, 2].map((turn) => ({
      at: `177.30.${100 + n}.${turn}`,
      from: 90 - turn * 20,
      to: 70 - turn * 20,
      player: 'celular',
    }));
  const fixed = (n: number): ViewingFixture[] => [
    { at: `177.30.${200 + n}.1`, from: 90, to: 80 },
    { at: `198.51.100.${n}`, from: 60, to: 50 },
  ];
  const watchedByMany = async (count: number, viewings: (n: number) => ViewingFixture[]) => {
    for (let n = 0; n < count; n += 1) await insertViewings(ctx, await aLine(), viewings(n));
  };

  it('two addresses of a carrier block make no finding until the block expires', async () => {
    await watchedByMany(5, phone);
    await findSharingLines(ctx);
    const [first, later] = [await aLine(), await aLine()];
    await insertViewings(ctx, first, two());
    expect(await findSharingLines(ctx)).toEqual([]);
    ctx.clock.forward(8 * 24 * 3_600_000);
    await insertViewings(ctx, later, two());
    expect(await findSharingLines(ctx)).toEqual([later]);
  });

  it('learns the block from later runs too', async () => {
    const phones = [await aLine(), await aLine(), await aLine(), await aLine(), await aLine()];
    const through = async (turn: number, from: number, to: number) => {
      for (const [n, id] of phones.entries())
        await insertViewings(ctx, id, [{ at: `177.30.${n}.${turn}`, from, to, player: 'celular' }]);
    };
    await through(1, 40, 20);
    await through(2, 20, 4);
    await findSharingLines(ctx);
    await through(3, 4, 0);
    await findSharingLines(ctx);
    await insertViewings(ctx, await aLine(), two());
    expect(await findSharingLines(ctx)).toEqual([]);
  });

  it('reports a line watched from an address of the block and from a home', async () => {
    await watchedByMany(5, phone);
    await findSharingLines(ctx);
    const id = await aLine();
    await insertViewings(ctx, id, [two()[0]!, { at: HOME, from: 130, to: 0 }]);
    expect(await findSharingLines(ctx)).toEqual([id]);
  });

  it.each<[string, number, number]>([
    ['does not learn a block from four lines', 4, 0],
    ['does not learn a block from five of thirty-one lines', 5, 26],
  ])('%s', async (_, phones, homes) => {
    await watchedByMany(phones, phone);
    await watchedByMany(homes, fixed);
    await findSharingLines(ctx);
    const id = await aLine();
    await insertViewings(ctx, id, two());
    expect(await findSharingLines(ctx)).toEqual([id]);
  });
});

it('erases findings together with their viewings', async () => {
  const id = await aLine();
  await insertViewings(ctx, id, sharing());
  await findSharingLines(ctx);
  ctx.clock.forward((ctx.config.retentionDays - 1) * 86_400_000);
  await deleteOldRows(ctx, 'day');
  expect(await findings(id)).toHaveLength(1);
  ctx.clock.forward(2 * 86_400_000);
  await deleteOldRows(ctx, 'day');
  expect(await findings(id)).toEqual([]);
});
