import { DAY_MS } from '@ramal/contract/rules/durations';
import { deleteReseller, restoreReseller } from '@ramal/contract/resellers/reseller-acts';
import { createReseller } from '@ramal/contract/resellers/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { PASSWORD, person } from '../../test/accounts.ts';
import { eraseDeletedResellers } from './erase-deleted-resellers.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('erases an account thirty days after its deletion, not one day sooner, and frees its name', async () => {
  const admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  const as = { token: admin.token };
  const gone = await person(ctx, { username: 'norte-tv', parent: admin });
  const kept = await person(ctx, { username: 'sul-tv', parent: admin });
  await ctx.owner.query(
    `update accounts set whatsapp = '5511955550142', email = 'a@b.com', totp_secret = 'x' where id = any($1)`,
    [[gone.id, kept.id]],
  );
  await ctx.owner.query(
    `insert into recovery_codes (account_id, hash) select id, 'x' from unnest($1::bigint[]) id`,
    [[gone.id, kept.id]],
  );
  await call(ctx, deleteReseller, { params: { id: gone.id }, body: {} }, as);
  const taken = { username: 'Norte-TV', password: PASSWORD, credits: 0 };

  ctx.clock.forward(29 * DAY_MS);
  await eraseDeletedResellers.work(ctx, undefined);
  expect(await personal(gone.id)).toMatchObject({ username: 'norte-tv', email: 'a@b.com' });
  expect((await call(ctx, createReseller, { body: taken }, as)).body.code).toBe('account_taken');

  ctx.clock.forward(2 * DAY_MS);
  await eraseDeletedResellers.work(ctx, undefined);
  expect(await personal(gone.id)).toEqual({
    username: `#${gone.id}`,
    password_hash: '',
    whatsapp: null,
    email: null,
    totp_secret: null,
  });
  expect(await personal(kept.id)).toMatchObject({ username: 'sul-tv', email: 'a@b.com' });
  const codes = await ctx.owner.query('select account_id::int as id from recovery_codes');
  expect(codes.rows).toEqual([{ id: kept.id }]);
  expect((await call(ctx, createReseller, { body: taken }, as)).status).toBe(200);
  const late = await call(ctx, restoreReseller, { params: { id: gone.id } }, as);
  expect([late.status, late.body.code]).toEqual([409, 'restore_expired']);
});

async function personal(id: number) {
  const { rows } = await ctx.owner.query(
    'select username, password_hash, whatsapp, email, totp_secret from accounts where id = $1',
    [id],
  );
  return rows[0];
}
