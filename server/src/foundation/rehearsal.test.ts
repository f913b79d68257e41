/**
 * Tests dry runs. test/checks/access.test.ts shows that every spending call offers a dry run that
 * changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createIptvLine, extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, readAccountBalance, line, person } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { isRehearsed } from './rehearsal.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 1_000, grants: ['api.keys'] });
});
afterAll(() => ctx.close());

const aLine = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 } as const;
const preview = { preview: 1 };

describe('a rehearsed use case', () => {
  it('a rehearsal reads its own writes and leaves nothing, not even a signal', async () => {
    const payloads: string[] = [];
    const listening = await ctx.db.listen('rehearsal', (payload) => payloads.push(payload));
    const say = (word: string) =>
      ctx.db.tx((tx) => tx.many(sql`select pg_notify('rehearsal', ${word})`));
    const count = () => ctx.db.first<{ count: number }>(sql`select count(*) from rate_limits`);
    const before = await count();
    const during = await ctx.db.rehearse(async () => {
      await ctx.db.tx((tx) => tx.run(sql`insert into rate_limits (key, points) values ('one', 1)`));
      await say('rehearsed');
      return { rows: await count(), isRehearsed: isRehearsed() };
    });
    expect(during).toEqual({ rows: { count: before!.count + 1 }, isRehearsed: true });
    expect([await count(), isRehearsed()]).toEqual([before, false]);
    // Signals arrive in the order of their commits. A signal of the rehearsal would arrive before
    // `done`.
    await say('done');
    while (payloads.length === 0) await delay(5);
    expect(payloads).toEqual(['done']);
    await listening.stop();
  });

  it('a failed transaction in a rehearsal is undone separately, and the rehearsal continues', async () => {
    const insert = (key: string) =>
      ctx.db.tx((tx) => tx.run(sql`insert into rate_limits (key, points) values (${key}, 1)`));
    const keys = await ctx.db.rehearse(async () => {
      await insert('first');
      await expect(
        ctx.db.tx(async (tx) => {
          await tx.run(sql`insert into rate_limits (key, points) values ('second', 1)`);
          await tx.run(sql`insert into rate_limits (key, points) values ('first', 1)`);
        }),
      ).rejects.toMatchObject({ code: '23505' });
      return ctx.db.many(sql`select key from rate_limits where key in ('first', 'second')`);
    });
    expect(keys).toEqual([{ key: 'first' }]);
  });

  it('work that a rehearsal leaves running cannot write permanently', async () => {
    let late!: Promise<unknown>;
    await ctx.db.rehearse(async () => {
      late = delay(5).then(() => ctx.db.first(sql`select 1`));
    });
    await expect(late).rejects.toThrow('the rehearsal is over');
  });
});

describe('?preview=1', () => {
  it('returns cost and balance, also to a key, and the same errors as the call', async () => {
    const { key } = await seedKey(ctx, seller, { dayLimit: 200 });
    const ask = (credits: number) =>
      call(ctx, createIptvLine, { query: preview, body: { ...aLine, credits } }, { token: key });
    expect((await ask(2)).body).toMatchObject({ preview: true, charged: 2, balance: 8 });
    expect((await ask(3)).body.code).toBe('key_credits_a_day');
    expect(await readAccountBalance(ctx, seller.id)).toBe(1_000);
  });

  it('neither claims an Idempotency-Key nor is answered from one', async () => {
    const { id } = await line(ctx, seller);
    const as = { token: seller.token, key: randomUUID() };
    const extend = (query: Record<string, unknown>) =>
      call(ctx, extendIptvLine, { params: { id }, query, body: { credits: 1 } }, as);
    const tried = await extend(preview);
    const done = await extend({});
    // Each act has an undo of its own.
    const answer = { ...done.body, undo_id: expect.any(String) };
    expect([tried.body, 'preview' in done.body]).toEqual([{ ...answer, preview: true }, false]);
    const again = await extend(preview);
    expect(again.body.exp_date_timestamp).toBeGreaterThan(done.body.exp_date_timestamp);
    expect((await extend({ preview: 0 })).body).toEqual(done.body);
  });

  it('requires no second-factor code and reveals nothing about one', async () => {
    const admin = await person(ctx, { profile: 'admin' });
    await enrolAuthenticator(ctx, admin);
    const give = (query: Record<string, unknown>, code_2fa?: string) =>
      call(
        ctx,
        moveCredits,
        { params: { id: seller.id }, query, body: { credits: 1_000_000, sale: 0, code_2fa } },
        { token: admin.token },
      );
    for (const code of [undefined, '000000', '123456'])
      expect((await give(preview, code)).body).toHaveProperty('preview', true);
    expect((await give({})).body.code).toBe('code_2fa_missing');
  });

  it('rejects a malformed value of preview', async () => {
    const refused = await call(
      ctx,
      createIptvLine,
      { query: { preview: 'sim' }, body: aLine },
      { token: seller.token },
    );
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['preview']]);
  });
});
