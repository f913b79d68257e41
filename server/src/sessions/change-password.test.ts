/**
 * Tests changing the own password (Q-PASSCHANGE): permissions, rate limit, and the sessions that
 * end.
 */
import { listPasskeys } from '@ramal/contract/passkeys';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { changePassword, getProfile } from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person, session } from '../../test/accounts.ts';
import { confirmed, enterWith, createPasskeyHolder } from '../../test/passkeys.ts';
import {
  aPasskey,
  enrolAuthenticator,
  readAccountEvents,
  secondProcess,
  wrongCode,
} from '../../test/second-factor.ts';
import { hashPassword } from '../access/access.ts';

let ctx: TestContext;
let other: Awaited<ReturnType<typeof secondProcess>>;
beforeAll(async () => {
  ctx = await createTestContext();
  other = await secondProcess(ctx);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await other.close();
  await ctx.close();
});

const NEW = 'outra-senha-2';
const change = ({ token }: Pick<Person, 'token'>, body: Record<string, unknown>) =>
  call(ctx, changePassword, { body }, { token });
const signsIn = async ({ username }: Person, password: string) =>
  session(ctx, username, password).then(
    () => true,
    () => false,
  );
const answers = async ({ token }: Pick<Person, 'token'>) => [
  (await call(ctx, getProfile, {}, { token })).status,
  (await call(other, getProfile, {}, { token })).status,
];

it('accepts the current password and ends all other sessions at once in every process', async () => {
  const account = await person(ctx);
  const elsewhere = await session(ctx, account.username);
  const neighbour = await person(ctx);
  const changed = await change(account, { password: NEW, current_password: PASSWORD });
  expect(changed.status).toBe(200);
  expect(await answers(elsewhere)).toEqual([401, 401]);
  expect(await answers(account)).toEqual([200, 200]);
  expect(await answers(neighbour)).toEqual([200, 200]);
  expect([await signsIn(account, PASSWORD), await signsIn(account, NEW)]).toEqual([false, true]);
  const { rows } = await ctx.owner.query(
    'select ended_because from sign_ins where account_id = $1 and ended_at is not null',
    [account.id],
  );
  expect(rows).toEqual([{ ended_because: 'password-changed' }]);
  expect(await readAccountEvents(ctx, account.id)).toContainEqual({
    kind: 'password-changed',
    after: { by: 'password' },
  });
});

it('refuses a sign-in with the old password during the change', async () => {
  const account = await person(ctx);
  const changing = await ctx.owner.connect();
  try {
    await changing.query('begin');
    await changing.query('update accounts set password_hash = $2 where id = $1', [
      account.id,
      await hashPassword(NEW),
    ]);
    const entering = signsIn(account, PASSWORD);
    await waitsForALock();
    await changing.query('commit');
    expect(await entering).toBe(false);
  } finally {
    changing.release();
  }
  expect((await readAccountEvents(ctx, account.id)).at(-1)).toEqual({
    kind: 'sign-in-refused',
    after: { because: 'wrong_credentials' },
  });
});

/**
 * Waits until a statement of the server waits for the row lock of another transaction, at most ten
 * seconds.
 */
async function waitsForALock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await ctx.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 10_000, interval: 20 },
  );
}

it('accepts a code of the second factor once instead', async () => {
  const account = await person(ctx);
  const { code } = await enrolAuthenticator(ctx, account);
  const code_2fa = await code();
  expect((await change(account, { password: NEW, code_2fa })).status).toBe(200);
  const again = await change(account, { password: 'terceira-senha-3', code_2fa });
  expect([again.status, again.body.code]).toEqual([422, 'code_2fa_wrong']);
  expect(await readAccountEvents(ctx, account.id)).toContainEqual({
    kind: 'password-changed',
    after: { by: 'code' },
  });
});

it('refuses a code without a second factor and an empty body and only a new password', async () => {
  const account = await person(ctx);
  const nothing = await change(account, { password: NEW });
  expect([nothing.status, nothing.body.fields]).toEqual([
    422,
    { current_password: 'O campo Senha atual é necessário.' },
  ]);
  expect((await change(account, { password: NEW, code_2fa: '123456' })).body.code).toBe(
    'code_2fa_wrong',
  );
  expect((await change(account, { password: NEW, current_password: NEW })).body).toMatchObject({
    code: 'current_password_wrong',
    message: 'A senha atual não confere.',
    fields: { current_password: 'A senha atual não confere.' },
  });
  expect(await signsIn(account, PASSWORD)).toBe(true);
});

describe('the new password', () => {
  it.each([
    ['', 'O campo Nova senha é necessário.'],
    ['curta-7', 'O campo Nova senha esta incompleto.'],
    ['com-aspas"-8', 'A senha não pode conter alguns caracteres especiais'],
    ["com-aspas'-8", 'A senha não pode conter alguns caracteres especiais'],
    ['com;ponto-8', 'A senha não pode conter alguns caracteres especiais'],
    ['com:dois-8', 'A senha não pode conter alguns caracteres especiais'],
  ])('is not «%s»', async (password, text) => {
    const account = await person(ctx);
    const refused = await change(account, { password, current_password: PASSWORD });
    expect([refused.status, refused.body.fields]).toEqual([422, { password: text }]);
    expect(await answers(account)).toEqual([200, 200]);
  });
});

