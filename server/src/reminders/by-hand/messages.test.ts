/** «Mensagens de hoje»: reasons and order of the list, and that each message is recorded once. */
import { randomUUID } from 'node:crypto';
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { creditPortal } from '@ramal/contract/payments/recharges';
import { listMessages, recordRenewalMessage } from '@ramal/contract/lines/messages';
import { chargeLine, readLineMessage } from '@ramal/contract/lines/charging';
import { extendIptvLine, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { enrolAuthenticator } from '../../../test/second-factor.ts';
import { confirmCharge } from '../../payments/confirm-charge.ts';
import { endAt } from '../reminders.fixtures.ts';
import { createCharge } from '../../payments/create-charge.ts';

let ctx: TestContext;
let above: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  above = await person(ctx, { balance: 100_000 });
  seller = await person(ctx, { parent: above, balance: 100_000 });
});

const at = (days: number): Date => new Date(ctx.clock.now().getTime() + days * DAY_MS);

async function ending(days: number, more = ''): Promise<number> {
  const { id } = await line(ctx, seller, { whatsapp: '5511955550142' });
  await ctx.owner.query(`update lines set expires_at = $2 ${more} where id = $1`, [id, at(days)]);
  return id;
}

/** Stores a finished bulk renewal of these lines. */
async function renewInBatch(ids: readonly number[], by = seller, age = 0): Promise<number> {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `with task as (insert into tasks (kind, account_id, state) values ('batch', $1, 'done') returning id)
     insert into batches (account_id, kind, title, asked, origin, total, done, created_at, task_id)
     select $1, 'extend-lines', 'Estender 30 dias', '{}', '{"requestId": "renewal"}', $2, $2, $3, id
     from task returning id`,
    [by.id, ids.length, at(-age)],
  );
  const batch = Number(rows[0]!.id);
  for (const [index, id] of ids.entries())
    await ctx.owner.query(
      `insert into batch_rows (batch_id, number, line_id, outcome, message) values ($1, $2, $3, 'done', '')`,
      [batch, index + 1, id],
    );
  return batch;
}

const list = async (query: { batch?: number; limit?: number } = {}, by = seller) =>
  (await call(ctx, listMessages, { query }, { token: by.token })).body;
const record = (id: number, outcome: 'opened' | 'skipped' = 'opened', by = seller) =>
  call(ctx, recordRenewalMessage, { params: { id }, body: { outcome } }, { token: by.token });
const reasons = async () => (await list()).messages.map(({ id, reason }) => [id, reason] as const);

it('lists renewals first, then the lines of today, then those that expired in the last days', async () => {
  const renewed = await ending(30);
  await renewInBatch([renewed]);
  const expired = await ending(-1);
  const today = await ending(0.001);
  await ending(-9);
  await ending(3);
  await ending(-1, ', is_on = false');
  await ending(-1, ', deleted_at = now()');
  expect(await reasons()).toEqual([
    [renewed, 'renewed'],
    [today, 'today'],
    [expired, 'expired'],
  ]);
  const { total, by_reason: byReason, messages } = await list({ limit: 1 });
  expect([total, messages.length]).toEqual([3, 1]);
  expect(byReason).toEqual([
    { reason: 'renewed', total: 1 },
    { reason: 'today', total: 1 },
    { reason: 'expired', total: 1 },
  ]);
  expect((await list({}, above)).total).toBe(0);
});

it('removes a renewed customer after the message, and lists the customer again after a new batch', async () => {
  const id = await ending(20);
  await renewInBatch([id]);
  await Promise.all([record(id), record(id), record(id)]);
  expect(await reasons()).toEqual([]);
  const { rows } = await ctx.owner.query(
    'select kind, channel, actor_id::int as actor from line_contacts where line_id = $1',
    [id],
  );
  expect(rows).toEqual([{ kind: 'renewed', channel: 'wa.me', actor: seller.id }]);
  const row = async () =>
    (await call(ctx, listIptvLines, { query: {} }, { token: seller.token })).body.data[0]!;
  expect(await row()).toHaveProperty('informed_at_timestamp');
  await call(
    ctx,
    extendIptvLine,
    { params: { id }, body: { credits: 1 } },
    { token: seller.token },
  );
  expect(await row()).not.toHaveProperty('informed_at_timestamp');
  expect(await reasons()).toEqual([]);
  ctx.clock.forward(MINUTE_MS);
  await renewInBatch([id]);
  expect(await reasons()).toEqual([[id, 'renewed']]);
});

