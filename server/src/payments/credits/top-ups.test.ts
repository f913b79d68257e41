/**
 * Tests credits bought from the parent: at its price steps, delivered once, reversed when the money
 * is returned.
 */
import {
  buyCredits,
  getTopUp,
  getTopUpOffer,
  saveTopUpPrices,
} from '@ramal/contract/payments/top-ups';
import { playSandbox, refundRecharge, type SandboxAct } from '@ramal/contract/payments/charges';
import { listRecharges } from '@ramal/contract/payments/recharges';
import { getReports } from '@ramal/contract/reports';
import { getExtract } from '@ramal/contract/resellers/credits';
import { setLimits } from '@ramal/contract/resellers/limits';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAccountBalance, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import {
  type Authenticator,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
} from '../../../test/second-factor.ts';
import { sumMovementMonths, verifyLedger } from '../../credits/credits.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { reconcilePayments } from '../reconcile.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let buyer: Person;
let sellerCodes: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  buyer = await person(ctx, { parent: seller, balance: 500 });
});

interface Tier {
  from_credits: number;
  value: number;
}

async function sells(tiers: Tier[], who = seller) {
  const codes = await enrolAuthenticator(ctx, who);
  if (who === seller) sellerCodes = codes;
  const body = { tiers, code_2fa: await codes.code() };
  return call(ctx, saveTopUpPrices, { body }, { token: who.token });
}

const buy = (credits: number, who = buyer) =>
  call(ctx, buyCredits, { body: { credits, method: 'pix' } }, { token: who.token });

const follow = (reference: string, who = buyer) =>
  call(ctx, getTopUp, { params: { reference } }, { token: who.token });

const limit = (body: { lowest_price?: number; credits_a_day?: number }) =>
  call(ctx, setLimits, { params: { id: seller.id }, body }, { token: admin.token });

async function idOf(reference: string): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: number }>(
    'select id::int from charges where reference = $1',
    [reference],
  );
  return rows[0]!.id;
}

async function play(reference: string, act: SandboxAct) {
  const isCoded = act === 'charge-back';
  if (isCoded) ctx.clock.forward(30_000);
  const body = { act, ...(isCoded ? { code_2fa: await sellerCodes.code() } : {}) };
  const params = { id: await idOf(reference) };
  return call(ctx, playSandbox, { params, body }, { token: seller.token });
}

describe('the offer', () => {
  it('offers the steps of the direct parent whatever other ancestors sell', async () => {
    const below = await person(ctx, { parent: buyer });
    await sells([{ from_credits: 10, value: 9 }]);
    const offerFor = async ({ token }: Person) =>
      (await call(ctx, getTopUpOffer, {}, { token })).body as { seller: string; tiers: Tier[] };
    expect(await offerFor(buyer)).toEqual({
      seller: seller.username,
      tiers: [{ from_credits: 10, value: 9 }],
      bonus: null,
      sandbox: true,
    });
    expect((await offerFor(below)).tiers).toEqual([]);
    expect((await buy(50, below)).body.code).toBe('credits_not_sold');
  });

  it.each(['blocked_at', 'blocked_by_admin_at', 'deleted_at'])(
    'ends with a seller whose %s is set',
    async (column) => {
      await sells([{ from_credits: 10, value: 9 }]);
      await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [seller.id]);
      expect((await buy(50)).body.code).toBe('credits_not_sold');
    },
  );

  it('charges the price of the highest reached step and refuses less than the lowest', async () => {
    await sells([
      { from_credits: 100, value: 7.5 },
      { from_credits: 20, value: 9 },
    ]);
    const offered = async (credits: number) => (await buy(credits)).body.value;
    expect([await offered(20), await offered(99), await offered(100)]).toEqual([180, 891, 750]);
    expect((await buy(19)).body).toMatchObject({
      code: 'too_few_credits',
      fields: { credits: 'O mínimo são 20 créditos.' },
    });
  });

  it('refuses two steps with one quantity and a price of zero and keeps the stored steps', async () => {
    const codes = await enrolAuthenticator(ctx, seller);
    const save = async (tiers: Tier[]) =>
      call(
        ctx,
        saveTopUpPrices,
        { body: { tiers, code_2fa: await codes.code() } },
        { token: seller.token },
      );
    expect((await save([{ from_credits: 10, value: 9 }])).status).toBe(200);
    ctx.clock.forward(30_000);
    const twice = [
      { from_credits: 10, value: 9 },
      { from_credits: 10, value: 8 },
    ];
    expect((await save(twice)).status).toBe(422);
    expect((await save([{ from_credits: 10, value: 0 }])).status).toBe(422);
    expect((await buy(10)).body.value).toBe(90);
  });

  it('refuses a step below the lowest price that an ancestor allows', async () => {
    await limit({ lowest_price: 8 });
    expect((await sells([{ from_credits: 10, value: 7 }])).body.code).toBe('limit_lowest_price');
  });

  it('omits the steps that a later limit forbids', async () => {
    await sells([
      { from_credits: 10, value: 9 },
      { from_credits: 100, value: 7 },
    ]);
    await limit({ lowest_price: 8 });
    const { body } = await call(ctx, getTopUpOffer, {}, { token: buyer.token });
    expect(body.tiers).toEqual([{ from_credits: 10, value: 9 }]);
    expect((await buy(100)).body.value).toBe(900);
    await limit({ lowest_price: 10 });
    expect((await buy(100)).body.code).toBe('credits_not_sold');
  });
});

