/**
 * Tests reversals of paid time, disputes and the test provider, over HTTP and with the provider's
 * states.
 */
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { giveDaysAgain, playSandbox, type SandboxAct } from '@ramal/contract/payments/charges';
import {
  creditPortal,
  getPaymentKeys,
  listRecharges,
  savePaymentKeys,
  savePlanPrices,
} from '@ramal/contract/payments/recharges';
import { chargePortal, getPortal, signInToPortal } from '@ramal/contract/portal/portal';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { migrateIptvToP2p } from '@ramal/contract/lines/line-migrations';
import { restoreLine } from '@ramal/contract/lines/lines';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type MercadoPagoDouble, startMercadoPago } from '../../../test/mercado-pago.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import {
  type Authenticator,
  enrolAuthenticator,
  readAccountEvents,
} from '../../../test/second-factor.ts';
import { verifyLedger } from '../../credits/credits.ts';
import type { Charge } from '../charges.sql.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { createCharge } from '../create-charge.ts';
import { signNotice } from '../notices.ts';

const DAY = 86_400_000;
const SECRET = 'segredo-dos-avisos';

let ctx: TestContext;
let provider: MercadoPagoDouble;
let admin: Person;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  provider = await startMercadoPago();
  ctx = await createTestContext({ RAMAL_MERCADO_PAGO_URL: provider.url });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await provider.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  provider.speaks = 'payments';
  provider.failures = [];
  seller = await person(ctx, { parent: admin, balance: 100_000, until: '2046-01-01T00:00:00Z' });
  codes = await enrolAuthenticator(ctx, seller);
  await call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos: 50 } },
    { token: seller.token, key: randomUUID() },
  );
});

/** Saves the provider's keys and returns the path that receives the notices. */
async function saveKeys(): Promise<string> {
  const body = {
    mercado_pago_public_key: 'APP_USR-publica',
    mercado_pago_access_token: provider.token,
    webhook_secret: SECRET,
    code_2fa: await codes.code(),
  };
  const saved = await call(ctx, savePaymentKeys, { body }, { token: seller.token });
  expect(saved.status).toBe(200);
  return new URL(saved.body.notice_url).pathname;
}

const charge = (lineId: number, months: 1 | 12 = 1) =>
  createCharge(
    ctx,
    {
      purpose: 'renewal',
      accountId: seller.id,
      lineId,
      buyerId: null,
      months,
      credits: months === 12 ? 1000 : 100,
      cents: 3500,
      method: 'pix',
      description: 'Renovação',
    },
    { baseUrl: 'http://painel.exemplo' },
  );

/** Creates a line that expires now, so that all its remaining days come from its payments. */
async function endedLine(): Promise<number> {
  const { id } = await line(ctx, seller);
  await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, ctx.clock.now()]);
  return id;
}

async function pay(lineId: number, months: 1 | 12 = 1): Promise<Charge> {
  const made = await charge(lineId, months);
  await setSandbox(made, `state = 'approved', paid_cents = cents`);
  return made;
}

async function setSandbox(made: Charge, change: string): Promise<void> {
  await ctx.owner.query(`update sandbox_payments set ${change} where reference = $1`, [
    made.reference,
  ]);
  await confirmCharge(ctx, made.id);
}

const refund = (made: Charge) => setSandbox(made, `state = 'reversed'`);

/** Reads the hundredths of both wallets, the remaining days of the line, and the charge's state. */
async function read({ id, lineId }: Pick<Charge, 'id' | 'lineId'>) {
  const { rows } = await ctx.owner.query<{
    portal: number;
    balance: number;
    expires: Date;
    state: string;
    reason: string | null;
    disputed: boolean;
  }>(
    `select c.state, c.reason, c.disputed, l.expires_at as expires,
       (select balance::int from wallets where account_id = c.account_id and kind = 'portal') as portal,
       (select balance::int from wallets where account_id = c.account_id and kind = 'balance') as balance
     from charges c join lines l on l.id = $2 where c.id = $1`,
    [id, lineId],
  );
  const { expires, ...row } = rows[0]!;
  return { ...row, days: (expires.getTime() - ctx.clock.now().getTime()) / DAY };
}

const setDeleted = (lineId: number, at: Date | null) =>
  ctx.owner.query('update lines set deleted_at = $2 where id = $1', [lineId, at]);

