/** Tests the bonus on top-ups: its settings, both kinds of top-ups, and its return with a refund. */
import { randomUUID } from 'node:crypto';
import { playSandbox, type SandboxAct } from '@ramal/contract/payments/charges';
import { getTopUpBonus, saveTopUpBonus } from '@ramal/contract/payments/top-up-bonus';
import { buyCredits, getTopUp, getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { listMovements } from '@ramal/contract/resellers/credits';
import { setLimits } from '@ramal/contract/resellers/limits';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { confirmCharge } from '../confirm-charge.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let buyer: Person;
let codes: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  buyer = await person(ctx, { parent: seller, balance: 500 });
  codes = await enrolAuthenticator(ctx, seller);
  await sells(9);
});

const sells = (reais: number) =>
  ctx.owner.query(
    'insert into top_up_prices (account_id, from_credits, cents) values ($1, 10, $2)',
    [seller.id, reais * 100],
  );

const today = () => ctx.clock.now().toISOString().slice(0, 10);
const running = (per_credits = 100, bonus_credits = 10) => ({
  per_credits,
  bonus_credits,
  starts_on: today(),
  ends_on: today(),
});

async function save(bonus: unknown) {
  ctx.clock.forward(30_000);
  const body = { bonus, code_2fa: await codes.code() };
  return call(ctx, saveTopUpBonus, { body }, { token: seller.token });
}

const give = (credits: number, sale = 9, key: string = randomUUID()) =>
  call(
    ctx,
    moveCredits,
    { params: { id: buyer.id }, body: { credits, sale } },
    { token: seller.token, key },
  );

const buy = (credits: number) =>
  call(ctx, buyCredits, { body: { credits, method: 'pix' } }, { token: buyer.token });

async function chargeId(reference: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from charges where reference = $1',
    [reference],
  );
  return rows[0]!.id;
}

async function play(reference: string, act: SandboxAct) {
  if (act === 'charge-back') ctx.clock.forward(30_000);
  const body = { act, ...(act === 'charge-back' ? { code_2fa: await codes.code() } : {}) };
  const id = await chargeId(reference);
  const played = await call(ctx, playSandbox, { params: { id }, body }, { token: seller.token });
  expect(played.status).toBe(200);
  await confirmCharge(ctx, id);
}

const balances = async () => [
  await readAccountBalance(ctx, seller.id),
  await readAccountBalance(ctx, buyer.id),
];

