/**
 * Tests many simultaneous calls: no line exists without its charge, no charge without its line, and
 * each key has one effect.
 */
import { randomUUID } from 'node:crypto';
import { createIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const good = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 };
const create = (actor: Person, body: Record<string, unknown> = good, key?: string) =>
  call(ctx, createIptvLine, { body }, { token: actor.token, ...(key ? { key } : {}) });
const extend = (actor: Person, id: number, key?: string, credits = 1) =>
  call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits } },
    { token: actor.token, ...(key ? { key } : {}) },
  );
const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

/**
 * Reads the lines and charges of an account, and recalculates the whole ledger from its entries.
 */
async function countRecords(owner: Person) {
  const { rows } = await ctx.owner.query(
    `with moved as (
       select to_wallet as wallet, amount from entries union all select from_wallet, -amount from entries
     ), sums as (
       select w.id, w.balance, coalesce((select sum(amount) from moved where wallet = w.id), 0) as recomputed from wallets w
     )
     select (select count(*)::int from lines where owner_id = $1 and not is_trial) as lines,
       (select count(*)::int from events where account_id = $1 and kind in ('line-created', 'line-extended')) as events,
       (select count(*)::int from entries where actor_id = $1 and reason in ('line-created', 'line-extended')) as charges,
       (select sum(recomputed)::int from sums) as sum,
       (select count(*)::int from sums where balance <> recomputed) as drifted`,
    [owner.id],
  );
  return rows[0];
}

it('creates exactly 50 of 200 simultaneous lines with a balance for 50 and leaves zero', async () => {
  const seller = await person(ctx, { balance: 5000 });
  const replies = await times(200, () => create(seller));
  const answers = Object.groupBy(replies, ({ status, body }) => body.code ?? String(status));
  expect(
    Object.fromEntries(Object.entries(answers).map(([key, list]) => [key, list?.length])),
  ).toEqual({
    200: 50,
    insufficient_credits: 150,
  });
  expect(await readAccountBalance(ctx, seller.id)).toBe(0);
  expect(await countRecords(seller)).toEqual({
    lines: 50,
    events: 50,
    charges: 50,
    sum: 0,
    drifted: 0,
  });
  // Every line in a response exists. Each response contains a different balance.
  const sold = answers[200]!.map(({ body }) => body);
  const { rows } = await ctx.owner.query('select id::int from lines where owner_id = $1', [
    seller.id,
  ]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(sold.map(({ id }) => id)));
  expect(new Set(sold.map(({ balance }) => balance)).size).toBe(50);
});

it('lets only one of 60 simultaneous creations and extensions spend the last credit', async () => {
  const seller = await person(ctx, { balance: 400 });
  const limited = [await line(ctx, seller), await line(ctx, seller), await line(ctx, seller)];
  const answers = await times(60, async (index) => {
    const { status, body } =
      index % 2 === 0 ? await create(seller) : await extend(seller, limited[index % 3]!.id);
    return body.code ?? status;
  });
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'insufficient_credits')).toHaveLength(59);
  expect(await readAccountBalance(ctx, seller.id)).toBe(0);
  expect(await countRecords(seller)).toMatchObject({ events: 4, charges: 4, sum: 0, drifted: 0 });
});

it('loses no time and no money when parent and child extend one line at once', async () => {
  const parent = await person(ctx, { balance: 2000 });
  const seller = await person(ctx, { parent, balance: 2100 });
  const created = await line(ctx, seller);
  const replies = await times(40, (index) => extend(index % 2 === 0 ? parent : seller, created.id));
  expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200));
  const { rows } = await ctx.owner.query('select expires_at from lines where id = $1', [
    created.id,
  ]);
  expect(rows[0].expires_at.getTime() / 1000).toBe(created.exp_date_timestamp + 40 * 30 * 86_400);
  expect([
    await readAccountBalance(ctx, parent.id),
    await readAccountBalance(ctx, seller.id),
  ]).toEqual([0, 0]);
  expect(await countRecords(seller)).toMatchObject({ sum: 0, drifted: 0 });
});

