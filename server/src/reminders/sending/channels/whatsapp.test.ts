/**
 * Tests reminders by the Cloud API with a double that follows Meta: each error code, no answer, and
 * statuses in any order.
 */
import { submitWhatsappTemplates } from '@ramal/contract/messaging';
import { getLineReminders } from '@ramal/contract/reminders/customers';
import { getReminders } from '@ramal/contract/reminders/reminders';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../../test/context.ts';
import {
  notificationOf,
  type Script,
  signNotification,
  startWhatsapp,
  WHATSAPP_TOKEN,
  type WhatsappDouble,
} from '../../../../test/whatsapp.ts';
import { deliverDue } from '../../../outbox/outbox.ts';
import { planReminders } from '../../planning/plan-reminders.ts';
import {
  emptyReminders,
  createExpiringLine,
  remindingSeller,
  readReminderRows,
} from '../../reminders.fixtures.ts';
import { dispatchReminders } from '../dispatch-reminders.ts';
import { reminderDeliveries, reminderSenders } from '../senders.ts';
import { readNumber, saveNumber } from './whatsapp.fixtures.ts';

const PHONE = '1055500001';
const WABA = '2055500001';

let ctx: TestContext;
let meta: WhatsappDouble;
let admin: Person;
let seller: Person;
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
  await emptyReminders(ctx, 'whatsapp_numbers', 'whatsapp_openings', 'line_reminder_choices');
  await ctx.owner.query('update lines set whatsapp = null');
  meta.accepted.length = 0;
  meta.faults.length = 0;
  meta.templates.clear();
  await save();
  await submit();
  webhook = (await channel()).webhook_path;
  seller = await remindingSeller(ctx, [{ channel: 'hand' }, { channel: 'whatsapp', cap: 100 }]);
  await minuteAt('2026-11-24T11:40:00Z');
  ctx.clock.set('2026-11-24T13:00:00Z');
});

const as = (someone: Person) => ({ token: someone.token });
const account = () => ({ ctx, admin, phone: PHONE, waba: WABA });
const save = (body: Record<string, unknown> = {}) => saveNumber(account(), body);
const submit = () => call(ctx, submitWhatsappTemplates, { body: {} }, as(admin));
const channel = () => readNumber(account());

async function minuteAt(at: string): Promise<void> {
  ctx.clock.set(at);
  await planReminders(ctx);
  await dispatchReminders(ctx, reminderSenders);
  await deliverDue(ctx, reminderDeliveries);
}
const NEXT = '2026-11-24T13:01:00Z';
/** Creates a customer whose reminder is due, with a separate phone number. */
async function customer(whatsapp: string, days = 3): Promise<number> {
  const id = await createExpiringLine(ctx, seller, days);
  await ctx.owner.query('update lines set whatsapp = $2 where id = $1', [id, whatsapp]);
  return id;
}
const readReminders = async () => {
  const { rows: all } = await ctx.owner.query<{
    state: string;
    channel: string | null;
    delivery: string | null;
    problem: string | null;
    tried: string[];
  }>('select state, channel, delivery, problem, tried from reminders order by id');
  return all;
};
async function post(body: string, signature = signNotification(body), path = webhook) {
  const response = await ctx.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  });
  return response.statusCode;
}
const reportStatuses = (...statuses: object[]) => post(notificationOf(PHONE, { statuses }));
const write = (from: string, text: string, id = `in-${text}-${from}`) =>
  post(
    notificationOf(PHONE, {
      messages: [
        {
          id,
          from,
          type: 'text',
          timestamp: String(ctx.clock.now().getTime() / 1_000),
          text: { body: text },
        },
      ],
    }),
  );