it('keeps the record of a sent message when the seller skips the customer later', async () => {
  const id = await ending(20);
  await renewInBatch([id]);
  await record(id);
  ctx.clock.forward(MINUTE_MS);
  await record(id, 'skipped');
  await record(id);
  const { rows } = await ctx.owner.query('select channel from line_contacts where line_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ channel: 'wa.me' }]);
  const { rows: events } = await ctx.owner.query(
    `select from events where line_id = $1 and kind = 'line-informed'`,
    [id],
  );
  expect(events).toHaveLength(1);
});

it('lists a renewed customer once whose new expiry a threshold reaches', async () => {
  await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
  const id = await ending(3);
  await renewInBatch([id]);
  expect(await reasons()).toEqual([[id, 'renewed']]);
  expect((await list()).total).toBe(1);
});

it('states that a message about a renewal was already sent or will be sent', async () => {
  const id = await ending(20);
  const occasion = { params: { id }, body: { occasion: 'renewed' } } as const;
  const read = async () =>
    (await call(ctx, readLineMessage, occasion, { token: seller.token })).body.already_sent;
  expect(await read()).toBeUndefined();
  await record(id, 'skipped');
  expect(await read()).toBeUndefined();
  await record(id);
  expect(await read()).toBe(true);
});

it('removes a skipped customer without calling the customer informed', async () => {
  const id = await ending(20);
  await renewInBatch([id]);
  await record(id, 'skipped');
  expect(await reasons()).toEqual([]);
  const { body } = await call(ctx, listIptvLines, { query: {} }, { token: seller.token });
  expect(body.data[0]).not.toHaveProperty('informed_at_timestamp');
});

/** Moves the line and its contacts into the past, because a session ends during several days. */
async function passDay(id: number): Promise<void> {
  await ctx.owner.query(
    `update lines set expires_at = expires_at - interval '1 day' where id = $1`,
    [id],
  );
  await ctx.owner.query(
    `update line_contacts set due_at = due_at - interval '1 day', contacted_at = contacted_at - interval '1 day'
     where line_id = $1`,
    [id],
  );
}

it('lists a customer again on the due day and after the expiry, but never twice a day', async () => {
  await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
  const id = await ending(1.1);
  const charge = () => call(ctx, chargeLine, { params: { id }, body: {} }, { token: seller.token });
  for (const reason of ['soon', 'today', 'expired']) {
    expect(await reasons()).toEqual([[id, reason]]);
    await charge();
    expect(await reasons()).toEqual([]);
    await passDay(id);
  }
  expect(await reasons()).toEqual([]);
});

it('lists the customers of a threshold of the reminders before the expiry', async () => {
  const [third, second] = [await ending(3), await ending(2)];
  expect(await reasons()).toEqual([]);
  await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
  expect(await reasons()).toEqual([[third, 'soon']]);
  await endAt(ctx, second, at(1));
  expect(await reasons()).toEqual([
    [third, 'soon'],
    [second, 'soon'],
  ]);
});

it('lists only the own customers of one batch', async () => {
  const mine = await ending(20);
  const other = await ending(20);
  await ending(-1);
  const batch = await renewInBatch([mine]);
  await renewInBatch([other]);
  expect((await list({ batch })).messages.map(({ id }) => id)).toEqual([mine]);
  expect((await list({ batch }, above)).total).toBe(0);
  expect((await record(mine, 'opened', above)).body).toMatchObject({ code: 'line_not_found' });
});

it('lists no customer whose bulk renewal was undone', async () => {
  const [first, undone] = [await ending(20), await ending(20)];
  const batch = await renewInBatch([first, undone]);
  await ctx.owner.query(
    `with renewed as (
       insert into events (at, kind, account_id, line_id, request, source)
       select $3, 'line-extended', $1, id, 'renewal', 1 from lines where owner_id = $1 returning id, line_id)
     insert into undone_events (event_id, at) select id, $3 from renewed where line_id = $2`,
    [seller.id, undone, at(0)],
  );
  expect(await reasons()).toEqual([[first, 'renewed']]);
  expect((await list({ batch })).total).toBe(1);
});

it('lists no message that is sent automatically, and sends none that the seller sent', async () => {
  const id = await ending(20);
  await renewInBatch([id]);
  await ctx.owner.query(
    `insert into reminder_texts (account_id, kind, days, body, saved_at) values ($1, 'renewed', 0, 'Renovada', $2)`,
    [seller.id, at(0)],
  );
  await ctx.owner.query(
    `insert into reminders (account_id, line_id, period, kind, days, text_id, due_at, day, body, facts, state,
       planned_at, try_at, until)
     select l.owner_id, l.id, 0, 'renewed', 0, t.id, l.expires_at, $2::date, '', '{}', 'planned', $2, $2, $3
     from lines l join reminder_texts t on t.account_id = l.owner_id where l.id = $1`,
    [id, at(0), at(1)],
  );
  expect(await reasons()).toEqual([]);
  await ctx.owner.query('update reminders set try_at = null where line_id = $1', [id]);
  expect(await reasons()).toEqual([[id, 'renewed']]);
});

it('lists no customer who stopped messages or renews by recurring Pix', async () => {
  const [waiting, stopped, recurring] = [await ending(-1), await ending(-2), await ending(-3)];
  await ctx.owner.query(
    `insert into line_reminder_choices (line_id, stopped_at, stopped_by) values ($1, $2, 'portal')`,
    [stopped, at(0)],
  );
  await ctx.owner.query(
    `insert into pix_authorizations (account_id, line_id, platform, provider, collector, contract_id, payer_name,
       cpf_mask, months, cents, credits, anchor_day, starts_on, allows_retries, receiver, state, code_expires_at,
       created_at, search)
     values ($1, $2, 'iptv', 'sandbox', 'X', 'C1', 'Célia', '•••', 1, 3500, 100, 5, $3::date, false, 'X', 'active',
       $3, $3, '')`,
    [seller.id, recurring, at(0)],
  );
  expect(await reasons()).toEqual([[waiting, 'expired']]);
});

it('lists a renewal that the customer paid before other reasons until the message', async () => {
  await enrolAuthenticator(ctx, seller);
  const portal = { body: { id_res: seller.id, qtd_creditos: 50 } };
  await call(ctx, creditPortal, portal, { token: seller.token, key: randomUUID() });
  const id = await ending(-1, ', whatsapp = null');
  const renewal = { purpose: 'renewal', accountId: seller.id, lineId: id, buyerId: null } as const;
  const price = {
    months: 1,
    credits: 100,
    cents: 3_500,
    method: 'pix',
    description: '1 mês',
  } as const;
  const origin = { baseUrl: 'http://painel.exemplo' };
  const charge = await createCharge(ctx, { ...renewal, ...price }, origin);
  await ctx.owner.query(
    `update sandbox_payments set state = 'approved', paid_cents = cents where reference = $1`,
    [charge.reference],
  );
  expect(await reasons()).toEqual([[id, 'expired']]);
  await confirmCharge(ctx, charge.id);
  await renewInBatch([id]);
  const { messages } = await list();
  expect(messages).toMatchObject([{ id, reason: 'paid', value: 35, whatsapp: null }]);
  await record(id);
  expect(await reasons()).toEqual([]);
});

it('lists a bulk renewal for seven days', async () => {
  const old = await ending(20);
  await renewInBatch([old], seller, 8);
  expect(await reasons()).toEqual([]);
});

it('lists no bulk renewal of a customer without a number', async () => {
  const silent = await ending(20, ', whatsapp = null');
  await renewInBatch([silent]);
  expect(await reasons()).toEqual([]);
});
