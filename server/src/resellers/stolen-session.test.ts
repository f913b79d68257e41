/**
 * Tests actions that require a code, so that a stolen session of an admin cannot perform them
 * (Q-STOLENSESSION).
 */
import { randomUUID } from 'node:crypto';
import { blockResellerAsAdmin } from '@ramal/contract/resellers/reseller-acts';
import { createReseller, editReseller, moveCredits } from '@ramal/contract/resellers/resellers';
import {
  removeSecondFactor,
  removeSecondFactors,
  replaceSecondFactor,
} from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { toggleLogin, toggleTests } from '@ramal/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, readAccountBalance, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Authenticator, enrolAuthenticator, wrongCode } from '../../test/second-factor.ts';

let ctx: TestContext;
let admin: Person;
let colleague: Person;
let seller: Person;
let enrolledSeller: Person;
let phone: Authenticator;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  colleague = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
  phone = await enrolAuthenticator(ctx, admin);
});
beforeEach(async () => {
  await ctx.owner.query('delete from rate_limits');
  await ctx.owner.query('update flags set is_on = true');
  enrolledSeller = await person(ctx);
  await enrolAuthenticator(ctx, enrolledSeller);
});
afterAll(() => ctx.close());

const as = () => ({ token: admin.token });
const reason = 'suspeita de fraude';
const acts = {
  'disable the sign-in': (code: object) => call(ctx, toggleLogin, { body: code }, as()),
  'block an admin': (code: object) =>
    call(
      ctx,
      blockResellerAsAdmin,
      { params: { id: colleague.id }, body: { reason, ...code } },
      as(),
    ),
  'set a reseller’s password': (code: object) =>
    call(
      ctx,
      editReseller,
      {
        params: { id: seller.id },
        body: {
          username: seller.username,
          email: '+55 92 95555-0118',
          password: 'nova-senha-1',
          ...code,
        },
      },
      as(),
    ),
  'rename another admin': (code: object) =>
    call(
      ctx,
      editReseller,
      {
        params: { id: colleague.id },
        body: { username: 'outro-dono', email: '+55 92 95555-0118', ...code },
      },
      as(),
    ),
  'prepare another authenticator for a reseller': (code: object) =>
    call(ctx, replaceSecondFactor, { params: { id: enrolledSeller.id }, query: code }, as()),
  'remove a reseller’s second factor': (code: object) =>
    call(ctx, removeSecondFactor, { params: { id: enrolledSeller.id }, query: code }, as()),
  'remove several second factors': (code: object) =>
    call(ctx, removeSecondFactors, { body: { ids: [enrolledSeller.id], ...code } }, as()),
};

it.each(Object.entries(acts))('requires a code to %s', async (_name, act) => {
  expect((await act({})).body.code).toBe('code_2fa_missing');
  const right = await phone.code();
  expect((await act({ code_2fa: wrongCode(right) })).body.code).toBe('code_2fa_wrong');
  // Each code is valid once, so the clock moves to the authenticator's next code.
  ctx.clock.forward(31_000);
  expect((await act({ code_2fa: await phone.code() })).status).toBe(200);
});

it('requires no code to block or edit resellers and to switch other functions', async () => {
  const block = await call(
    ctx,
    blockResellerAsAdmin,
    { params: { id: seller.id }, body: { reason } },
    as(),
  );
  expect(block.status).toBe(200);
  const edit = await call(
    ctx,
    editReseller,
    { params: { id: seller.id }, body: { username: 'outro-nome', email: '+55 92 95555-0118' } },
    as(),
  );
  expect(edit.status).toBe(200);
  expect((await call(ctx, toggleTests, { body: {} }, as())).status).toBe(200);
});

it('names the second factors that cannot be removed and removes the others', async () => {
  ctx.clock.forward(31_000);
  const body = {
    ids: [enrolledSeller.id, seller.id, admin.id, 999_999],
    code_2fa: await phone.code(),
  };
  expect((await call(ctx, removeSecondFactors, { body }, as())).body).toEqual({
    message: 'Parcial: Alguns 2FA não foram excluídos.',
    removed: 1,
    failed: [seller.id, admin.id, 999_999],
  });
});

describe('issuing credits', () => {
  let issuer: Person;
  let codes: Authenticator;
  beforeEach(async () => {
    issuer = await person(ctx, { profile: 'admin' });
    codes = await enrolAuthenticator(ctx, issuer);
  });
  const issue = (credits: number, more: object = {}, key = randomUUID()) =>
    call(
      ctx,
      moveCredits,
      { params: { id: seller.id }, body: { credits, sale: 5, ...more } },
      { token: issuer.token, headers: { 'idempotency-key': key } },
    );
  const free = async () =>
    (await call(ctx, getProfile, {}, { token: issuer.token })).body.credits_without_code;

  it('requires a code for more than a hundred issued credits a day', async () => {
    expect(await free()).toBe(100);
    expect((await issue(60)).status).toBe(200);
    expect(await free()).toBe(40);
    const before = await readAccountBalance(ctx, seller.id);
    expect((await issue(40.01)).body.code).toBe('code_2fa_missing');
    expect((await issue(40.01, { code_2fa: '12' })).body.code).toBe('code_2fa_wrong');
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
    const key = randomUUID();
    const proven = { code_2fa: await codes.code() };
    expect((await issue(500, proven, key)).status).toBe(200);
    // The same request returns the stored response, although its code was consumed.
    expect((await issue(500, proven, key)).status).toBe(200);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before + 50_000);
    expect(await free()).toBe(0);
    expect((await issue(10)).body.code).toBe('code_2fa_missing');
    // A withdrawal issues no credits, so it requires no code.
    expect((await issue(-10)).status).toBe(200);
  });

  it('counts the opening credits of new resellers', async () => {
    const create = (credits: number, more: object = {}) =>
      call(
        ctx,
        createReseller,
        {
          body: { username: `nova-${randomUUID()}`, password: 'senha-boa-1', credits, ...more },
        },
        { token: issuer.token },
      );
    expect((await create(100)).status).toBe(200);
    expect((await create(10)).body.code).toBe('code_2fa_missing');
    expect((await create(0)).status).toBe(200);
    expect((await create(10, { code_2fa: await codes.code() })).status).toBe(200);
  });

  it('never issues more than a hundred credits without a code in simultaneous calls', async () => {
    const before = await readAccountBalance(ctx, seller.id);
    const all = await Promise.all(Array.from({ length: 12 }, () => issue(30)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await readAccountBalance(ctx, seller.id)).toBe(before + 9_000);
  });

  it('requires no code of an account without a second factor or of a seller', async () => {
    const plain = await person(ctx, { profile: 'admin' });
    const parent = await person(ctx, { parent: plain, balance: 50_000 });
    const child = await person(ctx, { parent });
    for (const [{ token }, { id }] of [
      [plain, parent],
      [parent, child],
    ] as const) {
      const body = { credits: 300, sale: 5 };
      expect((await call(ctx, moveCredits, { params: { id }, body }, { token })).status).toBe(200);
      expect((await call(ctx, getProfile, {}, { token })).body.credits_without_code).toBeNull();
    }
  });
});
