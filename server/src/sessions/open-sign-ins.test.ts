/** Tests the account's own sessions: they are listed, and ended in every process. */
import {
  endOtherSignIns,
  endSignIn,
  getProfile,
  listSignIns,
  signIn,
} from '@ramal/contract/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePanelServer } from '../app.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

async function another({ username }: Person, ip = '198.51.100.9'): Promise<string> {
  const { body } = await call(
    ctx,
    signIn,
    { body: { username, password: PASSWORD } },
    { address: ip, headers: { 'user-agent': PHONE } },
  );
  if (!('access_token' in body)) throw new Error('no sign-in');
  return body.access_token;
}

const list = async (token: string) => (await call(ctx, listSignIns, {}, { token })).body.data;
const alive = async (token: string, at: { server: TestContext['server'] } = ctx) =>
  (await call(at, getProfile, {}, { token })).status === 200;
const lastUse = async (id: string) =>
  (await ctx.owner.query('select last_used_at from sign_ins where id = $1', [id])).rows[0]
    .last_used_at;
const eventsOf = async ({ id }: Person, kind: string) =>
  (
    await ctx.owner.query('select before, after from events where account_id = $1 and kind = $2', [
      id,
      kind,
    ])
  ).rows;

describe('the open sign-ins of an account', () => {
  it('lists device and address and times of open sessions with the current one first', async () => {
    const account = await person(ctx);
    await person(ctx);
    const token = await another(account);
    expect(await list(token)).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome no Android',
        ip: '198.51.100.9',
        created_at: '21/11/2026 12:00',
        last_used_at: '21/11/2026 12:00',
        current: true,
      },
      expect.objectContaining({ device: 'Aparelho desconhecido', current: false }),
    ]);
    ctx.clock.forward(6 * 3_600_000);
    const later = await another(account);
    ctx.clock.forward(6 * 3_600_000);
    expect((await list(later)).map(({ current }) => current)).toEqual([true]);
  });

  it('stores the last use at most every five minutes', async () => {
    const account = await person(ctx);
    const [mine] = await list(account.token);
    expect(await lastUse(mine!.id)).toBeNull();
    ctx.clock.forward(5 * 60_000);
    const written = await countingUpdates(async () => {
      await Promise.all(Array.from({ length: 20 }, () => alive(account.token)));
      await expect.poll(() => lastUse(mine!.id)).toEqual(new Date('2026-11-21T15:05:00Z'));
      ctx.clock.forward(4 * 60_000);
      await alive(account.token);
    });
    expect(written).toBe(1);
    ctx.clock.forward(60_000);
    await alive(account.token);
    await expect.poll(() => lastUse(mine!.id)).toEqual(new Date('2026-11-21T15:10:00Z'));
    expect((await list(account.token))[0]?.last_used_at).toBe('21/11/2026 12:10');
  });

  it('answers a request even if its last use cannot be stored', async () => {
    const account = await person(ctx);
    ctx.clock.forward(5 * 60_000);
    await ctx.owner.query(
      `create function fail_touch() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger fail_touch before update on sign_ins execute function fail_touch()`,
    );
    expect(await alive(account.token)).toBe(true);
    await ctx.owner.query('drop trigger fail_touch on sign_ins; drop function fail_touch()');
    expect(await alive(account.token)).toBe(true);
  });
});

it('ends all other sessions including expired ones without counting those', async () => {
  const account = await person(ctx);
  ctx.clock.forward(6 * 3_600_000);
  const open = await another(account);
  ctx.clock.forward(6 * 3_600_000 + 60_000);
  const mine = await another(account);
  const { body } = await call(ctx, endOtherSignIns, {}, { token: mine });
  expect([body.count, await alive(open), await alive(mine)]).toEqual([1, false, true]);
  const { rows } = await ctx.owner.query(
    'select count(*)::int as n from sign_ins where account_id = $1 and ended_at is null',
    [account.id],
  );
  expect(rows).toEqual([{ n: 1 }]);
});

/** Counts the rows of sign_ins that were changed during `work`. */
async function countingUpdates(work: () => Promise<void>): Promise<number> {
  await ctx.owner.query(
    `create table touched (id uuid);
     create function note_touch() returns trigger language plpgsql security definer as
       $$ begin insert into touched values (new.id); return new; end $$;
     create trigger note_touch after update on sign_ins for each row execute function note_touch()`,
  );
  await work();
  const { rows } = await ctx.owner.query('select count(*)::int as count from touched');
  await ctx.owner.query(
    'drop trigger note_touch on sign_ins; drop function note_touch(); drop table touched',
  );
  return rows[0].count;
}

describe('ending one', () => {
  it('ends only the chosen session on the next request of every process', async () => {
    const account = await person(ctx);
    const token = await another(account);
    const other = { server: await makePanelServer(ctx) };
    const [lost] = (await list(account.token)).filter(({ current }) => !current);
    const { status, body } = await call(
      ctx,
      endSignIn,
      { params: { id: lost!.id } },
      { token: account.token },
    );
    expect([status, body.message]).toEqual([200, 'Acesso encerrado.']);
    expect([await alive(token), await alive(token, other)]).toEqual([false, false]);
    expect([await alive(account.token), (await list(account.token)).length]).toEqual([true, 1]);
    expect(await eventsOf(account, 'sign-in-ended')).toEqual([
      { before: null, after: { device: 'Chrome no Android' } },
    ]);
    await other.server.close();
  });

  it('finds neither sessions of other accounts nor ended ones', async () => {
    const [account, other] = [await person(ctx), await person(ctx)];
    const [foreign] = await list(other.token);
    const end = (id: string) => call(ctx, endSignIn, { params: { id } }, { token: account.token });
    for (const id of [foreign!.id, '00000000-0000-4000-8000-000000000000'])
      expect(await end(id)).toMatchObject({ status: 404, body: { code: 'sign_in_not_found' } });
    expect(await alive(other.token)).toBe(true);
    await another(account);
    const [lost] = (await list(account.token)).filter(({ current }) => !current);
    const both = await Promise.all([end(lost!.id), end(lost!.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});

describe('ending the others', () => {
  it('keeps the current session and those of other accounts', async () => {
    const [account, other] = [await person(ctx), await person(ctx)];
    const tokens = [await another(account), await another(account)];
    const { body } = await call(ctx, endOtherSignIns, {}, { token: account.token });
    expect(body).toEqual({ message: '2 acessos encerrados.', count: 2 });
    expect(await Promise.all(tokens.map((token) => alive(token)))).toEqual([false, false]);
    expect([await alive(account.token), await alive(other.token)]).toEqual([true, true]);
    const again = await call(ctx, endOtherSignIns, {}, { token: account.token });
    expect(again.body).toEqual({ message: 'Não havia outros acessos abertos.', count: 0 });
    expect(await eventsOf(account, 'other-sign-ins-ended')).toMatchObject([
      { after: { count: 2 } },
      { after: { count: 0 } },
    ]);
  });
});
