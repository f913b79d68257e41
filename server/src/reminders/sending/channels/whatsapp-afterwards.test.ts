/**
 * Tests messages that Meta accepts and later reports as failed. The next channel of the order,
 * Telegram, has a fake sender.
 */
import { removeWhatsappNumber, submitWhatsappTemplates } from '@ramal/contract/messaging';
import { chargeLine } from '@ramal/contract/lines/charging';
import { recordRenewalMessage } from '@ramal/contract/lines/messages';
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../../test/context.ts';
import {
  notificationOf,
  signNotification,
  startWhatsapp,
  type WhatsappDouble,
} from '../../../../test/whatsapp.ts';
import { deliverDue } from '../../../outbox/outbox.ts';
import { planReminders } from '../../planning/plan-reminders.ts';
import {
  emptyReminders,
  endAt,
  createExpiringLine,
  remindingSeller,
  renew,
  testChannel,
  type TestChannel,
} from '../../reminders.fixtures.ts';
import { createDeliveryKind } from '../delivery-kinds.ts';
import { dispatchReminders } from '../dispatch-reminders.ts';
import { settleReminder } from '../settle.ts';
import { readNumber, saveNumber } from './whatsapp.fixtures.ts';
import { whatsappSender } from './whatsapp.ts';

const PHONE = '1055500002';
const WABA = '2055500002';
const CUSTOMER = '5511955550101';

let ctx: TestContext;
let meta: WhatsappDouble;
let admin: Person;
let seller: Person;
let next: TestChannel;
let webhook: string;
beforeAll(async () => {
  meta = await startWhatsapp(PHONE, WABA);
  ctx = await createTestContext({ RAMAL_WHATSAPP_URL: meta.url });
  admin = await person(ctx, { profile: 'admin', until: '2027-12-31T00:00:00Z' });
});
afterAll(async () => {
  await ctx.close();
  await meta.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await emptyReminders(
    ctx,
    'whatsapp_numbers',
    'whatsapp_openings',
    'line_reminder_choices',
    'line_contacts',
  );
  meta.accepted.length = 0;
  next = testChannel('telegram');
  await save();
  await call(ctx, submitWhatsappTemplates, { body: {} }, as(admin));
  webhook = (await channel()).webhook_path;
  seller = await remindingSeller(ctx, [
    { channel: 'hand' },
    { channel: 'whatsapp', cap: 100 },
    { channel: 'telegram' },
  ]);
  await minuteAt('2026-11-24T11:40:00Z');
  ctx.clock.set('2026-11-24T13:00:00Z');
});

const as = (someone: Person) => ({ token: someone.token });
const account = () => ({ ctx, admin, phone: PHONE, waba: WABA });
const save = () => saveNumber(account());
const channel = () => readNumber(account());
const templateStatus = async () =>
  (await channel()).templates.find(({ name }) => name === 'ramal_vencimento')?.status;

async function minuteAt(at: string): Promise<void> {
  ctx.clock.set(at);
  const senders = [whatsappSender, next.sender];
  await planReminders(ctx);
  await dispatchReminders(ctx, senders);
  await deliverDue(ctx, senders.map(createDeliveryKind));
}

async function customer(days: number): Promise<number> {
  const id = await createExpiringLine(ctx, seller, days);
  await ctx.owner.query('update lines set whatsapp = $2 where id = $1', [id, CUSTOMER]);
  return id;
}

async function readReminders(): Promise<Record<string, unknown>[]> {
  const { rows } = await ctx.owner.query(
    'select state, channel, delivery, tried, reason from reminders order by id',
  );
  return rows as Record<string, unknown>[];
}
const contacts = async () =>
  (
    await ctx.owner.query<{ channel: string }>(
      'select channel, actor_id::int as actor from line_contacts',
    )
  ).rows;
const paused = async () =>
  (await ctx.owner.query<{ until: Date }>('select until from paused_queues')).rows.map(
    ({ until }) => until,
  );

/** Sends a status of Meta about the last message that it accepted. */
async function reportStatus(
  status: string,
  code?: number,
  at: Date = ctx.clock.now(),
): Promise<number> {
  const { id, ownId, to } = meta.accepted.at(-1)!;
  const body = notificationOf(PHONE, {
    statuses: [
      {
        id,
        status,
        timestamp: String(Math.floor(at.getTime() / 1_000)),
        recipient_id: to,
        biz_opaque_callback_data: ownId,
        ...(code === undefined
          ? {}
          : { errors: [{ code, title: 'refused', error_data: { details: `because ${code}` } }] }),
      },
    ],
  });
  const response = await ctx.server.inject({
    method: 'POST',
    url: webhook,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signNotification(body) },
    payload: body,
  });
  return response.statusCode;
}
/** Deletes the stored updates, so that the same status is not ignored as a repetition. */
const forgetUpdates = () => ctx.owner.query('truncate whatsapp_updates');

