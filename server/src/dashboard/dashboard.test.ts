import { getDashboard } from '@ramal/contract/dashboard';
import { countLineMonths } from '../reports/count-line-months.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

/**
 *   admin ─┬─ master (100.5 credits) ─┬─ seller ── child
 *          │                          └─ sibling
 *          └─ stranger
 */
let ctx: TestContext;
let admin: Person;
let master: Person;
let seller: Person;
let child: Person;
let sibling: Person;
let stranger: Person;

interface LineFields {
  platform?: string;
  trial?: boolean;
  on?: boolean;
  expiry?: string;
  created?: string;
  deleted?: boolean;
  watched?: boolean;
}

let counter = 0;
async function put(owner: Person, stored: LineFields): Promise<void> {
  counter += 1;
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into lines (platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, deleted_at, short_code)
     values ($1, $2, $3, 'senha', $4, $5, $6, $7, $8, $9) returning id`,
    [
      stored.platform ?? 'iptv',
      owner.id,
      String(600_000 + counter),
      stored.trial ?? false,
      stored.on ?? true,
      stored.expiry ?? '2027-06-01',
      stored.created ?? '2026-10-10',
      stored.deleted ? TODAY : null,
      `short${counter}`,
    ],
  );
  await ctx.owner.query(
    `insert into events (at, kind, actor_id, account_id, line_id, after, source) values ($1, 'line-created', $2, $2, $3, $4, $5)`,
    [
      stored.created ?? '2026-10-10',
      owner.id,
      rows[0]!.id,
      stored.trial ? { testHours: 6 } : { hundredths: 100 },
      (stored.platform ?? 'iptv') === 'iptv' ? 1 : 2,
    ],
  );
  if (!stored.watched) return;
  // Two screens that watch with the same line count as one line online.
  for (let screen = 0; screen < 2; screen += 1) {
    await ctx.owner.query(
      `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
       values (gen_random_uuid(), $1, (select owner_id from lines where id = $1), 1, 'Canal de teste', 'hls', $2, $2)`,
      [rows[0]!.id, ctx.clock.now()],
    );
  }
}

const lapsed = '2026-11-20T12:00:00Z';
const inAWeek = '2026-11-28T15:00:00Z';
const afterAWeek = '2026-11-28T15:00:01Z';
// In São Paulo, November begins at 03:00 UTC.
const thisMonth = '2026-11-01T03:00:00Z';
const lastMonth = '2026-11-01T02:59:59Z';

beforeAll(async () => {
  ctx = await createTestContext();
  const until = '2028-01-01';
  admin = await person(ctx, { profile: 'admin', until });
  master = await person(ctx, { parent: admin, balance: 10_050, until });
  seller = await person(ctx, { parent: master, until });
  child = await person(ctx, { parent: seller, until });
  sibling = await person(ctx, { parent: master, until });
  stranger = await person(ctx, { parent: admin, until });

  await put(seller, { created: thisMonth });
  await put(seller, { created: lastMonth, watched: true });
  await put(seller, { expiry: inAWeek });
  await put(seller, { expiry: afterAWeek });
  await put(seller, { expiry: lapsed, created: thisMonth });
  await put(seller, { on: false });
  await put(seller, { trial: true, expiry: inAWeek, created: thisMonth });
  await put(seller, { trial: true, expiry: lapsed, created: thisMonth });
  await put(seller, { deleted: true });
  await put(seller, { platform: 'p2p', expiry: inAWeek });
  await put(seller, { platform: 'new-p2p', trial: true });

  await put(child, { created: thisMonth, watched: true });
  await put(child, { expiry: lapsed });
  await put(child, { expiry: lapsed, trial: true });
  await put(child, { platform: 'p2p', expiry: lapsed });
  await put(child, { trial: true });
  await put(sibling, { platform: 'new-p2p' });
  await put(sibling, { platform: 'p2p', trial: true });
  await put(stranger, { created: thisMonth, watched: true });
  await countLineMonths(ctx);
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const figures = async (by: Person) => (await call(ctx, getDashboard, {}, { token: by.token })).body;

describe('own figures', () => {
  it('returns running lines by platform and expiring lines and tests and the new lines of the month', async () => {
    expect(await figures(seller)).toMatchObject({
      users_iptv: 4,
      users_p2p: 1,
      expiring_iptv: 1,
      expiring_p2p: 1,
      iptv_tests: 1,
      p2p_tests: 1,
      created_users: 2,
      generate_tests: 2,
      total_online: 1,
      credits: 0,
      as_of: '21/11/2026 12:00',
    });
  });

  it('counts no new and no recently watched lines after the clock moved to the next month', async () => {
    ctx.clock.set('2026-12-01T03:00:00Z');
    expect(await figures(seller)).toMatchObject({
      created_users: 0,
      generate_tests: 0,
      total_online: 0,
      total_watching: 0,
    });
    expect(await figures(seller)).toMatchObject({ users_iptv: 2, expiring_iptv: 0, iptv_tests: 0 });
  });
});

describe('the tree below', () => {
  it('excludes a reseller’s own lines from its tree totals', async () => {
    expect(await figures(seller)).toMatchObject({
      total_resellers: 1,
      total_resellers_under: 1,
      total_watching: 2,
      total_new_users: 3,
      childrens: {
        iptv_actives: 1,
        iptv_expired: 1,
        p2p_actives: 0,
        p2p_expired: 1,
        total_tests_iptv: 1,
        total_tests_p2p: 0,
      },
    });
  });

  it('includes the totals of all children in those of their parent', async () => {
    expect(await figures(master)).toMatchObject({
      users_iptv: 0,
      credits: 100.5,
      total_resellers: 3,
      total_resellers_under: 2,
      total_watching: 2,
      total_new_users: 3,
      childrens: {
        iptv_actives: 5,
        iptv_expired: 2,
        p2p_actives: 2,
        p2p_expired: 1,
        total_tests_iptv: 2,
        total_tests_p2p: 2,
      },
    });
  });

  it('counts everything in the tree totals of an admin', async () => {
    expect(await figures(admin)).toMatchObject({
      users_iptv: 0,
      credits: 0,
      total_resellers: 5,
      total_resellers_under: 2,
      total_watching: 3,
      total_new_users: 4,
      childrens: { iptv_actives: 6, p2p_actives: 2 },
    });
  });

  it('returns zero for an account without descendants', async () => {
    expect(await figures(stranger)).toMatchObject({
      users_iptv: 1,
      total_resellers: 0,
      total_resellers_under: 0,
      total_watching: 1,
      childrens: { iptv_actives: 0, iptv_expired: 0, total_tests_iptv: 0 },
    });
  });

  it('excludes deleted accounts from tree totals', async () => {
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [sibling.id]);
    expect(await figures(master)).toMatchObject({ total_resellers: 2, total_resellers_under: 1 });
    await ctx.owner.query('update accounts set deleted_at = null where id = $1', [sibling.id]);
  });
});
