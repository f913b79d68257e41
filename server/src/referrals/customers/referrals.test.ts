/** Tests referrals from customer to customer: refusals, rewards, their return, and the ledger. */
import { getPortal } from '@ramal/contract/portal/portal';
import {
  addReferral,
  deliverReferral,
  exportReferrals,
  listReferrals,
  refuseReferral,
  rewardCost,
  saveReferralSettings,
} from '@ramal/contract/referrals/referrals';
import { DAY_MS } from '@ramal/contract/rules/durations';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { readAccountEvents } from '../../../test/second-factor.ts';
import { readSheet } from '../../../test/spreadsheet.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { countRenewals } from '../../reminders/reminders.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { referralExport } from './export-referrals.ts';
import {
  namedLine,
  portalKey,
  readReferralPage,
  referFriend,
  referralCode,
  type ReferredLine,
  storePayment,
  storeRefund,
  storeWin,
} from './referrals.fixtures.ts';
import { advanceReferrals } from './rewards.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let referrer: ReferredLine;
const until = '2028-11-21';
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 1_000_000, until });
  referrer = await newLine('Dona Célia');
  await save();
});

const terms = {
  is_on: true,
  referrer_days: 10,
  friend_days: 5,
  wait_days: 7,
  payments_counted: 1,
  friends_a_year: 12,
};
const save = (change: Partial<typeof terms> = {}) =>
  call(ctx, saveReferralSettings, { body: { ...terms, ...change } }, { token: seller.token });

const newLine = (note: string, whatsapp?: string) => namedLine(ctx, seller, note, whatsapp);
const portal = (lineId: number) => readReferralPage(ctx, lineId);
const daysOnHome = async (lineId: number) =>
  (await call(ctx, getPortal, { body: { key: await portalKey(ctx, lineId) } })).body.referral_days;
const codeOf = (lineId: number) => referralCode(ctx, lineId);
const refer = (friend: { username: string }, by = referrer) =>
  referFriend(ctx, seller, { friend, by });
const pays = (lineId: number) => storePayment(ctx, seller, lineId);
const refunds = (chargeId: number) => storeRefund(ctx, chargeId);
const wins = (chargeId: number) => storeWin(ctx, chargeId);

const expiry = async (lineId: number): Promise<Date> =>
  (await ctx.owner.query('select expires_at from lines where id = $1', [lineId])).rows[0]
    .expires_at;
const daysSince = async (lineId: number, before: Date) =>
  Math.round(((await expiry(lineId)).getTime() - before.getTime()) / DAY_MS);

const list = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, listReferrals, { query }, { token: seller.token })).body;
const states = async () => (await list()).data.map(({ state, reason }) => [state, reason]);