describe('the settings', () => {
  it('encrypts the keys and never returns them and verifies the number', async () => {
    const state = await channel();
    expect(state).toMatchObject({
      display_number: '+55 11 5555-0142',
      daily_limit: 250,
      room: 250,
    });
    expect(JSON.stringify(state)).not.toMatch(/EAAG|secret-of/);
    const { rows: storedTokens } = await ctx.owner.query<{ sealed: Buffer }>(
      'select sealed_token as sealed from whatsapp_numbers',
    );
    expect(storedTokens[0]!.sealed.includes(WHATSAPP_TOKEN)).toBe(false);
    expect((await save({ token: undefined, app_secret: undefined })).status).toBe(200);
    expect((await save({ phone_number_id: '99999', token: undefined })).body.fields).toHaveProperty(
      'token',
    );
    expect((await save({ token: 'wrong' })).body.code).toBe('whatsapp_refused');
    expect((await save({ franchise: 7 })).body.code).toBe('whatsapp_number_taken');
  });

  it('reports WhatsApp as ready with the cost of a day once the template is approved', async () => {
    const readChannel = async () =>
      (await call(ctx, getReminders, {}, as(seller))).body.channels.find(
        ({ channel: channelName }) => channelName === 'whatsapp',
      );
    expect(await readChannel()).toMatchObject({ problem: null, cost_cents: 25, daily_cap: 100 });
    meta.templates.get('ramal_vencimento')!.status = 'REJECTED';
    await submit();
    expect((await readChannel())?.problem).toContain('aprovou');
    expect((await channel()).templates[0]).toMatchObject({ status: 'REJECTED' });
  });
});

describe('the webhook', () => {
  it('verifies the webhook by a token that Meta repeats', async () => {
    const { verify_token: token } = await channel();
    const ask = async (word: string) =>
      ctx.server.inject({
        url: `${webhook}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=4711`,
      });
    expect((await ask(token)).body).toBe('4711');
    expect((await ask('wrong')).statusCode).toBe(403);
  });

  it('accepts only notifications signed over the raw bytes', async () => {
    const body = notificationOf(PHONE, { statuses: [] });
    expect(await post(body)).toBe(200);
    expect(await post(`${body} `, signNotification(body))).toBe(401);
    expect(await post(body, signNotification(body, 'other'))).toBe(401);
    expect(await post(JSON.stringify(JSON.parse(body)), signNotification(body))).toBe(401);
    expect(await post('{', signNotification('{'))).toBe(200);
    expect(await post(body, signNotification(body), '/api/whatsapp-updates/none')).toBe(404);
  });
});

