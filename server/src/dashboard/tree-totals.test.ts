import { DAY_MS } from '@ramal/contract/rules/durations';
import { getDashboard } from '@ramal/contract/dashboard';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { createCountMoment, rollUpTreeTotals } from './roll-up-tree-totals.ts';
import { rollUp, lockTotals } from './tree-totals.sql.ts';

let ctx: TestContext;
let admin: Person;
let otherAdmin: Person;

interface Account {
  readonly id: number;
  parent: number | undefined;
  profile: string;
  deleted: boolean;
}
interface Line {
  readonly owner: number;
  readonly platform: string;
  readonly trial: boolean;
  readonly on: boolean;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly watched: boolean;
  deleted: boolean;
}
const accounts: Account[] = [];
const lines: Line[] = [];

/** A fixed seed gives the same numbers in every run. */
let seed = 20_261_121;
const draw = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const from = <T>(values: readonly T[]): T => values[draw(values.length)]!;
const today = Date.parse(TODAY);

beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2028-01-01';
  admin = await person(ctx, { profile: 'admin', until });
  otherAdmin = await person(ctx, { profile: 'admin', until });
  for (const { id } of [admin, otherAdmin])
    accounts.push({ id, parent: undefined, profile: 'admin', deleted: false });
  for (let index = 0; index < 40; index += 1) await addAccount();
  for (let index = 0; index < 400; index += 1) await addLine();
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

async function addAccount(): Promise<void> {
  const parent = from(accounts);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `with a as (select nextval(pg_get_serial_sequence('accounts', 'id')) as id)
     insert into accounts (id, username, password_hash, profile, parent_id, ancestors)
     select a.id, 'galho-' || a.id, '', 'reseller', $1::bigint, (select ancestors from accounts where id = $1) || a.id
     from a returning id`,
    [parent.id],
  );
  accounts.push({
    id: Number(rows[0]!.id),
    parent: parent.id,
    profile: 'reseller',
    deleted: false,
  });
}