describe('a reward', () => {
  it('waits after the first payment, then gives days to both and costs the seller credits', async () => {
    const friend = await newLine('Sandra Moraes');
    expect((await refer(friend)).status).toBe(200);
    expect(await states()).toEqual([['no-purchase', '']]);
    const [mine, theirs] = [await expiry(referrer.id), await expiry(friend.id)];
    const balance = await readAccountBalance(ctx, seller.id);
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', '']]);
    ctx.clock.forward(6 * DAY_MS);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', '']]);
    ctx.clock.forward(DAY_MS);
    await advanceReferrals(ctx);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['delivered', '']]);
    expect([await daysSince(referrer.id, mine), await daysSince(friend.id, theirs)]).toEqual([
      10, 5,
    ]);
    const cost = rewardCost(10) + rewardCost(5);
    expect(await readAccountBalance(ctx, seller.id)).toBe(balance - cost);
    expect((await list()).figures).toMatchObject({
      friends: 1,
      bought: 1,
      received: 31.5,
      days: 15,
      rewards: 1,
      credits: cost / 100,
    });
    const kinds = (await readAccountEvents(ctx, seller.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'referral-rewarded')).toHaveLength(2);
    expect((await portal(referrer.id)).body).toMatchObject({
      earned_days: 10,
      coming_days: 0,
      total: 1,
      friends: [{ name: 'Sandra M.', state: 'delivered', days: 10 }],
    });
  });

  it('is taken back with the refund, before and after its delivery', async () => {
    const [early, late] = [await newLine('Caio'), await newLine('Marta')];
    await refer(early);
    await refer(late);
    const before = await expiry(referrer.id);
    const balance = await readAccountBalance(ctx, seller.id);
    const [first, second] = [await pays(early.id), await pays(late.id)];
    await advanceReferrals(ctx);
    await refunds(first);
    ctx.clock.forward(7 * DAY_MS);
    await advanceReferrals(ctx);
    expect(await daysSince(referrer.id, before)).toBe(10);
    await refunds(second);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([
      ['returned', 'reembolso'],
      ['returned', 'reembolso'],
    ]);
    expect(await daysSince(referrer.id, before)).toBe(0);
    expect(await readAccountBalance(ctx, seller.id)).toBe(balance);
    expect((await list()).figures).toMatchObject({ days: 0, credits: 0, received: 0 });
  });

  it('counts only the first payment, or as many as the terms say', async () => {
    const friend = await newLine('Paulo Reis');
    await refer(friend);
    await pays(friend.id);
    await pays(friend.id);
    await advanceReferrals(ctx);
    const rewards = async () =>
      (
        await ctx.owner.query(
          'select count(*)::int as n from referral_rewards w join referrals r on r.id = w.referral_id where r.account_id = $1',
          [seller.id],
        )
      ).rows[0].n;
    expect(await rewards()).toBe(1);
    ctx.clock.forward(60_000);
    await save({ payments_counted: 3 });
    await advanceReferrals(ctx);
    expect(await rewards()).toBe(1);
    await pays(friend.id);
    await advanceReferrals(ctx);
    await advanceReferrals(ctx);
    expect(await rewards()).toBe(2);
  });

  it('is never given for payments of the time in which referrals were off', async () => {
    const friend = await newLine('Pagou sem indicação');
    await refer(friend);
    await save({ is_on: false });
    await pays(friend.id);
    ctx.clock.forward(60_000);
    await save();
    await advanceReferrals(ctx);
    expect((await states())[0]![0]).toBe('no-purchase');
    ctx.clock.forward(60_000);
    // Other terms begin no new time.
    await save({ referrer_days: 12 });
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect((await states())[0]![0]).toBe('waiting');
  });

  it('is given again after a payment that was lost is received again', async () => {
    const friend = await newLine('Contestou e pagou');
    await refer(friend);
    const before = await expiry(referrer.id);
    const balance = await readAccountBalance(ctx, seller.id);
    const charge = await pays(friend.id);
    await advanceReferrals(ctx);
    ctx.clock.forward(7 * DAY_MS);
    await advanceReferrals(ctx);
    await refunds(charge);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['returned', 'reembolso']]);
    await wins(charge);
    await advanceReferrals(ctx);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['delivered', '']]);
    expect(await daysSince(referrer.id, before)).toBe(10);
    const cost = rewardCost(10) + rewardCost(5);
    expect(await readAccountBalance(ctx, seller.id)).toBe(balance - cost);
    expect((await list()).figures).toMatchObject({ days: 15, credits: cost / 100 });
  });

  it('waits again if its payment was lost and received before the delivery', async () => {
    const friend = await newLine('Contestou cedo');
    await refer(friend);
    const charge = await pays(friend.id);
    await advanceReferrals(ctx);
    await refunds(charge);
    await advanceReferrals(ctx);
    await wins(charge);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', '']]);
  });

  it('is given once for a payment that the seller rewards by hand', async () => {
    await save({ payments_counted: 3 });
    const friend = await newLine('Pagou e recebeu');
    const { body } = await refer(friend);
    await pays(friend.id);
    const before = await expiry(referrer.id);
    await call(ctx, deliverReferral, { params: { id: body.id } }, { token: seller.token });
    ctx.clock.forward(7 * DAY_MS);
    await advanceReferrals(ctx);
    await advanceReferrals(ctx);
    expect(await daysSince(referrer.id, before)).toBe(10);
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', '']]);
  });

  it('begins a period with reminders of its own', async () => {
    const friend = await newLine('Ganha dias');
    await refer(friend);
    const periods = async () => {
      const counts = await ctx.db.many<{ renewals: number }>(sql`
        select ${countRenewals} as renewals from lines l
        where l.id = any(${[referrer.id, friend.id]}::bigint[])`);
      return counts.map(({ renewals }) => renewals);
    };
    expect(await periods()).toEqual([0, 0]);
    await pays(friend.id);
    await advanceReferrals(ctx);
    ctx.clock.forward(7 * DAY_MS);
    await advanceReferrals(ctx);
    expect(await periods()).toEqual([1, 1]);
  });

  it('does not count payments from before the referral', async () => {
    const friend = await newLine('Antiga');
    await pays(friend.id);
    ctx.clock.forward(60_000);
    await refer(friend);
    await advanceReferrals(ctx);
    expect((await states())[0]![0]).toBe('no-purchase');
  });

  it('ends with the cap of a year', async () => {
    await save({ friends_a_year: 1 });
    for (const note of ['Um', 'Dois']) {
      const friend = await newLine(note);
      await refer(friend);
      await pays(friend.id);
      await advanceReferrals(ctx);
    }
    expect(await states()).toEqual([
      ['refused', 'passou do limite no ano'],
      ['waiting', ''],
    ]);
  });

  it('is not given for later payments of a friend beyond the cap', async () => {
    await save({ friends_a_year: 1, payments_counted: 3 });
    const [first, second] = [await newLine('Um'), await newLine('Dois')];
    for (const friend of [first, second, second]) {
      await refer(friend);
      await pays(friend.id);
      await advanceReferrals(ctx);
    }
    expect(await states()).toEqual([
      ['refused', 'passou do limite no ano'],
      ['waiting', ''],
    ]);
  });

  it('is created once by the seller and the job at the same time', async () => {
    const friend = await newLine('Pagou agora');
    const { body } = await refer(friend);
    await pays(friend.id);
    const before = await expiry(referrer.id);
    const [delivered] = await Promise.all([
      call(ctx, deliverReferral, { params: { id: body.id } }, { token: seller.token }),
      advanceReferrals(ctx),
    ]);
    expect(delivered.status).toBe(200);
    expect(await daysSince(referrer.id, before)).toBe(10);
  });

  it('waits while the seller lacks the credits', async () => {
    const friend = await newLine('Ivone');
    await refer(friend);
    await pays(friend.id);
    await advanceReferrals(ctx);
    const spend = (change: string) =>
      ctx.owner.query(
        `update wallets set balance = balance ${change} where account_id = $1 and kind = 'balance'`,
        [seller.id],
      );
    const held = await readAccountBalance(ctx, seller.id);
    await spend(`- ${held}`);
    ctx.clock.forward(7 * DAY_MS);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', 'faltam créditos para entregar']]);
    await spend(`+ ${held}`);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['delivered', '']]);
  });
});