it('sends a renewal message that failed later once by the next channel', async () => {
  const id = await customer(20);
  await renew(ctx, id);
  await minuteAt('2026-11-24T13:01:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'sent', channel: 'whatsapp' }]);
  expect(await contacts()).toEqual([{ channel: 'whatsapp', actor: null }]);
  await reportStatus('sent');
  await reportStatus('failed', 130472);
  expect(await contacts()).toEqual([]);
  await forgetUpdates();
  await reportStatus('failed', 130472);
  await minuteAt('2026-11-24T13:02:00Z');
  expect(await readReminders()).toMatchObject([
    { state: 'sent', channel: 'telegram', tried: ['whatsapp'], delivery: null },
  ]);
  const byTelegram = [{ channel: 'telegram', actor: null }];
  expect([next.taken.length, await contacts()]).toEqual([1, byTelegram]);
  await forgetUpdates();
  expect([await reportStatus('failed', 130472), await reportStatus('delivered')]).toEqual([
    200, 200,
  ]);
  expect(await readReminders()).toMatchObject([
    { state: 'sent', channel: 'telegram', delivery: null },
  ]);
  expect(await contacts()).toEqual(byTelegram);
});

it.each([
  ['opened', 'wa.me'],
  ['skipped', 'none'],
] as const)(
  'sends no renewal message that the seller %s in the meantime',
  async (outcome, channel) => {
    const id = await customer(20);
    await renew(ctx, id);
    await minuteAt('2026-11-24T13:01:00Z');
    ctx.clock.forward(MINUTE_MS);
    await call(ctx, recordRenewalMessage, { params: { id }, body: { outcome } }, as(seller));
    await reportStatus('failed', 130472);
    expect(await contacts()).toEqual([{ channel, actor: seller.id }]);
    await minuteAt('2026-11-24T13:02:00Z');
    expect(await readReminders()).toMatchObject([{ state: 'skipped', reason: 'told' }]);
  },
);

it('removes the charge of a customer whose reminder failed later', async () => {
  await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  expect(await contacts()).toEqual([{ channel: 'whatsapp', actor: null }]);
  await reportStatus('failed', 130472);
  expect([await contacts(), (await readReminders())[0]!.state]).toEqual([[], 'planned']);
  await reportStatus('delivered');
  expect([await contacts(), (await readReminders())[0]!.state]).toEqual([[], 'planned']);
  await minuteAt('2026-11-24T13:02:00Z');
  expect(await contacts()).toEqual([{ channel: 'telegram', actor: null }]);
});

it('keeps a delivered message when a failure is reported later', async () => {
  await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  await reportStatus('delivered');
  await reportStatus('failed', 131026);
  expect(await readReminders()).toMatchObject([
    { state: 'sent', channel: 'whatsapp', delivery: 'delivered' },
  ]);
  expect(await contacts()).toEqual([{ channel: 'whatsapp', actor: null }]);
});

it('restores the earlier charge by hand', async () => {
  const id = await customer(3);
  ctx.clock.set('2026-11-24T12:50:00Z');
  await call(ctx, chargeLine, { params: { id }, body: {} }, as(seller));
  // Deletes the reminder of this day, so that it is planned again and sent on WhatsApp.
  await ctx.owner.query('delete from reminders');
  await minuteAt('2026-11-24T13:01:00Z');
  expect(await contacts()).toMatchObject([{ channel: 'whatsapp' }]);
  await reportStatus('failed', 130472);
  expect(await contacts()).toEqual([{ channel: 'wa.me', actor: seller.id }]);
});

it('keeps a later charge by hand', async () => {
  const id = await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  ctx.clock.set('2026-11-24T13:05:00Z');
  await call(ctx, chargeLine, { params: { id }, body: {} }, as(seller));
  await reportStatus('failed', 130472);
  expect(await contacts()).toEqual([{ channel: 'wa.me', actor: seller.id }]);
});

it.each([
  [131042, /pagamento/],
  [131048, /spam/],
  [131031, /131031/],
  [190, /token/],
])('%s stops the number until it is saved when reported later', async (code, fault) => {
  await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  await reportStatus('failed', code);
  expect((await channel()).fault).toMatch(fault);
  expect(await paused()).toEqual([new Date(ctx.clock.now().getTime() + HOUR_MS)]);
  await customer(3);
  await minuteAt('2026-11-24T13:20:00Z');
  expect(meta.accepted).toHaveLength(1);
  expect(next.taken).toHaveLength(2);
  await save();
  expect([(await channel()).fault, await paused()]).toEqual([null, []]);
});

it.each([
  [132015, 'PAUSED'],
  [132016, 'DISABLED'],
  [132001, 'BROKEN'],
])('%s stops the template when reported later', async (code, status) => {
  await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  await reportStatus('failed', code);
  expect([await templateStatus(), (await channel()).fault]).toEqual([status, null]);
  await minuteAt('2026-11-24T13:02:00Z');
  expect(next.taken).toHaveLength(1);
});

it('pauses a number that was too fast and ignores old rejections', async () => {
  await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  await reportStatus('failed', 130429);
  expect(await paused()).toHaveLength(1);
  await ctx.owner.query('truncate paused_queues');
  for (const code of [131042, 132015]) {
    await forgetUpdates();
    await reportStatus('failed', code, new Date('2026-11-20T10:00:00Z'));
  }
  expect([(await channel()).fault, await templateStatus(), await paused()]).toEqual([
    null,
    'APPROVED',
    [],
  ]);
});

it('uses an early status if the response to our own request is lost', async () => {
  await customer(3);
  meta.script(CUSTOMER, 'accepted-in-silence');
  await minuteAt('2026-11-24T13:01:00Z');
  await ctx.owner.query(`update reminders set state = 'queued', sent_at = null, problem = null`);
  expect(await reportStatus('delivered')).toBe(200);
  const { rows } = await ctx.owner.query<{ id: string }>('select id from reminders');
  await ctx.db.tx((tx) =>
    settleReminder(ctx, tx, {
      id: Number(rows[0]!.id),
      channel: 'whatsapp',
      outcome: { state: 'unknown', skip: 'off' },
    }),
  );
  expect(await readReminders()).toMatchObject([{ state: 'sent', delivery: 'delivered' }]);
  expect(await contacts()).toEqual([{ channel: 'whatsapp', actor: null }]);
});

it('never sends a message again that arrived although Meta answered with an error', async () => {
  await customer(3);
  meta.script(CUSTOMER, 131000);
  await minuteAt('2026-11-24T13:01:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'queued' }]);
  const { rows } = await ctx.owner.query<{ id: string }>('select id from reminders');
  const sent = {
    to: CUSTOMER,
    type: 'template',
    text: '',
    choices: [],
    ownId: `reminder-${rows[0]!.id}`,
  } as const;
  meta.accepted.push({ ...sent, id: 'wamid.arrived' });
  await reportStatus('delivered');
  await minuteAt('2026-11-24T13:10:00Z');
  expect(await readReminders()).toMatchObject([
    { state: 'sent', channel: 'whatsapp', delivery: 'delivered' },
  ]);
  expect([meta.accepted.length, next.taken.length]).toEqual([1, 0]);
});

it('sends the waiting messages of a removed number by the next channel', async () => {
  await customer(3);
  meta.script(CUSTOMER, 131056);
  await minuteAt('2026-11-24T13:01:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'queued', channel: 'whatsapp' }]);
  await call(ctx, removeWhatsappNumber, { query: {} }, as(admin));
  await minuteAt('2026-11-24T13:01:01Z');
  await minuteAt('2026-11-24T13:02:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'sent', channel: 'telegram' }]);
});

it('sends a failed reminder by the same channel after its expiry moved', async () => {
  const id = await customer(3);
  await minuteAt('2026-11-24T13:01:00Z');
  next.answer = () => ({ state: 'retry', reason: 'later' });
  await reportStatus('failed', 130472);
  await minuteAt('2026-11-24T13:02:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'queued', channel: 'telegram' }]);
  await endAt(ctx, id, new Date('2026-11-28T13:00:00Z'));
  await minuteAt('2026-11-24T13:10:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'skipped', reason: 'moved' }]);
  await minuteAt('2026-11-25T13:01:00Z');
  await minuteAt('2026-11-25T13:02:00Z');
  expect(await readReminders()).toMatchObject([{ state: 'sent', channel: 'whatsapp', tried: [] }]);
  expect(meta.accepted).toHaveLength(2);
});
