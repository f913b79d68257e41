/**
 * Property test of coupons. It compares random histories of payments, expiries, refunds and won
 * disputes with a model. Uses, redemptions and charges must agree, and no credits may be lost.
 */
import { listCoupons } from '@ramal/contract/coupons/coupons';
import { giveDaysAgain } from '@ramal/contract/payments/charges';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { runs, timeLimit } from '../../test/property-runs.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';
import { verifyLedger } from '../credits/credits.ts';
import { confirmCharge } from '../payments/payments.ts';
import {
  chargeId,
  coupon,
  couponSeller,
  customer,
  type Customer,
  pay,
  play,
} from './coupons.fixtures.ts';

let ctx: TestContext;
let seller: Person;
let codes: Authenticator;
let customers: Customer[];
beforeAll(async () => {
  ctx = await createTestContext();
  const admin = await person(ctx, { profile: 'admin' });
  // The clock moves by a minute for each code, so the session must last.
  seller = await couponSeller(ctx, admin, '2030-01-01');
  codes = await enrolAuthenticator(ctx, seller);
  customers = [];
  for (let index = 0; index < 3; index += 1) customers.push(await customer(ctx, seller));
});
afterAll(() => ctx.close());

const acts = ['ask', 'pay', 'expire', 'charge-back', 'win-dispute'] as const;
type Act = (typeof acts)[number];
const step = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  act: fc.constantFrom<Act>(...acts),
});
const history = fc.record({
  kind: fc.constantFrom('percent' as const, 'days' as const),
  mostUses: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  isOnce: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
});

interface ModelCharge {
  readonly who: number;
  readonly reference: string;
  state: 'pending' | 'paid' | 'cancelled' | 'reversed';
}

const counts = ({ state }: ModelCharge): boolean => state === 'pending' || state === 'paid';

let number = 0;

it(
  'keeps uses, redemptions, charges and credits in agreement over random histories',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ kind, mostUses, isOnce, steps }) => {
        await ctx.owner.query('delete from rate_limits');
        number += 1;
        const code = `CUPOM${number}`;
        const { body } = await coupon(ctx, seller, {
          code,
          kind,
          amount: 10,
          ends_on: endOfYear(),
          once_per_customer: isOnce,
          ...(mostUses === undefined ? {} : { most_uses: mostUses }),
        });
        const charges: ModelCharge[] = [];
        for (const { who, act } of steps) {
          if (act === 'ask') await ask(charges, { who, code, kind, mostUses, isOnce });
          else
            await advance(
              charges.findLast((charge) => charge.who === who),
              act,
            );
          await expectAgreement(body.id, code, charges, kind);
        }
        // The next history begins without open charges.
        for (const charge of charges) await advance(charge, 'expire');
      }),
      { numRuns: runs(8) },
    );
  },
  timeLimit(120_000),
);

const endOfYear = (): string => `${ctx.clock.now().getUTCFullYear() + 1}-03-01`;

interface CouponRequest {
  readonly who: number;
  readonly code: string;
  readonly kind: 'percent' | 'days';
  readonly mostUses: number | undefined;
  readonly isOnce: boolean;
}

async function ask(
  charges: ModelCharge[],
  { who, code, kind, mostUses, isOnce }: CouponRequest,
): Promise<void> {
  const open = charges.find((charge) => charge.who === who && charge.state === 'pending');
  const used = charges.filter(counts);
  const isUsed = isOnce && used.some((charge) => charge.who === who);
  const isExhausted = mostUses !== undefined && used.length >= mostUses;
  const value = kind === 'percent' ? 31.5 : 35;
  const { status, body } = await pay(ctx, customers[who]!, { value, coupon: code });
  const isRefused = !open && (isUsed || isExhausted);
  expect(status).toBe(isRefused ? 409 : 200);
  const references = charges.map(({ reference }) => reference);
  expect(references.includes(body.reference)).toBe(open !== undefined);
  if (!open && !isRefused) charges.push({ who, reference: body.reference, state: 'pending' });
}

async function advance(charge: ModelCharge | undefined, act: Exclude<Act, 'ask'>): Promise<void> {
  if (!charge) return;
  const { reference } = charge;
  if (act === 'pay' && charge.state === 'pending') {
    await play(ctx, seller, reference, 'pay');
    charge.state = 'paid';
  } else if (act === 'expire' && charge.state === 'pending') {
    await play(ctx, seller, reference, 'expire');
    ctx.clock.forward(40 * 60_000);
    await confirmCharge(ctx, await chargeId(ctx, reference));
    charge.state = 'cancelled';
  } else if (act === 'charge-back' && charge.state === 'paid') {
    ctx.clock.forward(30_000);
    await play(ctx, seller, reference, { act: 'charge-back', code_2fa: await codes.code() });
    charge.state = 'reversed';
  } else if (act === 'win-dispute' && charge.state === 'reversed') {
    await play(ctx, seller, reference, 'win-dispute');
    const params = { id: await chargeId(ctx, reference) };
    const { status } = await call(
      ctx,
      giveDaysAgain,
      { params, body: {} },
      { token: seller.token },
    );
    if (status === 200) charge.state = 'paid';
  }
}

async function expectAgreement(
  id: number,
  code: string,
  charges: readonly ModelCharge[],
  kind: CouponRequest['kind'],
): Promise<void> {
  const query = { search: code };
  const { body } = await call(ctx, listCoupons, { query }, { token: seller.token });
  const row = body.data.find((listed) => listed.code === code)!;
  const paid = charges.filter(({ state }) => state === 'paid').length;
  const cents = kind === 'percent' ? 3150 : 3500;
  expect([row.uses, Math.round(row.value * 100)]).toEqual([
    charges.filter(counts).length,
    paid * cents,
  ]);
  const { rows } = await ctx.owner.query<{ charges: number; redemptions: number; spent: number }>(
    `select (select count(*)::int from charges where coupon_id = $1) as charges,
       (select count(*)::int from coupon_redemptions where coupon_id = $1) as redemptions,
       (select coalesce(sum(credits), 0)::int from charges where coupon_id = $1 and state = 'settled') as spent`,
    [id],
  );
  const credits = kind === 'days' ? 133 : 100;
  expect(rows[0]).toEqual({
    charges: charges.length,
    redemptions: charges.length,
    spent: paid * credits,
  });
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
}