describe('no reward', () => {
  const sharesDevice = (a: number, b: number) =>
    ctx.owner.query(
      `insert into trial_devices (line_id, mac_mark, at) values ($1, '\\xaa', $3), ($2, '\\xaa', $3)`,
      [a, b, ctx.clock.now()],
    );
  const sharesAddress = (a: number, b: number) =>
    ctx.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, address, started_at, seen_at, ended_at, ended_because)
       select gen_random_uuid(), l, 1, 'Canal', 'HLS', '198.51.100.7', $2, $2, $2, 'left' from unnest($1::bigint[]) l`,
      [[a, b], ctx.clock.now()],
    );

  it('gives no reward for the own number, and states the reason', async () => {
    const { rows } = await ctx.owner.query('select whatsapp from lines where id = $1', [
      referrer.id,
    ]);
    const friend = await newLine('Eu mesmo', rows[0].whatsapp);
    await refer(friend);
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['refused', 'mesmo número']]);
    expect((await portal(referrer.id)).body.friends).toEqual([]);
  });

  it.each([
    ['device', 'mesmo aparelho', sharesDevice],
    ['address', 'mesma conexão', sharesAddress],
  ])('gives no reward for the own %s, and states the reason', async (_what, reason, share) => {
    const friend = await newLine('Edson (oficina)');
    await share(referrer.id, friend.id);
    await refer(friend);
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['refused', reason]]);
  });

  it('gives no reward if the same address is seen only after the payment', async () => {
    const friend = await newLine('Vizinho');
    await refer(friend);
    await pays(friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['waiting', '']]);
    ctx.clock.forward(7 * DAY_MS);
    await sharesAddress(referrer.id, friend.id);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['refused', 'mesma conexão']]);
  });

  it('gives no reward for a number that was a customer before', async () => {
    await newLine('Jorge', '5511955559999');
    const friend = await newLine('Jorge de novo', '5511955559999');
    await refer(friend);
    expect(await states()).toEqual([['refused', 'já era cliente']]);
  });
});

describe('the seller', () => {
  it('delivers now, also without a payment in the panel', async () => {
    const friend = await newLine('Pagou em dinheiro');
    const { body } = await refer(friend);
    const before = await expiry(referrer.id);
    const deliver = () =>
      call(ctx, deliverReferral, { params: { id: body.id } }, { token: seller.token });
    expect((await deliver()).status).toBe(200);
    expect(await daysSince(referrer.id, before)).toBe(10);
    const again = await deliver();
    expect([again.status, again.body.code]).toEqual([409, 'referral_not_waiting']);
  });

  it('refuses with a reason, and a later payment gives nothing', async () => {
    const friend = await newLine('Amigo');
    const { body } = await refer(friend);
    const refused = await call(
      ctx,
      refuseReferral,
      { params: { id: body.id }, body: { reason: 'É a mesma casa' } },
      { token: seller.token },
    );
    expect(refused.status).toBe(200);
    await pays(friend.id);
    ctx.clock.forward(8 * DAY_MS);
    await advanceReferrals(ctx);
    expect(await states()).toEqual([['refused', 'É a mesma casa']]);
  });

  it('cannot use the code of another seller, nor refer one friend twice', async () => {
    const friend = await newLine('Amiga');
    expect((await refer(friend)).status).toBe(200);
    expect((await refer(friend)).body.code).toBe('referral_taken');
    const other = await person(ctx, { parent: admin, balance: 10_000, until });
    const code = await codeOf(referrer.id);
    await call(ctx, saveReferralSettings, { body: terms }, { token: other.token });
    const stolen = await call(
      ctx,
      addReferral,
      { body: { code, username: friend.username } },
      { token: other.token },
    );
    expect([stolen.status, stolen.body.code]).toEqual([422, 'referral_code_unknown']);
  });

  it('switches the page of the portal off', async () => {
    expect(await daysOnHome(referrer.id)).toBe(10);
    await save({ is_on: false });
    expect((await portal(referrer.id)).body.code).toBe('referrals_off');
    expect(await daysOnHome(referrer.id)).toBeNull();
  });

  it('gives no page to a customer who only has a test', async () => {
    await ctx.owner.query('update lines set is_trial = true where id = $1', [referrer.id]);
    expect((await portal(referrer.id)).body.code).toBe('referrals_off');
    expect(await daysOnHome(referrer.id)).toBeNull();
  });
});

it('exports the friends with the filters of the list', async () => {
  await refer(await newLine('Sandra Moraes'));
  await refer(await newLine('Bar do Nando'));
  const start = (search?: string) =>
    call(
      ctx,
      exportReferrals,
      { body: search === undefined ? {} : { search } },
      { token: seller.token },
    );
  const { status, body } = await start('sandra');
  expect([status, body.file]).toEqual([200, 'Indicacoes.xlsx']);
  await runTask(ctx, [referralExport], body.task.id);
  const rows = await readSheet(ctx, body.url);
  expect(rows.map((row) => row[0])).toEqual(['Amigo', 'Sandra Moraes']);
  expect((await start('ninguem')).body.code).toBe('nothing_to_export');
});

it('shows a friend without a name as «Amigo», never by the user name', async () => {
  const friend = await newLine('');
  await refer(friend);
  const { body } = await portal(referrer.id);
  expect(body.friends.map(({ name }) => name)).toEqual(['Amigo']);
  expect(JSON.stringify(body)).not.toContain(friend.username);
});

it('counts only the friends that the page of the portal shows', async () => {
  await save({ friends_a_year: 1 });
  const [first, second] = [await newLine('Ana'), await newLine('Bia')];
  for (const friend of [first, second]) {
    await refer(friend);
    await pays(friend.id);
    await advanceReferrals(ctx);
  }
  expect(await states()).toHaveLength(2);
  expect(await states()).toEqual(
    expect.arrayContaining([
      ['refused', 'passou do limite no ano'],
      ['waiting', ''],
    ]),
  );
  const { body } = await portal(referrer.id);
  expect([body.total, body.friends.map(({ name }) => name)]).toEqual([1, ['Ana']]);
});

it('attaches a friend who took a test through the link', async () => {
  const code = await codeOf(referrer.id);
  const friend = await newLine('Pelo link');
  await ctx.owner.query(
    `insert into trial_requests (account_id, at, origin, channel, origin_code, is_proved, repeat_mark, result, line_id)
     values ($1, $2, 'referral', 'link', $3, false, '\\xbb', 'taken', $4)`,
    [seller.id, ctx.clock.now(), code, friend.id],
  );
  await advanceReferrals(ctx);
  expect((await list()).data[0]).toMatchObject({
    friend: { username: friend.username },
    referrer: { username: referrer.username },
  });
});

it('attaches a friend who subscribed through the link, and counts this payment', async () => {
  const code = await codeOf(referrer.id);
  const friend = await newLine('Assinou direto');
  const charge = await pays(friend.id);
  await ctx.owner.query(
    `insert into sale_orders (charge_id, account_id, platform, product_id, origin, channel, origin_code, is_after_test, created_at)
     values ($1, $2, 'iptv', 1, 'referral', 'link', $3, false, $4)`,
    [charge, seller.id, code, ctx.clock.now()],
  );
  await advanceReferrals(ctx);
  expect(await states()).toEqual([['waiting', '']]);
});

it('attaches a friend whose paid order waited for weeks until the seller had credits', async () => {
  const code = await codeOf(referrer.id);
  const ordered = ctx.clock.now();
  ctx.clock.forward(20 * DAY_MS);
  const friend = await newLine('Esperou a linha');
  const charge = await pays(friend.id);
  await ctx.owner.query(
    `insert into sale_orders (charge_id, account_id, platform, product_id, origin, channel, origin_code, is_after_test, created_at)
     values ($1, $2, 'iptv', 1, 'referral', 'link', $3, false, $4)`,
    [charge, seller.id, code, ordered],
  );
  await advanceReferrals(ctx);
  expect(await states()).toEqual([['waiting', '']]);
});

it('leads a link to the sales page of the seller, if it is online', async () => {
  const code = await codeOf(referrer.id);
  await ctx.owner.query(
    `insert into storefronts (account_id, is_online, slug, name, sentence, products, proves_number, texts, channels, created_at, saved_at)
     values ($1, true, 'loja-da-celia', 'Loja', '', '[]', false, '{}', '{"link": true}', now(), now())`,
    [seller.id],
  );
  const open = async () =>
    (await ctx.server.inject({ method: 'GET', url: `/i/${code.toUpperCase()}` })).headers.location;
  expect(await open()).toBe(`/loja/loja-da-celia?o=${code}`);
  // A page whose link is switched off is closed to visitors.
  await ctx.owner.query(
    `update storefronts set channels = '{"link": false}' where slug = 'loja-da-celia'`,
  );
  expect(await open()).toBe('/portal');
});

it('leads a link to the WhatsApp of the seller with the code', async () => {
  const code = await codeOf(referrer.id);
  await ctx.owner.query(`update accounts set whatsapp = '5511955550142' where id = $1`, [
    seller.id,
  ]);
  const open = async (path: string) =>
    (await ctx.server.inject({ method: 'GET', url: `/i/${path}` })).headers.location;
  expect(await open(code)).toBe(
    `https://wa.me/5511955550142?text=${encodeURIComponent(`Olá. Vim pela indicação ${code}.`)}`,
  );
  expect(await open('ninguem')).toBe('/portal');
});

