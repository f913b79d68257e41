/**
 * Tests that a change of a second factor or password ends the account's other sessions, and that an
 * idle admin session ends.
 */
import { removePasskey } from '@ramal/contract/passkeys';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@ramal/contract/second-factors';
import { changePassword, getProfile } from '@ramal/contract/sessions';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { addKey, behindTls } from '../../test/passkeys.ts';
import { type Authenticator, createCodes, enrolAuthenticator } from '../../test/second-factor.ts';
import { createTokens } from '../sessions/token.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext(behindTls);
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

/** Creates a second open session of the account without a sign-in. */
async function secondSession({ id, token }: Person): Promise<string> {
  const { rows } = await ctx.owner.query<{ id: string; until: Date }>(
    `insert into sign_ins select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
     from sign_ins s where s.id = $1 returning id, expires_at as until`,
    [decodeJwt(token).jti],
  );
  return createTokens(ctx).issue(rows[0]!.id, id, rows[0]!.until);
}

const statusOf = async (token: string) => (await call(ctx, getProfile, {}, { token })).status;

interface Change {
  readonly starts?: (account: Person) => Promise<Authenticator>;
  readonly act: (account: Person, codes: Authenticator) => Promise<{ status: number }>;
  /** True if the change also ends the session that makes it. */
  readonly endsOwn?: true;
}

const withApp = (account: Person) => enrolAuthenticator(ctx, account);

const changes: Record<string, Change> = {
  'a new password': {
    act: ({ token }) =>
      call(
        ctx,
        changePassword,
        { body: { password: 'outra-senha-2', current_password: PASSWORD } },
        { token },
      ),
  },
  'an authenticator added': {
    act: async ({ token }) => {
      const body = { current_password: PASSWORD };
      const { secret } = (await call(ctx, enableSecondFactor, { body }, { token })).body;
      const code = await createCodes(ctx, secret)();
      return call(ctx, confirmSecondFactor, { body: { secret, token: code } }, { token });
    },
  },
  'an authenticator removed': {
    starts: withApp,
    act: async ({ token }, { code }) =>
      call(ctx, disableSecondFactor, { body: { code_2fa: await code() } }, { token }),
  },
  'new recovery codes': {
    starts: withApp,
    act: async ({ token }, { code }) =>
      call(ctx, renewRecoveryCodes, { body: { code_2fa: await code() } }, { token }),
  },
  'a passkey added': { act: async (account) => (await addKey(ctx, account)).added },
  'a passkey removed': {
    act: async (account) => {
      const { added } = await addKey(ctx, account);
      const { id } = added.body.data;
      await ctx.owner.query(
        `insert into confirmations (hash, account_id, expires_at)
         values (sha256('confirmada'), $1, $2::timestamptz + interval '1 minute')`,
        [account.id, ctx.clock.now()],
      );
      const input = { params: { id }, body: { code_2fa: 'confirmada' } };
      return call(ctx, removePasskey, input, { token: account.token });
    },
  },
  'a removal by an admin': {
    starts: withApp,
    act: async ({ id }) => {
      const admin = await person(ctx, { profile: 'admin' });
      const { code } = await enrolAuthenticator(ctx, admin);
      const input = { params: { id }, query: { code_2fa: await code() } };
      return call(ctx, removeSecondFactor, input, { token: admin.token });
    },
    endsOwn: true,
  },
};

it.each(Object.entries(changes))('%s ends the other sessions', async (_what, change) => {
  const account = await person(ctx);
  const codes = (await change.starts?.(account)) as Authenticator;
  const other = await secondSession(account);
  expect(await statusOf(other)).toBe(200);
  expect((await change.act(account, codes)).status).toBe(200);
  expect(await statusOf(other)).toBe(401);
  expect(await statusOf(account.token)).toBe(change.endsOwn ? 401 : 200);
});

it('ends an admin session after two hours without a request and no other session', async () => {
  const [admin, seller] = [await person(ctx, { profile: 'admin' }), await person(ctx)];
  await ctx.owner.query('update sign_ins set last_used_at = $2 where account_id = $1', [
    admin.id,
    ctx.clock.now(),
  ]);
  ctx.clock.forward(119 * 60_000);
  expect(await statusOf(admin.token)).toBe(200);
  await expect
    .poll(async () => {
      const { rows } = await ctx.owner.query<{ at: Date }>(
        'select last_used_at as at from sign_ins where account_id = $1',
        [admin.id],
      );
      return rows[0]!.at;
    })
    .toEqual(ctx.clock.now());
  ctx.clock.forward(119 * 60_000);
  expect(await statusOf(admin.token)).toBe(200);
  ctx.clock.forward(121 * 60_000);
  expect(await statusOf(admin.token)).toBe(401);
  expect(await statusOf(seller.token)).toBe(200);
});