describe('use of an idempotency key', () => {
  it('creates one line and returns 20 equal responses for one key', async () => {
    const seller = await person(ctx, { balance: 5000 });
    const key = randomUUID();
    const replies = await times(20, () => create(seller, good, key));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const { body } of replies) expect(body).toEqual(replies[0]!.body);
    expect(await countRecords(seller)).toMatchObject({ lines: 1, events: 1, charges: 1 });
    expect(await readAccountBalance(ctx, seller.id)).toBe(4900);
    // The same key returns the same response later, even though no credits are left.
    await ctx.owner.query(
      `update wallets set balance = 0 where account_id = $1 and kind = 'balance'`,
      [seller.id],
    );
    expect((await create(seller, good, key)).body).toEqual(replies[0]!.body);
  });

  it('charges one extension and returns 20 equal responses for one key', async () => {
    const seller = await person(ctx, { balance: 5000 });
    const { id, exp_date_timestamp } = await line(ctx, seller);
    const key = randomUUID();
    const replies = await times(20, () => extend(seller, id, key));
    for (const { body } of replies) expect(body).toEqual(replies[0]!.body);
    expect(replies[0]!.body).toMatchObject({
      exp_date_timestamp: exp_date_timestamp + 30 * 86_400,
      balance: 48,
    });
    expect(await readAccountBalance(ctx, seller.id)).toBe(4800);
  });

  it('creates one test for one key', async () => {
    const seller = await person(ctx);
    const key = randomUUID();
    const replies = await times(5, () => create(seller, { ...good, isOficial: false }, key));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  it('answers 409 for a used key with another body or call or line', async () => {
    const seller = await person(ctx, { balance: 5000 });
    const [first, second] = [await line(ctx, seller), await line(ctx, seller)];
    const key = randomUUID();
    expect((await extend(seller, first.id, key)).status).toBe(200);
    const others = [
      await extend(seller, first.id, key, 2),
      await extend(seller, second.id, key),
      await create(seller, good, key),
    ];
    for (const { status, body } of others) expect([status, body.code]).toEqual([409, 'key_reused']);
    expect(await readAccountBalance(ctx, seller.id)).toBe(4700);
  });

  it('ignores the registration password when it compares repeated requests', async () => {
    const seller = await person(ctx, { balance: 5000 });
    const key = randomUUID();
    const first = await create(seller, good, key);
    const second = await create(seller, { ...good, reg_password: seller.reg_password }, key);
    expect(second.body).toEqual(first.body);
  });

  it('leaves the key unused after a refused call', async () => {
    const seller = await person(ctx, { balance: 100 });
    const key = randomUUID();
    expect((await create(seller, { ...good, credits: 10 }, key)).body.code).toBe(
      'insufficient_credits',
    );
    expect((await create(seller, { ...good, package: 999 }, key)).body.code).toBe(
      'package_unknown',
    );
    expect((await create(seller, { ...good, nota: undefined }, key)).body.code).toBe(
      'invalid_fields',
    );
    const created = await create(seller, good, key);
    expect([created.status, created.body.balance]).toEqual([200, 0]);
    expect((await create(seller, good, key)).body).toEqual(created.body);
  });

  it('separates equal keys of different accounts', async () => {
    const [firstSeller, second] = [
      await person(ctx, { balance: 100 }),
      await person(ctx, { balance: 100 }),
    ];
    const key = randomUUID();
    const replies = [await create(firstSeller, good, key), await create(second, good, key)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]!.body.id).not.toBe(replies[1]!.body.id);
  });

  it('accepts an order number as a key like a UUID', async () => {
    const seller = await person(ctx, { balance: 1000 });
    for (const key of ['pedido-000000000001', randomUUID()]) {
      const replies = [await create(seller, good, key), await create(seller, good, key)];
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(replies[1]!.body).toEqual(replies[0]!.body);
    }
    expect(await readAccountBalance(ctx, seller.id)).toBe(800);
  });

  it('refuses a key that is neither a UUID nor an order number', async () => {
    const seller = await person(ctx, { balance: 100 });
    for (const key of ['1', 'chave', 'pedido 000000000001', 'x'.repeat(65)]) {
      expect(await create(seller, good, key)).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_fields',
          fields: { 'Idempotency-Key': expect.stringContaining('como um UUID ou pedido-') },
        },
      });
    }
    expect(await readAccountBalance(ctx, seller.id)).toBe(100);
  });
});