it(
  'neither creates nor loses credits for any payments, refunds and refusals',
  async () => {
    const before = (await verifyLedger(ctx)).drifted;
    const step = fc.record({
      friend: fc.integer({ min: 0, max: 2 }),
      act: fc.constantFrom('pay', 'refund', 'win', 'wait', 'refuse', 'deliver'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        seller = await person(ctx, { parent: admin, balance: 1_000_000, until });
        referrer = await newLine('Quem indica');
        await save({ payments_counted: 3 });
        const friends = [await newLine('Ana'), await newLine('Bia'), await newLine('Cid')];
        for (const friend of friends) await refer(friend);
        const start = await readAccountBalance(ctx, seller.id);
        const charges: number[] = [];
        const lost: number[] = [];
        for (const { friend, act } of steps) {
          if (act === 'pay') charges.push(await pays(friends[friend]!.id));
          if (act === 'wait') ctx.clock.forward(7 * DAY_MS);
          if (act === 'refund' && charges.length > 0) {
            lost.push(charges.pop()!);
            await refunds(lost.at(-1)!);
          }
          if (act === 'win' && lost.length > 0) {
            charges.push(lost.pop()!);
            await wins(charges.at(-1)!);
          }
          if (act === 'deliver') {
            const { data } = await list();
            const row = data.find(({ friend: { id } }) => id === friends[friend]!.id)!;
            await call(ctx, deliverReferral, { params: { id: row.id } }, { token: seller.token });
          }
          if (act === 'refuse') {
            const { data } = await list();
            const row = data.find(({ friend: { id } }) => id === friends[friend]!.id)!;
            await call(
              ctx,
              refuseReferral,
              { params: { id: row.id }, body: { reason: 'não' } },
              { token: seller.token },
            );
          }
          await Promise.all([advanceReferrals(ctx), advanceReferrals(ctx)]);
          const { figures } = await list();
          const spent = start - (await readAccountBalance(ctx, seller.id));
          expect(spent).toBe(Math.round(figures.credits * 100));
          expect(spent).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs(6) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: before });
  },
  timeLimit(120_000),
);