describe('the credits that a seller may give out a day', () => {
  beforeEach(async () => {
    await sells([{ from_credits: 10, value: 9 }]);
    await limit({ credits_a_day: 100 });
  });

  it('counts open charges of others as given and frees them when they fail', async () => {
    const other = await person(ctx, { parent: seller });
    const { reference } = (await buy(60)).body;
    expect((await buy(60, other)).body.code).toBe('credits_not_sold');
    // The same open charge is offered again and counts only once.
    expect((await buy(60)).body.reference).toBe(reference);
    await play(reference, 'refuse');
    ctx.clock.forward(40 * 60_000);
    await reconcilePayments(ctx);
    expect((await follow(reference)).body.state).toBe('cancelled');
    expect((await buy(60, other)).status).toBe(200);
  });

  it('counts delivered purchases as given and never refuses one that is paid', async () => {
    const { reference } = (await buy(60)).body;
    await limit({ credits_a_day: 50 });
    await play(reference, 'pay');
    expect((await follow(reference)).body.state).toBe('settled');
    await limit({ credits_a_day: 100 });
    expect((await buy(50)).body.code).toBe('credits_not_sold');
    expect((await buy(40)).status).toBe(200);
  });

  it('never exceeds the daily credits in two simultaneous purchases', async () => {
    const other = await person(ctx, { parent: seller });
    const codes = await Promise.all([buy(60), buy(60, other)]);
    expect(codes.map(({ body }) => body.code ?? 'sold').toSorted()).toEqual([
      'credits_not_sold',
      'sold',
    ]);
  });
});

describe('a purchase', () => {
  beforeEach(async () => {
    await sells([{ from_credits: 10, value: 9 }]);
  });

  it('moves the purchased credits once for any number of reads and notices', async () => {
    const { reference, pix_code, state } = (await buy(50)).body;
    expect([state, pix_code !== null]).toEqual(['pending', true]);
    await play(reference, 'pay-noisily');
    await Promise.all([follow(reference), follow(reference), reconcilePayments(ctx)]);
    expect((await follow(reference)).body).toMatchObject({ state: 'settled', credits: 50 });
    expect([
      await readAccountBalance(ctx, buyer.id),
      await readAccountBalance(ctx, seller.id),
    ]).toEqual([5500, 95_000]);
    const kinds = (await readAccountEvents(ctx, buyer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'credits-bought')).toHaveLength(1);
  });

  it('finds a paid purchase without a notice by its open page', async () => {
    const { reference } = (await buy(50)).body;
    await play(reference, 'pay-silently');
    ctx.clock.forward(5_000);
    expect((await follow(reference)).body.state).toBe('settled');
  });

  it('returns the same open charge while it can be paid', async () => {
    const [first, second] = [(await buy(50)).body, (await buy(50)).body];
    expect(second.reference).toBe(first.reference);
  });

  it('waits while the seller has no credits and delivers the purchase when it has', async () => {
    await ctx.owner.query(
      `update wallets set balance = 100 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    const { reference } = (await buy(50)).body;
    await play(reference, 'pay');
    expect((await follow(reference)).body).toMatchObject({
      state: 'paid',
      reason: 'Faltam créditos para entregar: entrega assim que houver',
    });
    await ctx.owner.query(
      `update wallets set balance = 100000 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    await reconcilePayments(ctx);
    expect((await follow(reference)).body.state).toBe('settled');
    expect(await readAccountBalance(ctx, buyer.id)).toBe(5500);
  });

  it('lets only an admin refund a purchase from a deleted seller', async () => {
    const { reference } = (await buy(50)).body;
    const id = await idOf(reference);
    const codesOf = new Map<Person, Authenticator>();
    for (const account of [admin, buyer])
      codesOf.set(account, await enrolAuthenticator(ctx, account));
    const refundBy = async (by: Person) => {
      const codes = codesOf.get(by)!;
      const body = { reason: 'Revenda excluída', code_2fa: await codes.code() };
      return call(ctx, refundRecharge, { params: { id }, body }, { token: by.token });
    };
    const listed = async () => {
      const { body } = await call(ctx, listRecharges, { body: {} }, { token: admin.token });
      return body.recargas.find((recharge) => recharge.id === id)!;
    };
    await play(reference, 'pay-silently');
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [seller.id]);
    await confirmCharge(ctx, id);
    expect(await listed()).toMatchObject({
      refundable: true,
      motivo: 'A conta que vendeu ou a que comprou foi excluída: devolva o valor',
    });
    const checks = async () =>
      (await ctx.owner.query('select checks from charges where id = $1', [id])).rows[0].checks;
    const before = await checks();
    await reconcilePayments(ctx);
    expect(await checks()).toBe(before);
    await ctx.owner.query('update accounts set deleted_at = null where id = $1', [seller.id]);
    expect((await listed()).refundable).toBe(false);
    expect((await refundBy(admin)).status).toBe(404);
    expect((await refundBy(buyer)).status).toBe(404);
    await ctx.owner.query('update accounts set deleted_at = now() where id = $1', [seller.id]);
    ctx.clock.forward(30_000);
    const refunded = await refundBy(admin);
    expect([refunded.status, refunded.body.message]).toEqual([
      200,
      'Estorno pedido: nada tinha sido entregue',
    ]);
    expect(await listed()).toMatchObject({ status: 'cancelled', refundable: false });
  });

  it('withdraws the purchased credits when the money is returned', async () => {
    const { reference } = (await buy(50)).body;
    await play(reference, 'pay');
    await play(reference, 'charge-back');
    await confirmCharge(ctx, await idOf(reference));
    expect((await follow(reference)).body.state).toBe('reversed');
    expect([
      await readAccountBalance(ctx, buyer.id),
      await readAccountBalance(ctx, seller.id),
    ]).toEqual([500, 100_000]);
  });

  it('does not count a purchase as sold after its money is returned', async () => {
    const { reference } = (await buy(50)).body;
    await play(reference, 'pay');
    const sold = async () => {
      await sumMovementMonths(ctx);
      const [statement, reports] = [
        await call(ctx, getExtract, { query: { target: buyer.id } }, { token: seller.token }),
        await call(ctx, getReports, {}, { token: seller.token }),
      ];
      const { totals } = statement.body;
      const { financeiro, financeiro_proprio: ownMoney } = reports.body;
      return {
        statement: totals.map(({ value }) => value).filter((value) => value !== null),
        reports: [Object.values(financeiro).at(-1), Object.values(ownMoney).at(-1)],
      };
    };
    expect(await sold()).toEqual({ statement: [450], reports: [450, 450] });
    await play(reference, 'charge-back');
    await confirmCharge(ctx, await idOf(reference));
    // The statement lists the price and its refund. Both reports subtract the refund.
    expect(await sold()).toEqual({ statement: [450, 450], reports: [0, 0] });
  });

  it('hides a purchase from other accounts and lets its buyer not play the test payment', async () => {
    const { reference } = (await buy(50)).body;
    expect((await follow(reference, seller)).status).toBe(404);
    const played = await call(
      ctx,
      playSandbox,
      { params: { id: await idOf(reference) }, body: { act: 'pay' } },
      { token: buyer.token },
    );
    expect(played.status).toBe(404);
  });
});