async function addLine(): Promise<void> {
  const line: Line = {
    owner: from(accounts.filter(({ profile }) => profile !== 'admin')).id,
    platform: from(['iptv', 'iptv', 'p2p', 'new-p2p']),
    trial: draw(4) === 0,
    on: draw(5) > 0,
    expiresAt: today + (draw(60) - 20) * DAY_MS + 3_600_000,
    createdAt: today - draw(40) * DAY_MS,
    watched: draw(6) === 0,
    deleted: draw(8) === 0,
  };
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into lines (platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, deleted_at, short_code)
     values ($1, $2, $3, 'senha', $4, $5, $6, $7, $8, $3) returning id`,
    [
      line.platform,
      line.owner,
      `${800_000 + lines.length}`,
      line.trial,
      line.on,
      new Date(line.expiresAt),
      new Date(line.createdAt),
      line.deleted ? TODAY : null,
    ],
  );
  lines.push(line);
  if (!line.trial)
    await ctx.owner.query(
      `insert into line_months as m (account_id, month, new_iptv, new_p2p, renewals, expiries)
       values ($1, date_trunc('month', $2::timestamptz at time zone ramal_timezone())::date, $3, 1 - $3, 0, 0)
       on conflict (account_id, month) do update
         set new_iptv = m.new_iptv + excluded.new_iptv, new_p2p = m.new_p2p + excluded.new_p2p`,
      [line.owner, new Date(line.createdAt), line.platform === 'iptv' ? 1 : 0],
    );
  for (let screen = 0; line.watched && screen < 2; screen += 1) {
    await ctx.owner.query(
      `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
       values (gen_random_uuid(), $1, (select owner_id from lines where id = $1), 1, 'Canal de teste', 'hls', $2, $2)`,
      [rows[0]!.id, TODAY],
    );
  }
}

const childrenOf = (id: number): Account[] => accounts.filter(({ parent }) => parent === id);
const below = (id: number): Account[] =>
  childrenOf(id).flatMap((child) => [child, ...below(child.id)]);

/** Calculates the totals that an account must have, by visiting all accounts of its tree. */
function naively({ id, profile }: Account): Record<string, number> {
  const now = ctx.clock.now().getTime();
  const month =
    now < Date.parse('2026-12-01T03:00:00Z') ? '2026-11-01T03:00:00Z' : '2026-12-01T03:00:00Z';
  const tree = profile === 'admin' ? accounts.filter((account) => account.id !== id) : below(id);
  const ids = new Set(tree.map((account) => account.id));
  const isOwned = (line: Line) => line.owner === id && !line.deleted;
  const inTree = (line: Line) => ids.has(line.owner) && !line.deleted;
  const runs = (line: Line) => line.on && line.expiresAt > now;
  const iptv = (line: Line) => line.platform === 'iptv';
  const count = (...all: readonly ((line: Line) => boolean)[]) =>
    lines.filter((line) => all.every((holds) => holds(line))).length;
  const official = (line: Line) => !line.trial;
  const trial = (line: Line) => line.trial;
  const on = (line: Line) => line.on;
  const isExpired = (line: Line) => line.expiresAt <= now;
  const p2p = (line: Line) => !iptv(line);
  const newP2p = (line: Line) => line.platform === 'new-p2p';
  const stand = (account: Account) => !account.deleted && account.profile !== 'admin';
  return {
    account_id: id,
    own_iptv_actives: count(isOwned, iptv, runs, official),
    own_p2p_actives: count(isOwned, p2p, runs, official),
    own_iptv_lines: count(isOwned, iptv),
    own_p2p_lines: count(isOwned, (line) => line.platform === 'p2p'),
    direct_resellers: childrenOf(id).filter(stand).length,
    tree_resellers: tree.filter(stand).length,
    tree_iptv_actives: count(inTree, iptv, runs, official),
    tree_iptv_expired: count(inTree, iptv, isExpired, official, on),
    tree_iptv_tests: count(inTree, iptv, runs, trial),
    tree_p2p_actives: count(inTree, p2p, runs, official),
    tree_p2p_expired: count(inTree, p2p, isExpired, official, on),
    tree_p2p_tests: count(inTree, p2p, runs, trial),
    tree_new_p2p_actives: count(inTree, newP2p, runs, official),
    tree_new_p2p_expired: count(inTree, newP2p, isExpired, official, on),
    tree_new_p2p_tests: count(inTree, newP2p, runs, trial),
    // Counts every line created this month, even if it was deleted later.
    tree_new_users: count(
      (line) => ids.has(line.owner),
      official,
      (line) => line.createdAt >= Date.parse(month),
    ),
    tree_online: now - today < 45_000 ? count(inTree, (line) => line.watched) : 0,
  };
}

const naive = () => accounts.map(naively).toSorted((a, b) => a.account_id! - b.account_id!);
const stored = async () =>
  (await ctx.owner.query('select * from tree_totals order by account_id')).rows.map(asNumbers);
const asNumbers = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));

describe('the roll-up of a random tree', () => {
  it('stores the totals that a separate count of each tree returns', async () => {
    expect(await rollUpTreeTotals(ctx)).toBe(accounts.length);
    expect(await stored()).toEqual(naive());
    // No total may be zero, because a comparison of zeros would prove nothing.
    const [whole] = await stored();
    expect(
      Object.entries(whole!).filter(([name, value]) => name.startsWith('tree_') && value === 0),
    ).toEqual([]);
  });

  it('writes no row in a second run but records its time', async () => {
    ctx.clock.forward(10_000);
    expect(await rollUpTreeTotals(ctx)).toBe(0);
    const { rows } = await ctx.owner.query('select at from tree_totals_taken');
    expect(rows).toEqual([{ at: ctx.clock.now() }]);
  });

  it('follows expiries and ended viewings when only time passes', async () => {
    for (const days of [3, 9, 30]) {
      ctx.clock.set(new Date(today + days * DAY_MS).toISOString());
      expect(await rollUpTreeTotals(ctx)).toBeGreaterThan(0);
      expect(await stored()).toEqual(naive());
    }
  });

  it('starts the counts of a month again at midnight in the panel’s time zone', async () => {
    ctx.clock.set('2026-12-01T02:59:59Z');
    await rollUpTreeTotals(ctx);
    expect(await stored()).toEqual(naive());
    ctx.clock.set('2026-12-01T03:00:00Z');
    await rollUpTreeTotals(ctx);
    expect(await stored()).toEqual(naive());
    expect((await stored()).every(({ tree_new_users: newUsers }) => newUsers === 0)).toBe(true);
  });

  it('follows sales and deletions and restorations', async () => {
    await rollUpTreeTotals(ctx);
    await addAccount();
    for (let index = 0; index < 20; index += 1) await addLine();
    const gone = accounts.find(
      ({ id }) => childrenOf(id).length > 1 && id !== admin.id && id !== otherAdmin.id,
    )!;
    gone.deleted = true;
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [gone.id]);
    const line = lines.findIndex(({ deleted }) => !deleted);
    lines[line]!.deleted = true;
    await ctx.owner.query(`update lines set deleted_at = now() where username = $1`, [
      `${800_000 + line}`,
    ]);
    const back = lines.findIndex(({ deleted }, at) => deleted && at !== line);
    lines[back]!.deleted = false;
    await ctx.owner.query(`update lines set deleted_at = null where username = $1`, [
      `${800_000 + back}`,
    ]);
    await rollUpTreeTotals(ctx);
    expect(await stored()).toEqual(naive());
  });

  it('follows an account that moves with its network, and one that becomes an admin', async () => {
    await rollUpTreeTotals(ctx);
    const moved = accounts.find(
      ({ id, parent }) => parent !== undefined && parent !== admin.id && childrenOf(id).length > 0,
    )!;
    moved.parent = admin.id;
    await ctx.owner.query(
      `update accounts set ancestors = (select ancestors from accounts where id = $2)
           || ancestors[array_position(ancestors, $1):],
         parent_id = case when id = $1 then $2 else parent_id end
       where ancestors @> array[$1::bigint]`,
      [moved.id, admin.id],
    );
    await rollUpTreeTotals(ctx);
    expect(await stored()).toEqual(naive());
    const promoted = accounts.findLast(({ profile }) => profile !== 'admin')!;
    const former = promoted.profile;
    for (const profile of ['admin', former]) {
      promoted.profile = profile;
      await ctx.owner.query('update accounts set profile = $2 where id = $1', [
        promoted.id,
        profile,
      ]);
      await rollUpTreeTotals(ctx);
      expect(await stored()).toEqual(naive());
    }
  });

  it('does nothing while another process is counting', async () => {
    await rollUpTreeTotals(ctx);
    await ctx.db.tx(async (tx) => {
      expect(await tx.first(lockTotals)).toEqual({ ours: true });
      // After a minute no line is online, so the roll-up must write rows.
      ctx.clock.forward(60_000);
      expect(await rollUpTreeTotals(ctx)).toBe(0);
      expect(await tx.run(rollUp(createCountMoment(ctx.clock), 'changed'))).toBeGreaterThan(0);
    });
    await rollUpTreeTotals(ctx);
  });
});

describe('response by account', () => {
  const totalsOf = async (who: Person) =>
    (await call(ctx, getDashboard, {}, { token: who.token })).body;

  it('returns the tree totals of the last minute with their time and the own totals of now', async () => {
    await rollUpTreeTotals(ctx);
    const before = await totalsOf(admin);
    expect(before).toMatchObject({
      as_of: '21/11/2026 12:00',
      total_resellers: naively(accounts[0]!).tree_resellers,
      total_watching: naively(accounts[0]!).tree_online,
    });
    const seller = await person(ctx, { parent: admin, until: '2028-01-01' });
    accounts.push({ id: seller.id, parent: admin.id, profile: 'reseller', deleted: false });
    ctx.clock.forward(5 * 60_000);
    expect(await totalsOf(admin)).toEqual({ ...before });
    await rollUpTreeTotals(ctx);
    expect(await totalsOf(admin)).toMatchObject({
      as_of: '21/11/2026 12:05',
      total_resellers: before.total_resellers + 1,
    });
  });

  it('counts the tree now for an account created after the last roll-up', async () => {
    const young = await person(ctx, { parent: admin, until: '2028-01-01' });
    const child = await person(ctx, { parent: young, until: '2028-01-01' });
    ctx.clock.forward(60_000);
    expect(await totalsOf(young)).toMatchObject({
      as_of: '21/11/2026 12:01',
      total_resellers: 1,
      total_resellers_under: 1,
    });
    expect(await totalsOf(child)).toMatchObject({
      total_resellers: 0,
      childrens: { iptv_actives: 0 },
    });
  });
});
