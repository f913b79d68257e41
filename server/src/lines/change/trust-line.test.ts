import {
  endOfDayIptvLine,
  extendIptvLine,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  parent = await person(ctx, { until: '2028-01-01' });
  seller = await person(ctx, { parent, balance: 10_000, until: '2028-01-01' });
});
afterEach(() => ctx.clock.set(TODAY));
afterAll(() => ctx.close());

const trust = (id: number, actor = seller) =>
  call(ctx, trustIptvLine, { params: { id }, body: {} }, { token: actor.token });

describe('48 hours', () => {
  it('adds 48 hours to a future expiry for free', async () => {
    const created = await line(ctx, seller);
    const before = await readAccountBalance(ctx, seller.id);
    const { body } = await trust(created.id);
    expect(body.exp_date_timestamp).toBe(created.exp_date_timestamp + 48 * 3600);
    expect(body).toMatchObject({ exp_date_formatted: '23/12/2026 12:00', trusted: true });
    expect(body.message).toBe('Confiança adicionada com sucesso');
    expect(await readAccountBalance(ctx, seller.id)).toBe(before);
  });

  it('adds 48 hours to the current minute for an expired line', async () => {
    const { id } = await line(ctx, seller);
    ctx.clock.set('2027-01-10T13:05:30Z');
    expect((await trust(id)).body.exp_date_formatted).toBe('12/01/2027 10:05');
  });
});

describe('once in a paid period', () => {
  it('grants trust once for all callers whatever happens in between', async () => {
    const { id } = await line(ctx, seller);
    await trust(id);
    await call(ctx, switchIptvLine, { params: { id }, body: {} }, { token: seller.token });
    await call(ctx, endOfDayIptvLine, { params: { id }, body: {} }, { token: seller.token });
    for (const actor of [seller, parent]) {
      const { status, body } = await trust(id, actor);
      expect([status, body.code]).toEqual([422, 'trust_used']);
    }
    ctx.clock.set('2027-06-01T12:00:00Z');
    expect((await trust(id)).body.code).toBe('trust_used');
  });

  it('grants trust again after a paid extension', async () => {
    const { id } = await line(ctx, seller);
    await trust(id);
    await call(
      ctx,
      extendIptvLine,
      { params: { id }, body: { credits: 0.6 } },
      { token: seller.token },
    );
    expect((await trust(id)).status).toBe(200);
    expect((await trust(id)).body.code).toBe('trust_used');
  });

  it('grants only one of ten simultaneous calls', async () => {
    const created = await line(ctx, seller);
    const replies = await Promise.all(Array.from({ length: 10 }, () => trust(created.id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await ctx.owner.query('select expires_at from lines where id = $1', [
      created.id,
    ]);
    expect(rows[0].expires_at.getTime() / 1000).toBe(created.exp_date_timestamp + 48 * 3600);
  });
});

it('refuses a test', async () => {
  const { id } = await line(ctx, seller, { isOficial: false });
  expect(await trust(id)).toMatchObject({ status: 422, body: { code: 'trial_not_renewable' } });
});

it('records both expiries', async () => {
  const { id } = await line(ctx, seller);
  await trust(id);
  const { rows } = await ctx.owner.query(
    `select before, after from events where line_id = $1 and kind = 'line-trusted'`,
    [id],
  );
  expect(rows).toEqual([
    {
      before: { expiresAt: '2026-12-21T15:00:00.000Z' },
      after: { expiresAt: '2026-12-23T15:00:00.000Z' },
    },
  ]);
});