describe('a reversal', () => {
  it('returns only the unused whole days as whole credits to the portal and the rest to the balance', async () => {
    const made = await pay(await endedLine(), 12);
    const paid = await read(made);
    ctx.clock.forward(29.5 * DAY);
    await refund(made);
    const after = await read(made);
    // 330 of 360 days remain of a payment of ten credits.
    expect([after.portal - paid.portal, after.balance - paid.balance]).toEqual([900, 16]);
    expect([after.state, after.days]).toEqual(['reversed', 0.5]);
    expect((await verifyLedger(ctx)).drifted).toEqual([]);
  });

  /** Actions on the line between the payment and its reversal. */
  const acts = {
    active: async () => undefined,
    expired: async () => undefined,
    deleted: async (id: number) =>
      call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller.token }),
    restored: async (id: number) => {
      await acts.deleted(id);
      const { token } = await person(ctx, { profile: 'admin' });
      return call(ctx, restoreLine, { params: { id } }, { token });
    },
    migrated: async (id: number) =>
      call(
        ctx,
        migrateIptvToP2p,
        { params: { id }, body: { productid: 2 } },
        { token: seller.token },
      ),
    moved: async (id: number) => {
      const other = await person(ctx, { parent: admin });
      await ctx.owner.query('update lines set owner_id = $2 where id = $1', [id, other.id]);
      return undefined;
    },
  } as const;

  it.each([
    ['active', 10, { credits: 66, days: 0 }],
    ['expired', 31, { credits: 0, days: -1 }],
    ['deleted', 10, { credits: 0, days: 0 }],
    ['restored', 10, { credits: 66, days: 0 }],
    ['migrated', 10, { credits: 66, days: 0 }],
    ['moved', 10, { credits: 66, days: 0 }],
  ] as const)(
    'takes back the days and credits that the rule states if the line is %s',
    async (state, waited, right) => {
      const made = await pay(await endedLine());
      ctx.clock.forward(waited * DAY);
      const paid = await read(made);
      const acted = await acts[state](made.lineId!);
      expect([acted?.status ?? 200, acted?.body.code]).toEqual([200, undefined]);
      await refund(made);
      await setDeleted(made.lineId!, null);
      const after = await read(made);
      expect(after.portal + after.balance - paid.portal - paid.balance).toBe(right.credits);
      expect([after.state, after.days]).toEqual(['reversed', right.days]);
      // A second report of the same refund changes nothing.
      await refund(made);
      expect(await read(made)).toEqual(after);
      expect((await verifyLedger(ctx)).drifted).toEqual([]);
    },
  );

  // Repeated payments and reversals together must not create credits.
  it(
    'never grants more days than the consumed credits pay for',
    async () => {
      const step = fc.oneof(
        fc.constant({ kind: 'pay' as const }),
        fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }),
        fc.record({ kind: fc.constant('refund' as const), which: fc.nat(5) }),
        fc.constantFrom({ kind: 'delete' as const }, { kind: 'restore' as const }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          const lineId = await endedLine();
          const made: Charge[] = [await pay(lineId)];
          const total = async () => {
            const { portal, balance, days } = await read(made[0]!);
            return { credits: portal + balance, days: Math.max(0, days) };
          };
          const before = (await total()).credits + 100;
          let [served, isDeleted] = [0, false];
          for (const act of steps) {
            if (act.kind === 'pay' && !isDeleted) made.push(await pay(lineId));
            if (act.kind === 'refund') await refund(made[act.which % made.length]!);
            if (act.kind === 'delete') {
              await setDeleted(lineId, ctx.clock.now());
              isDeleted = true;
            }
            if (act.kind === 'restore') {
              await setDeleted(lineId, null);
              isDeleted = false;
            }
            if (act.kind === 'wait') {
              const { days } = await total();
              if (!isDeleted) served += Math.min(days, act.hours / 24);
              ctx.clock.forward((act.hours * DAY) / 24);
            }
            const { credits, days } = await total();
            const price = 100 / 30;
            expect((served + days) * price).toBeLessThanOrEqual(before - credits + 1e-6);
          }
        }),
        { numRuns: runs(12) },
      );
    },
    timeLimit(60_000),
  );
});

