/** Tests that values which a former release ignores are not saved while its processes serve. */
import { randomUUID } from 'node:crypto';
import { saveTopUpBonus } from '@ramal/contract/payments/top-up-bonus';
import { saveReferralSettings } from '@ramal/contract/referrals/referrals';
import { version } from '@ramal/contract/version';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { coupon, couponSeller } from '../../coupons/coupons.fixtures.ts';
import { recordHeartbeat } from '../../nodes/send-heartbeat.ts';

let ctx: TestContext;
let seller: Person;
let codes: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await couponSeller(ctx, await person(ctx, { profile: 'admin' }));
  codes = await enrolAuthenticator(ctx, seller);
});
afterAll(() => ctx.close());
beforeEach(() => ctx.owner.query('delete from nodes'));

const terms = {
  is_on: true,
  referrer_kind: 'discount' as 'days' | 'discount',
  referrer_days: 0,
  referrer_percent: 20,
  friend_days: 0,
  wait_days: 7,
  payments_counted: 1 as const,
  friends_a_year: 12,
};
const bonus = {
  per_credits: 100,
  bonus_credits: 10,
  starts_on: '2026-11-01',
  ends_on: '2026-12-31',
};
const asSeller = () => ({ token: seller.token });
const saveTerms = (change: Partial<typeof terms> = {}) =>
  call(ctx, saveReferralSettings, { body: { ...terms, ...change } }, asSeller());
const saveBonus = async (value: typeof bonus | null) => {
  ctx.clock.forward(30_000);
  return call(
    ctx,
    saveTopUpBonus,
    { body: { bonus: value, code_2fa: await codes.code() } },
    asSeller(),
  );
};
/** Records a process whose heartbeat stays recent however long the test takes. */
async function serve(release: string, isDraining = false): Promise<void> {
  const id = randomUUID();
  await recordHeartbeat(ctx, {
    id,
    name: `painel-${release}`,
    roles: ['panel'],
    version: release,
    isDraining,
  });
  await ctx.owner.query("update nodes set seen_at = now() + interval '1 hour' where id = $1", [id]);
}

const refused = { status: 409, body: { code: 'former_release_running' } };

it('refuses a discount while a release before 0.24 serves', async () => {
  await serve(version);
  await serve('0.23.0');
  expect(await saveTerms()).toMatchObject(refused);
  expect((await saveTerms({ referrer_kind: 'days', referrer_days: 10 })).status).toBe(200);
  await ctx.owner.query(
    "update nodes set seen_at = now() - interval '1 minute' where version <> $1",
    [version],
  );
  expect((await saveTerms()).status).toBe(200);
});

it('refuses days, credits and a bonus while a process that would not add them serves', async () => {
  await serve('0.21.0');
  expect(await coupon(ctx, seller, { code: 'DIAS10', kind: 'days', amount: 10 })).toMatchObject(
    refused,
  );
  expect(await saveBonus(bonus)).toMatchObject(refused);
  expect((await coupon(ctx, seller, { code: 'MENOS20' })).status).toBe(200);
  expect((await saveBonus(null)).status).toBe(200);
});

it('does not wait for a draining process, nor for a release that knows the value', async () => {
  await serve('0.9.0', true);
  await serve('0.100.0');
  await serve('1.0.0-rc.1');
  expect((await coupon(ctx, seller, { code: 'DIAS20', kind: 'days', amount: 10 })).status).toBe(
    200,
  );
  expect((await saveBonus(bonus)).status).toBe(200);
  expect((await saveTerms()).status).toBe(200);
});