describe('settings', () => {
  it('stores the bonus and removes it again', async () => {
    expect((await save(running())).body).toMatchObject({
      message: 'Bônus guardado',
      bonus: { ...running(), is_running: true },
      lowest_price: null,
    });
    expect((await save(null)).body).toMatchObject({ message: 'Bônus retirado', bonus: null });
    const { body } = await call(ctx, getTopUpBonus, {}, { token: seller.token });
    expect(body.bonus).toBeNull();
  });

  it.each([
    [{ bonus_credits: 101 }, 'bonus.bonus_credits'],
    [{ per_credits: 9, bonus_credits: 5 }, 'bonus.per_credits'],
    [{ ends_on: '2001-01-01' }, 'bonus.ends_on'],
  ])('refuses %j with the field', async (change, field) => {
    const { status, body } = await save({ ...running(), ...change });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  it('requires a second factor', async () => {
    const without = await person(ctx, { parent: admin });
    const { status, body } = await call(
      ctx,
      saveTopUpBonus,
      { body: { bonus: running() } },
      { token: without.token },
    );
    expect([status, body.code]).toEqual([403, 'second_factor_required']);
  });
});

describe('a top-up by hand', () => {
  it('adds the bonus of each full step from the seller’s wallet with its own reason', async () => {
    await save(running());
    const { body } = await give(250);
    expect(body).toMatchObject({ bonus: 20, balance: 730, data: { credits: 275 } });
    expect(await balances()).toEqual([73_000, 27_500]);
    const listed = await call(ctx, listMovements, { params: { id: buyer.id } }, buyer);
    expect(
      listed.body.data.map(({ reason_label: label, amount, billed }) => [label, amount, billed]),
    ).toEqual([
      ['Bônus de recarga', 20, null],
      ['Recarga', 250, 2250],
      ['Créditos iniciais', 5, null],
    ]);
  });

  it('gives the bonus once for a repeated request', async () => {
    await save(running());
    const key = randomUUID();
    const [first, second] = [await give(100, 9, key), await give(100, 9, key)];
    expect(second.body).toEqual(first.body);
    expect(await balances()).toEqual([89_000, 11_500]);
  });

  it.each([
    ['before its first day', { starts_on: '2099-01-01', ends_on: '2099-01-02' }],
    ['after its last day', { starts_on: '2020-01-01', ends_on: '2020-01-02' }],
  ])('adds nothing %s', async (_when, period) => {
    await save({ ...running(), ...period });
    expect((await give(100)).body.bonus).toBeUndefined();
    expect(await balances()).toEqual([90_000, 10_500]);
  });

  it('adds nothing to the top-up of an account above the direct parent', async () => {
    await save(running());
    await call(
      ctx,
      moveCredits,
      { params: { id: buyer.id }, body: { credits: 100, sale: 9 } },
      { token: admin.token },
    );
    expect(await balances()).toEqual([100_000, 10_500]);
  });

  it('refuses a top-up whose bonus the wallet lacks', async () => {
    await save(running());
    expect((await give(1000)).body.code).toBe('insufficient_credits');
    expect(await balances()).toEqual([100_000, 500]);
  });

  it('counts against the credits a day and never lowers the price below the limit', async () => {
    await save(running());
    const limit = (body: object) =>
      call(ctx, setLimits, { params: { id: seller.id }, body }, { token: admin.token });
    await limit({ credits_a_day: 109 });
    expect((await give(100)).body.code).toBe('limit_credits_a_day');
    await limit({ credits_a_day: 220 });
    expect((await give(100)).status).toBe(200);
    expect((await give(110)).body.code).toBe('limit_credits_a_day');
    await limit({ credits_a_day: null, lowest_price: 8.5 });
    expect((await give(100, 9)).body.bonus).toBeUndefined();
    expect((await give(100, 9.35)).body.bonus).toBe(10);
  });
});

describe('a purchase', () => {
  it('shows the bonus in the offer and delivers it with the purchase', async () => {
    await save(running());
    const offer = await call(ctx, getTopUpOffer, {}, { token: buyer.token });
    expect(offer.body.bonus).toEqual({ per_credits: 100, bonus_credits: 10, from_credits: [10] });
    const { body } = await buy(200);
    expect(body).toMatchObject({ credits: 200, bonus: 20, value: 1800 });
    await play(body.reference, 'pay');
    expect(await balances()).toEqual([78_000, 22_500]);
  });

  it('keeps the bonus of the moment of the purchase', async () => {
    await save(running());
    const promised = (await buy(100)).body;
    await save(null);
    const later = (await buy(100)).body;
    expect([promised.bonus, later.bonus]).toEqual([10, 0]);
    await play(promised.reference, 'pay');
    expect(await balances()).toEqual([89_000, 11_500]);
  });

  it('waits until the seller has the bonus too', async () => {
    await save(running());
    const { reference } = (await buy(1000)).body;
    await play(reference, 'pay');
    const { body } = await call(ctx, getTopUp, { params: { reference } }, { token: buyer.token });
    expect([body.state, body.reason]).toEqual([
      'paid',
      'Faltam créditos para entregar: entrega assim que houver',
    ]);
  });

  it('withdraws purchase and bonus when the money is returned', async () => {
    await save(running());
    const { reference } = (await buy(100)).body;
    await play(reference, 'pay');
    await play(reference, 'charge-back');
    expect(await balances()).toEqual([100_000, 500]);
  });

  it('withdraws the bonus as far as the buyer has it', async () => {
    await save(running());
    const { reference } = (await buy(100)).body;
    await play(reference, 'pay');
    await ctx.owner.query(
      `update wallets set balance = 10400 where account_id = $1 and kind = 'balance'`,
      [buyer.id],
    );
    await play(reference, 'charge-back');
    expect(await balances()).toEqual([99_400, 0]);
    await ctx.owner.query(
      `update wallets set balance = 1100 where account_id = $1 and kind = 'balance'`,
      [buyer.id],
    );
  });
});

it(
  'neither creates nor loses credits for any top-ups and refunds with a bonus',
  async () => {
    const before = await verifyLedger(ctx);
    const step = fc.record({
      isPaid: fc.boolean(),
      isRefunded: fc.boolean(),
      credits: fc.integer({ min: 10, max: 320 }),
      per: fc.integer({ min: 10, max: 120 }),
      bonus: fc.integer({ min: 1, max: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        await ctx.owner.query('delete from rate_limits');
        let [ours, theirs] = (await balances()) as [number, number];
        for (const { isPaid, isRefunded, credits, per, bonus } of steps) {
          await ctx.owner.query('delete from top_up_bonuses where account_id = $1', [seller.id]);
          await ctx.owner.query(
            `insert into top_up_bonuses values ($1, $2, $3, '2020-01-01', '2099-01-01')`,
            [seller.id, per, bonus],
          );
          const amount = credits * 100 + Math.floor(credits / per) * bonus * 100;
          if (ours < amount) break;
          if (!isPaid) await give(credits);
          else {
            const { reference } = (await buy(credits)).body;
            await play(reference, 'pay');
            if (isRefunded) await play(reference, 'charge-back');
          }
          const isKept = !(isPaid && isRefunded);
          if (isKept) [ours, theirs] = [ours - amount, theirs + amount];
          expect(await balances()).toEqual([ours, theirs]);
        }
      }),
      { numRuns: runs(6) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: before.drifted });
  },
  timeLimit(120_000),
);