describe('a dispute', () => {
  type Status = readonly [status: string, detail: string];
  const states = {
    approved: ['approved', 'accredited'],
    disputed: ['charged_back', 'in_process'],
    lost: ['charged_back', 'settled'],
    won: ['charged_back', 'reimbursed'],
  } satisfies Record<string, Status>;

  const report = async (made: Charge, [status, detail]: Status) => {
    provider.pay(made.externalReference, { status, detail });
    await confirmCharge(ctx, made.id);
  };
  const flags = async () =>
    (await readAccountEvents(ctx, seller.id)).filter(({ kind }) => kind === 'recharge-flagged')
      .length;
  const giveAgain = (id: number) =>
    call(ctx, giveDaysAgain, { params: { id }, body: {} }, { token: seller.token });

  // During a dispute the money is only blocked, so nothing is undone.
  it('undoes no days during a dispute and notifies the seller if the money stays', async () => {
    const { steps } = JSON.parse(
      readFileSync(new URL('cases/mp-01-dispute-won.json', import.meta.url), 'utf8'),
    ) as { steps: string[] };
    expect(steps[1]).toContain('charged_back, detail in_process');
    await saveKeys();
    const made = await charge(await endedLine());
    await report(made, states.approved);
    await report(made, states.disputed);
    expect(await read(made)).toMatchObject({ state: 'settled', days: 30, disputed: true });
    const flagsBefore = await flags();
    const { body } = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
    expect(body.recargas[0]!.motivo).toContain('Em disputa');
    await report(made, states.approved);
    expect(await read(made)).toMatchObject({ state: 'settled', days: 30, disputed: false });
    expect(await flags()).toBe(flagsBefore + 1);
  });

  it('offers to add the undone days again once after a lost dispute is won', async () => {
    await saveKeys();
    const made = await charge(await endedLine());
    await report(made, states.approved);
    ctx.clock.forward(10 * DAY);
    const token = seller.token;
    expect((await giveAgain(made.id)).body.code).toBe('recharge_not_returned');
    await report(made, states.lost);
    expect(await read(made)).toMatchObject({ state: 'reversed', days: 0 });
    const flagsBefore = await flags();
    await report(made, states.won);
    await report(made, states.won);
    expect(await flags()).toBe(flagsBefore + 1);
    const listed = await call(ctx, listRecharges, { body: {} }, { token });
    expect(listed.body.recargas[0]).toMatchObject({ returned: true });
    const lost = await read(made);
    expect((await giveAgain(made.id)).status).toBe(200);
    const renewedAgain = await read(made);
    expect(renewedAgain).toMatchObject({ state: 'settled', days: 20 });
    expect(lost.portal - renewedAgain.portal).toBe(66);
    expect((await giveAgain(made.id)).body.code).toBe('recharge_not_returned');
    expect((await verifyLedger(ctx)).drifted).toEqual([]);
  });

  const names = Object.keys(states) as (keyof typeof states)[];
  // The provider reports states in any order.
  it.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
    'applies the last state of a dispute that is %s and then %s',
    async (first, second) => {
      await saveKeys();
      const made = await charge(await endedLine());
      await report(made, states.approved);
      await report(made, states[first]);
      await report(made, states[second]);
      const { state, disputed } = await read(made);
      const isReversed = first === 'lost' || second === 'lost';
      expect(state).toBe(isReversed ? 'reversed' : 'settled');
      expect(isReversed || disputed === (second === 'disputed')).toBe(true);
    },
  );
});

// Notices that the provider never signs (IPN) must not look like an attack.
it('records no alarm for notices that the provider sends without a signature by design', async () => {
  const { requests } = JSON.parse(
    readFileSync(new URL('cases/mp-03-ipn-forms.json', import.meta.url), 'utf8'),
  ) as { requests: string[] };
  expect(requests[0]).toContain('?id=123&topic=payment');
  const path = await saveKeys();
  const made = await charge(await endedLine());
  const { id } = provider.pay(made.externalReference);
  const send = async (query: string, payload: object, headers: Record<string, string> = {}) =>
    (await ctx.server.inject({ method: 'POST', url: `${path}?${query}`, payload, headers }))
      .statusCode;
  expect(await send('id=123&topic=payment', { resource: 123, topic: 'payment' })).toBe(200);
  expect(await send('id=777&topic=merchant_order', { topic: 'merchant_order' })).toBe(200);
  const refused = async () =>
    (await readAccountEvents(ctx, seller.id)).filter(
      ({ kind }) => kind === 'payment-notice-refused',
    ).length;
  expect(await refused()).toBe(0);
  const ts = String(ctx.clock.now().getTime());
  const signed = (secret: string) => ({
    'x-request-id': 'pedido-1',
    'x-signature': `ts=${ts},v1=${signNotice(secret, String(id), 'pedido-1', ts)}`,
  });
  expect(await send('type=payment', { data: { id: Number(id) } }, signed(SECRET))).toBe(200);
  expect((await read(made)).state).toBe('settled');
  expect(await send('id=123&topic=payment', { data: { id } }, signed('outro'))).toBe(401);
  expect(await refused()).toBe(1);
});

