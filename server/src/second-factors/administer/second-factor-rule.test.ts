/**
 * Tests the rule that requires a second factor. From the day of the rule, an account without one
 * can only set it up, in every process.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import { getProfile, signOut } from '@ramal/contract/sessions';
import {
  disableSecondFactor,
  getSecondFactorRule,
  listSecondFactors,
  setSecondFactorRule,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person, session } from '../../../test/accounts.ts';
import {
  aPasskey,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
} from '../../../test/second-factor.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
let admin: Person;
let franchise: Person;
let seller: Person;
let child: Person;
let stranger: Person;
/** The day of the rule, its first moment in São Paulo, and the last millisecond before it. */
const DAY = '2026-11-23';
const MIDNIGHT = '2026-11-23T03:00:00Z';
const BEFORE = '2026-11-23T02:59:59.999Z';
const until = '2026-11-23T02:00:00Z';
beforeAll(async () => {
  ctx = await createTestContext();
  other = await secondProcess(ctx);
  admin = await person(ctx, { profile: 'admin', until });
  franchise = await person(ctx, { profile: 'franchise', parent: admin, until });
  seller = await person(ctx, { parent: franchise, until });
  child = await person(ctx, { parent: seller, until });
  stranger = await person(ctx, { parent: admin, until });
});
afterEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from second_factor_rules');
});
afterAll(async () => {
  await other.close();
  await ctx.close();
});

const set = (actor: Person, from?: string) =>
  call(ctx, setSecondFactorRule, { body: from ? { from } : {} }, actor);
/** Responses of each process to a call that does not belong to the set-up. */
const answers = async ({ token }: Pick<Person, 'token'>) => {
  const replies = [
    await call(ctx, getDashboard, {}, { token }),
    await call(other, getDashboard, {}, { token }),
  ];
  return replies.map(({ status, body }) => (status === 200 ? 200 : body.code));
};
const served = [200, 200];
const limited = ['second_factor_required', 'second_factor_required'];

describe('the administration’s', () => {
  it('restricts all sellers from midnight of its day on the next request of every process', async () => {
    expect((await set(admin, DAY)).status).toBe(200);
    ctx.clock.set(BEFORE);
    for (const account of [franchise, seller, child, stranger, admin])
      expect(await answers(account)).toEqual(served);
    ctx.clock.set(MIDNIGHT);
    for (const account of [franchise, seller, child, stranger])
      expect(await answers(account)).toEqual(limited);
    expect(await answers(admin)).toEqual(served);
    expect((await set(admin)).body.message).toBe('O segundo fator deixou de ser exigido.');
    expect(await answers(seller)).toEqual(served);
  });

  it('announces the rule and allows only the set-up and ends with it', async () => {
    await set(admin, DAY);
    const account = await person(ctx, { parent: admin, until });
    const verified = async () => (await call(other, verifySecondFactor, {}, account)).body;
    expect(await verified()).toMatchObject({
      required_from: '23/11/2026 00:00',
      must_enrol: false,
    });
    ctx.clock.set(MIDNIGHT);
    expect(await verified()).toMatchObject({ must_enrol: true, has2fa: false });
    const profile = await call(ctx, getProfile, {}, account);
    expect(profile.body.second_factor).toEqual({
      enrolled: false,
      required_from: '23/11/2026 00:00',
      must_enrol: true,
      replacement_pending: false,
    });
    expect(await answers(account)).toEqual(limited);
    const { code } = await enrolAuthenticator(ctx, account);
    expect(await answers(account)).toEqual(served);
    // A required authenticator cannot be disabled, unless a passkey remains.
    const disable = async (steps: number) =>
      call(ctx, disableSecondFactor, { body: { code_2fa: await code(steps) } }, account);
    const refused = await disable(0);
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_required']);
    await aPasskey(ctx, account);
    expect((await disable(1)).status).toBe(200);
    expect(await answers(account)).toEqual(served);
    expect((await call(ctx, signOut, {}, account)).status).toBe(200);
  });

  it('allows to remove the rule before its day', async () => {
    await set(admin, DAY);
    const account = await person(ctx, { parent: admin });
    const { code } = await enrolAuthenticator(ctx, account);
    const body = { code_2fa: await code() };
    expect((await call(ctx, disableSecondFactor, { body }, account)).status).toBe(200);
  });

  it('stores one rule for all admins and returns its counts', async () => {
    const second = await person(ctx, { profile: 'admin' });
    await enrolAuthenticator(ctx, child);
    const first = (await set(admin, DAY)).body;
    expect(first).toMatchObject({
      required_from: '23/11/2026 00:00',
      required_from_day: DAY,
      set_by: admin.username,
    });
    const { rows } = await ctx.owner.query(
      `select count(*)::int as accounts,
        count(*) filter (where totp_secret is not null or id in (select account_id from passkeys))::int as enrolled
       from accounts where profile <> 'admin'`,
    );
    expect({ accounts: first.accounts, enrolled: first.enrolled }).toEqual(rows[0]);
    expect((await set(second, '2026-12-01')).body.set_by).toBe(second.username);
    const read = await call(other, getSecondFactorRule, {}, admin);
    expect(read.body).toMatchObject({ required_from_day: '2026-12-01', set_by: second.username });
    const stored = await ctx.owner.query('select holder_id from second_factor_rules');
    expect(stored.rows).toEqual([{ holder_id: null }]);
    expect((await readAccountEvents(ctx, second.id)).at(-1)).toEqual({
      kind: 'second-factor-rule-set',
      after: { from: '2026-12-01' },
    });
  });
});

describe('a franchise’s', () => {
  it('applies a franchise’s rule to its tree but not to itself or others', async () => {
    const set_ = await set(franchise, DAY);
    expect(set_.body).toMatchObject({ required_from_day: DAY, accounts: 2 });
    ctx.clock.set(MIDNIGHT);
    expect(await answers(seller)).toEqual(limited);
    for (const account of [franchise, stranger, admin])
      expect(await answers(account)).toEqual(served);
    ctx.clock.set(TODAY);
    const { body } = await call(ctx, getSecondFactorRule, {}, admin);
    expect([body.required_from, body.set_by]).toEqual([null, null]);
  });

  it('accepts a stricter rule than that of the admins but no looser one', async () => {
    const below = await person(ctx, { parent: franchise, until });
    const from = async () => (await call(ctx, verifySecondFactor, {}, below)).body.required_from;
    await set(admin, '2026-12-01');
    await set(franchise, DAY);
    expect(await from()).toBe('23/11/2026 00:00');
    await set(franchise, '2026-12-15');
    expect(await from()).toBe('01/12/2026 00:00');
  });
});

it('ends no session and leads the next request to the set-up', async () => {
  await set(admin, '2026-11-20');
  const account = await person(ctx, { parent: admin });
  expect(await answers(await session(ctx, account.username))).toEqual(limited);
  expect((await call(ctx, listSecondFactors, {}, account)).body.code).toBe(
    'second_factor_required',
  );
});

it('refuses a day before this century or outside the calendar', async () => {
  for (const from of ['1999-12-31', '2026-02-30', '9999-01-01', 'ontem'])
    expect([from, (await set(admin, from)).status]).toEqual([from, 422]);
});