it(
  'delivers exactly the paid purchases in any order of events over two processes',
  async () => {
    // The long form buys more in each case, so the accounts need many credits and a long validity.
    const until = '2027-11-21';
    seller = await person(ctx, { parent: admin, balance: 1_000_000_000, until });
    buyer = await person(ctx, { parent: seller, until });
    await sells([{ from_credits: 10, value: 9 }]);
    const other = await secondProcess(ctx);
    const purchase = fc.record({
      act: fc.constantFrom<SandboxAct>('pay', 'pay-silently', 'pay-noisily', 'pay-less', 'refuse'),
      asks: fc.integer({ min: 0, max: 3 }),
    });
    let quantity = 10;
    await fc.assert(
      fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 6 }), async (purchases) => {
        const before = [
          await readAccountBalance(ctx, buyer.id),
          await readAccountBalance(ctx, seller.id),
        ] as const;
        // The quantities differ, because an equal quantity would return the open charge.
        const made = purchases.map((purchase) => ({ ...purchase, credits: (quantity += 1) }));
        await ctx.owner.query('delete from rate_limits');
        const bought = await Promise.all(made.map(({ credits }) => buy(credits)));
        await Promise.all(
          bought.flatMap(({ body: { reference } }, index) => [
            play(reference, made[index]!.act),
            ...Array.from({ length: made[index]!.asks }, async (_, number) =>
              confirmCharge(number % 2 ? { ...ctx, db: other.db } : ctx, await idOf(reference)),
            ),
          ]),
        );
        ctx.clock.forward(3 * 60_000);
        await Promise.all([reconcilePayments(ctx), reconcilePayments({ ...ctx, db: other.db })]);
        ctx.clock.forward(6 * 60_000);
        await reconcilePayments(ctx);
        const paid = made
          .filter(({ act }) => act.startsWith('pay') && act !== 'pay-less')
          .reduce((sum, { credits }) => sum + credits * 100, 0);
        expect([
          (await readAccountBalance(ctx, buyer.id)) - before[0],
          before[1] - (await readAccountBalance(ctx, seller.id)),
        ]).toEqual([paid, paid]);
        const { sum, drifted } = await verifyLedger(ctx);
        expect([sum, drifted]).toEqual([0, []]);
      }),
      { numRuns: runs(6) },
    );
    await other.close();
  },
  timeLimit(120_000),
);