describe('the sandbox', () => {
  const play = async (id: number, act: SandboxAct, code_2fa?: string) =>
    call(
      ctx,
      playSandbox,
      { params: { id }, body: { act, ...(code_2fa ? { code_2fa } : {}) } },
      { token: seller.token },
    );

  // Without a fresh code, a stolen session could use the test provider.
  it.each(['refund', 'charge-back'] as const)('requires a fresh code for %s', async (act) => {
    const made = await pay(await endedLine());
    const refused = await play(made.id, act);
    expect([refused.status, refused.body.code]).toEqual([422, 'code_2fa_missing']);
    ctx.clock.forward(30_000);
    expect((await play(made.id, act, await codes.code())).body.state).toBe('reversed');
  });

  it('approves a card after a refusal and pays a lost dispute out again in the test provider', async () => {
    const made = await createCharge(
      ctx,
      {
        purpose: 'renewal',
        accountId: seller.id,
        lineId: await endedLine(),
        buyerId: null,
        months: 1,
        credits: 100,
        cents: 3500,
        method: 'card',
        description: 'Renovação',
      },
      { baseUrl: 'http://painel.exemplo' },
    );
    expect((await play(made.id, 'refuse')).body.state).toBe('pending');
    expect((await play(made.id, 'pay')).body.state).toBe('settled');
    expect((await play(made.id, 'pay')).body.code).toBe('sandbox_act_too_late');
    ctx.clock.forward(30_000);
    expect((await play(made.id, 'charge-back', await codes.code())).body.state).toBe('reversed');
    expect((await play(made.id, 'win-dispute')).status).toBe(200);
    const { body } = await call(ctx, listRecharges, { body: {} }, { token: seller.token });
    expect(body.recargas[0]).toMatchObject({ returned: true });
  });
});

describe('the portal', () => {
  const keyOf = async (context: TestContext, { username, password }: Record<string, string>) =>
    (await call(context, signInToPortal, { body: { username: username!, password: password! } }))
      .body.key;
  const body = (key: string) => ({ key, months: 1 as const, method: 'pix' as const, value: 35 });
  const sell = async (context: TestContext, by: Person, by2fa: Authenticator) => {
    const { status } = await call(
      context,
      savePlanPrices,
      {
        body: { month_1: 35, code_2fa: await by2fa.code() },
      },
      { token: by.token },
    );
    expect(status).toBe(200);
  };

  // An account that cannot sign in must not start new payments.
  it.each(['blocked_at', 'blocked_by_admin_at', 'deleted_at'])(
    'sells nothing while %s of the seller is set, and open payments still settle',
    async (column) => {
      const sold = await line(ctx, seller);
      ctx.clock.forward(30_000);
      await sell(ctx, seller, codes);
      const key = await keyOf(ctx, sold as never);
      expect((await call(ctx, chargePortal, { body: body(key) })).status).toBe(200);
      const open = await charge(sold.id);
      await ctx.owner.query(`update accounts set ${column} = now() where id = $1`, [seller.id]);
      const refused = await call(ctx, chargePortal, { body: body(key) });
      expect(refused.body.code).toBe('plan_not_offered');
      expect((await call(ctx, getPortal, { body: { key } })).body.plans).toEqual([]);
      await setSandbox(open, `state = 'approved', paid_cents = cents`);
      expect((await read(open)).state).toBe('settled');
    },
  );

  // A missing configuration must not enable free test payments.
  it('refuses every payment without keys unless the operator enabled the test provider', async () => {
    const bare = await createTestContext({ RAMAL_TEST_PAYMENTS: '' });
    try {
      const owner = await person(bare, { balance: 10_000 });
      const ownCodes = await enrolAuthenticator(bare, owner);
      const sold = await line(bare, owner);
      await sell(bare, owner, ownCodes);
      const key = await keyOf(bare, sold as never);
      expect((await call(bare, getPortal, { body: { key } })).body.plans).toEqual([]);
      const refused = await call(bare, chargePortal, { body: body(key) });
      expect(refused.body.code).toBe('payments_not_ready');
      const keys = await call(bare, getPaymentKeys, {}, { token: owner.token });
      expect(keys.body).toMatchObject({ configured: false, test_payments: false });
      const { rows } = await bare.owner.query<{ id: number }>(
        `insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
           created_at, expires_at)
         values ('renewal', $1, $2, 1, 100, 3500, 'pix', 'sandbox', 'sandbox', now(), now() + interval '1 hour')
         returning id::int`,
        [owner.id, sold.id],
      );
      const params = { id: rows[0]!.id };
      const token = owner.token;
      const played = await call(bare, playSandbox, { params, body: { act: 'pay' } }, { token });
      expect(played.body.code).toBe('payments_not_configured');
    } finally {
      await bare.close();
    }
  });
});