it('allows five attempts a minute with passwords and codes together', async () => {
  const account = await person(ctx);
  const { code } = await enrolAuthenticator(ctx, account);
  const elsewhere = await session(ctx, account.username, PASSWORD, await code());
  const wrong = wrongCode(await code(-1), await code(), await code(1));
  const tries = [
    { current_password: 'errada-1' },
    { code_2fa: wrong },
    { current_password: 'errada-2' },
    { code_2fa: wrong },
    { current_password: 'errada-3' },
  ];
  for (const attempt of tries)
    expect((await change(account, { password: NEW, ...attempt })).status).toBe(422);
  const rejected = await change(elsewhere, { password: NEW, current_password: PASSWORD });
  expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_attempts']);
  vi.setSystemTime(Date.now() + 60_500);
  expect((await change(account, { password: NEW, current_password: PASSWORD })).status).toBe(200);
  const refused = (await readAccountEvents(ctx, account.id))
    .map(({ kind }) => kind)
    .filter((kind) => kind.endsWith('-refused'));
  const [password, second] = ['password-change-refused', 'second-factor-refused'];
  expect(refused).toEqual([password, second, password, second, password]);
});

it('changes the password once for two simultaneous calls with the same current one', async () => {
  const account = await person(ctx);
  const elsewhere = await session(ctx, account.username);
  const both = await Promise.all([
    change(account, { password: NEW, current_password: PASSWORD }),
    change(elsewhere, { password: 'terceira-senha-3', current_password: PASSWORD }),
  ]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const winner = both[0].status === 200 ? NEW : 'terceira-senha-3';
  expect(await signsIn(account, winner)).toBe(true);
});

it('changes only the caller’s password even if another account is named', async () => {
  const [account, named] = [await person(ctx), await person(ctx)];
  const foreign = { id: named.id, account_id: named.id, username: named.username };
  const more = { profile: 'admin', is_master: 0, totp_secret: 'x', blocked_at: '2001-01-01' };
  const stored = async () =>
    (
      await ctx.owner.query(
        `select to_jsonb(a) - 'password_hash' as rest, case when id = $1 then '' else password_hash end as kept
         from accounts a where id = any(array[$1, $2]::bigint[]) order by id`,
        [account.id, named.id],
      )
    ).rows;
  const before = await stored();
  const body = { ...foreign, ...more, password: NEW, current_password: PASSWORD };
  expect((await change(account, body)).status).toBe(200);
  expect(await stored()).toEqual(before);
  expect([await signsIn(account, NEW), await signsIn(named, PASSWORD)]).toEqual([true, true]);
});

it('stores the new password nowhere as text', async () => {
  const account = await person(ctx);
  await change(account, { password: NEW, current_password: 'errada-de-novo' });
  await change(account, { password: NEW, current_password: PASSWORD });
  const written = JSON.stringify(await readAccountEvents(ctx, account.id));
  for (const hidden of [NEW, PASSWORD, 'errada-de-novo']) expect(written).not.toContain(hidden);
});

describe('the passkeys at a new password', () => {
  const keysOf = async ({ token }: Pick<Person, 'token'>) =>
    (await call(ctx, listPasskeys, {}, { token })).body.data.length;

  it('keeps passkeys unless the user removes them with a code', async () => {
    const account = await createPasskeyHolder(ctx);
    expect((await change(account, { password: NEW, current_password: PASSWORD })).status).toBe(200);
    expect(await keysOf(account)).toBe(1);
    const ending = { password: PASSWORD, current_password: NEW, end_passkeys: true };
    expect((await change(account, ending)).body.code).toBe('code_2fa_missing');
    const code_2fa = await confirmed(ctx, account);
    const wrong = { ...ending, current_password: 'errada-errada-1', code_2fa };
    expect((await change(account, wrong)).body.code).toBe('current_password_wrong');
    expect(await keysOf(account)).toBe(1);
    expect((await change(account, { ...ending, code_2fa })).status).toBe(200);
    expect(await keysOf(account)).toBe(0);
    expect(await enterWith(ctx, account.credential)).toMatchObject({ status: 422 });
    // The recovery codes were deleted with the last factor, so the account signs in with its
    // password alone.
    expect(await signsIn(account, PASSWORD)).toBe(true);
    expect(await readAccountEvents(ctx, account.id)).toContainEqual({
      kind: 'password-changed',
      after: { by: 'password', removedPasskeys: 1 },
    });
  });

  it('removes passkeys together with the password only with a code of the authenticator', async () => {
    const account = await person(ctx);
    const phone = await enrolAuthenticator(ctx, account);
    await aPasskey(ctx, account);
    const body = { password: NEW, end_passkeys: true, code_2fa: await phone.code() };
    expect((await change(account, body)).status).toBe(200);
    expect(await keysOf(account)).toBe(0);
    expect((await call(ctx, verifySecondFactor, {}, account)).body).toMatchObject({
      has2fa: true,
      recovery_codes: 10,
    });
  });

  it('keeps passkeys and password if a second factor is required', async () => {
    const account = await createPasskeyHolder(ctx);
    await ctx.owner.query(
      `insert into second_factor_rules (holder_id, set_by, required_from, set_at)
       values (null, $1, '2026-01-01', '2026-01-01')`,
      [account.id],
    );
    const code_2fa = await confirmed(ctx, account);
    const refused = await change(account, { password: NEW, end_passkeys: true, code_2fa });
    await ctx.owner.query('delete from second_factor_rules');
    expect(refused.body.code).toBe('second_factor_required');
    expect(await keysOf(account)).toBe(1);
    expect(await signsIn(account, NEW)).toBe(false);
  });
});
