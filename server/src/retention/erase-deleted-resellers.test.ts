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

it('erases an account and frees its name exactly thirty days after its deletion', async () => {
  const admin = await person(ctx, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  const as = { token: admin.token };
  const gone = await person(ctx, { username: 'norte-tv', parent: admin });
  const activeAccount = await person(ctx, { username: 'sul-tv', parent: admin });
  await ctx.owner.query(
    `update accounts set whatsapp = '5511955550142', email = 'a@b.com', totp_secret = 'x' where id = any($1)`,
    [[gone.id, activeAccount.id]],
  );
  await ctx.owner.query(
    `insert into recovery_codes (account_id, hash) select id, 'x' from unnest($1::bigint[]) id`,
    [[gone.id, activeAccount.id]],
  );
  await ctx.owner.query(
    `insert into telegram_bots (id, franchise_id, number, username, name, sealed_token, path_key, is_polled)
     overriding system value values (7, 0, 7, 'bot', 'Bot', 'x', 'fim', true)`,
  );
  for (const statement of [
    `insert into payment_accounts (account_id, notice_token, public_key, sealed_token, sealed_webhook_secret, collector, keys_saved_at)
     select id, 'aviso-' || id, 'chave', 'x', 'x', '42', now() from of_both`,
    `insert into notice_choices (account_id, panel, email, telegram, address, base_url)
     select id, '{}', '{}', '{}', 'a@b.com', 'https://painel.example' from of_both`,
    `insert into address_confirmations (account_id, address, asked_at) select id, 'a@b.com', now() from of_both`,
    `insert into webhook_endpoints (account_id, url, events, expiring_days, low_credits, sealed_secret, created_at)
     select id, 'https://loja.example', '{}', 3, 0, 'x', now() from of_both`,
    `insert into telegram_chats (bot_id, chat_id, changed_at) select 7, id, now() from of_both`,
    `insert into telegram_connections (bot_id, chat_id, account_id, update_id, connected_at)
     select 7, id, id, 1, now() from of_both`,
  ])
    await ctx.owner.query(
      `with of_both as (select id from accounts where id = any($1)) ${statement}`,
      [[gone.id, activeAccount.id]],
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
  expect(await personal(activeAccount.id)).toMatchObject({ username: 'sul-tv', email: 'a@b.com' });
  const codes = await ctx.owner.query('select account_id::int as id from recovery_codes');
  expect(codes.rows).toEqual([{ id: activeAccount.id }]);
  const left = await ctx.owner.query(
    `select (select array_agg(account_id::int) from payment_accounts where sealed_token is not null) as keys,
       (select array_agg(account_id::int) from notice_choices) as choices,
       (select array_agg(account_id::int) from address_confirmations) as addresses,
       (select array_agg(account_id::int) from webhook_endpoints) as endpoints,
       (select array_agg(account_id::int) from telegram_connections) as connections,
       (select array_agg(chat_id::int) from telegram_chats) as chats`,
  );
  expect(Object.values(left.rows[0])).toEqual(Array.from({ length: 6 }, () => [activeAccount.id]));
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