it('sends the template outside the window and the own text within it', async () => {
  await customer('5511955550101');
  await customer('5511955550102');
  // Meta reports this customer's number without its ninth digit.
  await write('551155550102', 'Oi, quero renovar');
  await minuteAt(NEXT);
  expect(meta.faults).toEqual([]);
  const accepted = meta.accepted.toSorted((first, other) => first.to.localeCompare(other.to));
  expect(accepted.map(({ to, type }) => [to, type])).toEqual([
    ['5511955550101', 'template'],
    ['5511955550102', 'text'],
  ]);
  expect(accepted[0]!.text).toMatch(/^ramal_vencimento \| Dona Célia \| vence /);
  expect((await readReminders()).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

it('keeps the most advanced status in any order and uses the next channel after a failure', async () => {
  await customer('5511955550101');
  await customer('5511955550102');
  await minuteAt(NEXT);
  const [firstStatus, two] = meta.accepted
    .toSorted((first, second) => first.to.localeCompare(second.to))
    .map(({ id, ownId }) => ({ id, biz_opaque_callback_data: ownId }));
  await reportStatuses(
    { ...firstStatus, status: 'read' },
    { ...firstStatus, status: 'delivered' },
    { ...firstStatus, status: 'read' },
  );
  await reportStatuses({ ...firstStatus, status: 'failed', errors: [{ code: 131026 }] });
  await reportStatuses(
    { ...two, status: 'sent' },
    { ...two, status: 'failed', errors: [{ code: 131026 }] },
  );
  const [first, second] = await readReminders();
  expect(first).toMatchObject({ state: 'sent', delivery: 'read' });
  expect(second).toMatchObject({ state: 'planned', channel: null, tried: ['whatsapp'] });
  expect(second!.problem).toContain('não recebe');
  // The number that WhatsApp rejected receives no further attempt.
  const { rows: refused } = await ctx.owner.query(
    'select refused_whatsapp from line_reminder_choices',
  );
  expect(refused).toEqual([{ refused_whatsapp: '5511955550102' }]);
});

interface After {
  /**
   * Minutes for which the number pauses. A random addition prevents workers from resuming at the
   * same moment.
   */
  readonly rests?: number;
  /** True if the screen shows the fault until it is repaired. */
  readonly fault?: true;
  /** Status that the screen shows for the template. */
  readonly template?: 'BROKEN' | 'PAUSED' | 'DISABLED';
}

const STOPPED: After = { rests: 60, fault: true };
const BROKEN: After = { template: 'BROKEN' };

const codes: readonly (readonly [Script, string, RegExp, After])[] = [
  [130429, 'queued', /devagar/, { rests: 1 }],
  [131056, 'queued', /pausa/, {}],
  [80007, 'queued', /limite de chamadas/, { rests: 5 }],
  [4, 'queued', /limite de chamadas/, { rests: 5 }],
  [131049, 'queued', /propaganda/, {}],
  [131000, 'queued', /problemas/, {}],
  [131016, 'queued', /problemas/, {}],
  [2, 'queued', /problemas/, {}],
  ['broken', 'queued', /problemas/, {}],
  [131048, 'planned', /recusa os envios/, STOPPED],
  [131042, 'planned', /recusa os envios/, STOPPED],
  [131031, 'planned', /recusa os envios/, STOPPED],
  [368, 'planned', /recusa os envios/, STOPPED],
  [190, 'planned', /recusa os envios/, STOPPED],
  [0, 'planned', /recusa os envios/, STOPPED],
  [10, 'planned', /recusa os envios/, STOPPED],
  [200, 'planned', /recusa os envios/, STOPPED],
  [299, 'planned', /recusa os envios/, STOPPED],
  [130472, 'planned', /não entrega/, {}],
  [131050, 'planned', /não entrega/, {}],
  [131026, 'planned', /não recebe/, {}],
  [100, 'planned', /recusou/, {}],
  [131008, 'planned', /recusou/, {}],
  [131009, 'planned', /recusou/, {}],
  [132000, 'planned', /não aceitou o modelo/, BROKEN],
  [132001, 'planned', /não aceitou o modelo/, BROKEN],
  [132005, 'planned', /não aceitou o modelo/, BROKEN],
  [132012, 'planned', /não aceitou o modelo/, BROKEN],
  [132015, 'planned', /pausado/, { template: 'PAUSED' }],
  [132016, 'planned', /pausado/, { template: 'DISABLED' }],
  ['silence', 'unknown', /não confirmou/, {}],
  ['accepted-in-silence', 'unknown', /não confirmou/, {}],
];
it.each(codes)(
  'sets the reminder after the answer %s to %s',
  async (script, state, reason, after) => {
    await customer('5511955550101');
    meta.script('5511955550101', script);
    await minuteAt(NEXT);
    const [row] = await readReminders();
    expect(row!.state).toBe(state);
    const { rows: tries } = await ctx.owner.query<{ reason: string }>(
      'select reason from deliveries order by id',
    );
    expect(row!.problem ?? tries[0]!.reason).toMatch(reason);
    const { fault, templates } = await channel();
    expect(fault !== null).toBe(after.fault ?? false);
    expect(templates.find(({ name }) => name === 'ramal_vencimento')?.status).toBe(
      after.template ?? 'APPROVED',
    );
    expect(await rests(after.rests)).toBe(true);
    // Later runs of the jobs never repeat a message with an unknown result or a rejected message.
    await minuteAt('2026-11-24T13:05:00Z');
    await minuteAt('2026-11-24T20:30:00Z');
    const most = state === 'queued' || script === 'accepted-in-silence' ? 1 : 0;
    expect(meta.accepted).toHaveLength(most);
  },
);

/**
 * True if the number pauses for this time, or for up to a quarter longer. If `minutes` is
 * undefined: true if it does not pause.
 */
async function rests(minutes: number | undefined): Promise<boolean> {
  const { rows: paused } = await ctx.owner.query<{ until: Date }>(
    'select until from paused_queues',
  );
  const [first] = paused;
  if (!first || minutes === undefined) return !first && minutes === undefined;
  const rest = (first.until.getTime() - new Date(NEXT).getTime()) / MINUTE_MS;
  return rest >= minutes && rest <= minutes * 1.25;
}

it('marks an unknown message as sent when its status arrives', async () => {
  await customer('5511955550101');
  meta.script('5511955550101', 'accepted-in-silence');
  await minuteAt(NEXT);
  const { id, ownId } = meta.accepted[0]!;
  await reportStatuses({ id, biz_opaque_callback_data: ownId, status: 'delivered' });
  expect(await readReminders()).toMatchObject([{ state: 'sent', delivery: 'delivered' }]);
});

it('sends the template when Meta reports a closed window', async () => {
  await customer('5511955550101');
  await write('5511955550101', 'Oi');
  meta.script('5511955550101', 131047);
  await minuteAt(NEXT);
  await minuteAt('2026-11-24T13:02:00Z');
  expect(meta.accepted.map(({ type }) => type)).toEqual(['template']);
});

it('shows the fault of the number until it is saved again', async () => {
  await customer('5511955550101');
  meta.script('5511955550101', 131042);
  await minuteAt(NEXT);
  expect((await channel()).fault).toContain('pagamento');
  await save();
  expect((await channel()).fault).toBeNull();
});

it('leaves reminders above the daily limit of the portfolio to «Cobrar agora»', async () => {
  await save({ daily_limit: 2 });
  for (const last of ['1', '2', '3']) await customer(`551195555010${last}`);
  await minuteAt(NEXT);
  expect(meta.accepted).toHaveLength(2);
  expect((await readReminders()).map(({ state }) => state)).toEqual(['sent', 'sent', 'planned']);
  expect((await channel()).room).toBe(0);
});

it('stops the reminders of a customer who writes «parar», once', async () => {
  const id = await customer('5511955550101');
  expect(await write('551155550101', 'PARAR')).toBe(200);
  expect(await write('551155550101', 'PARAR')).toBe(200);
  await minuteAt(NEXT);
  expect(meta.accepted).toEqual([]);
  const { rows: choices } = await ctx.owner.query(
    'select line_id::int as line, stopped_by from line_reminder_choices',
  );
  expect(choices).toEqual([{ line: id, stopped_by: 'whatsapp' }]);
});

// Only a stop ends the reminders; the seller reads every other reply.
it('shows the seller a reply that is no stop', async () => {
  const id = await customer('5511955550101');
  await write('5511955550101', 'não quero mais nada disso');
  const { body } = await call(ctx, getLineReminders, { params: { id } }, { token: seller.token });
  expect(body).toMatchObject({
    stopped: null,
    replies: [{ channel: 'whatsapp', text: 'não quero mais nada disso' }],
  });
});

it('opens a window for a day from the time when the message was written', async () => {
  await customer('5511955550101');
  const before = ctx.clock.now().getTime() - 2 * DAY_MS;
  await post(
    notificationOf(PHONE, {
      messages: [{ id: 'old', from: '5511955550101', timestamp: String(before / 1_000) }],
    }),
  );
  await minuteAt(NEXT);
  expect(meta.accepted.map(({ type }) => type)).toEqual(['template']);
  expect((await readReminderRows(ctx, seller)).length).toBe(1);
});
