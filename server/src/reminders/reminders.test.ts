/**
 * Tests planning, channel order and sending of reminders. Channels of the test replace the external
 * services.
 */
import { chargeLine } from '@ramal/contract/lines/charging';
import { saveReminderThreshold } from '@ramal/contract/reminders/reminders';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import {
  emptyReminders,
  endAt,
  createExpiringLine,
  remindingSeller,
  renew,
  readReminderRows,
  switchChannels,
  type TestChannel,
  testChannel,
  runReminderJobs,
} from './reminders.fixtures.ts';
import { createDeliveryKind } from './sending/delivery-kinds.ts';

let ctx: TestContext;
let seller: Person;
let telegram: TestChannel;
let email: TestChannel;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

/** 09:00 in São Paulo, an hour before reminders are sent. */
const NINE = '2026-11-24T12:00:00Z';
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await emptyReminders(ctx);
  telegram = testChannel('telegram');
  email = testChannel('email');
  seller = await remindingSeller(ctx, [
    { channel: 'hand' },
    { channel: 'telegram' },
    { channel: 'email' },
  ]);
  ctx.clock.set('2026-11-24T11:40:00Z');
  await runReminderJobs(ctx, []);
  ctx.clock.set(NINE);
});

const minute = () => runReminderJobs(ctx, [telegram, email]);
const at = (iso: string) => {
  ctx.clock.set(iso);
  return minute();
};
const states = async () =>
  (await readReminderRows(ctx, seller)).map(({ line, days, state, channel, reason }) => ({
    line,
    days,
    state,
    channel,
    reason,
  }));

describe('a day', () => {
  it('plans a day and sends its reminders on time by the first channel that reaches the customer', async () => {
    const three = await createExpiringLine(ctx, seller, 3);
    const today = await createExpiringLine(ctx, seller, 1 / 24);
    await createExpiringLine(ctx, seller, 2);
    await createExpiringLine(ctx, seller, -9);
    telegram.unreachable.add(today);
    await minute();
    expect(await states()).toEqual([
      { line: today, days: 0, state: 'planned', channel: null, reason: null },
      { line: three, days: -3, state: 'planned', channel: null, reason: null },
    ]);
    expect(telegram.taken).toEqual([]);
    await at('2026-11-24T13:00:00Z');
    await minute();
    expect(telegram.taken.map(({ lineId }) => lineId)).toEqual([three]);
    expect(email.taken.map(({ lineId }) => lineId)).toEqual([today]);
    expect(telegram.taken[0]!.body).toBe(
      'Oi, Dona Célia! Sua assinatura vence em 3 dias, às 09:00.',
    );
    expect((await states()).map(({ state, channel }) => [state, channel])).toEqual([
      ['sent', 'email'],
      ['sent', 'telegram'],
    ]);
  });

  it('keeps the text of the plan', async () => {
    await createExpiringLine(ctx, seller, 1);
    await minute();
    const { token } = seller;
    await call(
      ctx,
      saveReminderThreshold,
      { body: { threshold: 'due-1', text: 'Outro texto' } },
      { token },
    );
    await at('2026-11-24T13:00:00Z');
    expect(telegram.taken[0]!.body).toContain('vence amanhã');
  });

  it('records why a reminder was not sent', async () => {
    const [off, none] = [
      await createExpiringLine(ctx, seller, 1, 'Ana'),
      await createExpiringLine(ctx, seller, 3, 'Bia'),
    ];
    telegram.unreachable.add(off).add(none);
    email.unreachable.add(off).add(none);
    await at('2026-11-24T13:00:00Z');
    await at('2026-11-25T02:59:00Z');
    await at('2026-11-25T03:00:00Z');
    expect((await states()).map(({ reason }) => reason)).toEqual(['not-sent', 'not-sent']);
    await switchChannels(ctx, seller, [{ channel: 'telegram' }]);
    await at('2026-11-25T13:00:00Z');
    await at('2026-11-26T02:59:00Z');
    await at('2026-11-26T03:00:00Z');
    const [, , due] = await states();
    expect(due).toMatchObject({ line: off, days: 0, state: 'skipped', reason: 'no-channel' });
  });

  it('skips reminders of days without a worker as too late', async () => {
    const id = await createExpiringLine(ctx, seller, 3);
    await minute();
    await at('2026-11-28T13:00:00Z');
    expect(await states()).toEqual([
      { line: id, days: -3, state: 'skipped', channel: null, reason: 'late' },
      { line: id, days: -1, state: 'skipped', channel: null, reason: 'late' },
      { line: id, days: 0, state: 'skipped', channel: null, reason: 'late' },
    ]);
    expect(telegram.taken).toEqual([]);
    await at('2026-11-29T13:00:00Z');
    expect(telegram.taken.map(({ days }) => days)).toEqual([2]);
  });

  it('sends nothing in the quiet hours even for repeated attempts', async () => {
    await createExpiringLine(ctx, seller, 1);
    telegram.answer = () => ({ state: 'retry', afterMs: 10 * HOUR_MS });
    await at('2026-11-24T14:00:00Z');
    expect(telegram.taken).toHaveLength(1);
    telegram.answer = () => ({ state: 'sent' });
    await at('2026-11-25T00:30:00Z');
    await at('2026-11-25T02:00:00Z');
    expect(telegram.taken).toHaveLength(1);
    await at('2026-11-25T11:30:00Z');
    expect((await states())[0]).toMatchObject({ state: 'skipped', reason: 'late' });
  });
});

describe('still due', () => {
  const planned = async () => {
    const id = await createExpiringLine(ctx, seller, 1);
    await minute();
    return id;
  };
  const reason = async () => {
    await at('2026-11-24T13:00:00Z');
    expect(telegram.taken.filter(({ days }) => days === -1)).toEqual([]);
    return (await states())[0]!.reason;
  };
  it.each([
    ['renewed', (id: number) => renew(ctx, id)],
    ['moved', (id: number) => endAt(ctx, id, new Date('2026-11-29T12:00:00Z'))],
    ['off', (id: number) => ctx.owner.query('update lines set is_on = false where id = $1', [id])],
    [
      'off',
      (id: number) => ctx.owner.query('update lines set deleted_at = now() where id = $1', [id]),
    ],
    [
      'stopped',
      (id: number) =>
        ctx.owner.query(
          `insert into line_reminder_choices (line_id, stopped_at, stopped_by) values ($1, now(), 'email')`,
          [id],
        ),
    ],
    [
      'left-out',
      (id: number) =>
        ctx.owner.query(
          `insert into line_reminder_choices (line_id, left_out_at) values ($1, now())`,
          [id],
        ),
    ],
    [
      'threshold-off',
      () =>
        ctx.owner.query('update reminder_thresholds set is_on = false where account_id = $1', [
          seller.id,
        ]),
    ],
  ] as const)(
    'checks just before sending whether a reminder is still due: %s',
    async (expected, change) => {
      const id = await planned();
      await change(id);
      expect(await reason()).toBe(expected);
    },
  );

  it('sends the reminder of a moved expiry on its day and repeats no earlier one', async () => {
    const id = await createExpiringLine(ctx, seller, 1);
    const earlierLine = await createExpiringLine(ctx, seller, 1);
    await minute();
    await endAt(ctx, id, new Date('2026-11-29T12:00:00Z'));
    await at('2026-11-24T13:00:00Z');
    await endAt(ctx, earlierLine, new Date('2026-11-29T12:00:00Z'));
    await at('2026-11-28T13:00:00Z');
    await minute();
    const toldOf = (days: number) =>
      telegram.taken.filter((reminder) => reminder.days === days).map(({ lineId }) => lineId);
    expect(toldOf(-1)).toEqual([earlierLine, id]);
  });
});

it('repeats a reminder that could not be prepared and never marks it «incerto»', async () => {
  const { sender, taken } = testChannel('email');
  const away = Object.create(ctx.db, {
    first: { value: () => Promise.reject(new Error('the database is away')) },
  }) as TestContext['db'];
  const delivery = { id: 1, kind: 'reminder-email', queue: 'email:1', accountId: 1, subjectId: 1 };
  const outcome = await createDeliveryKind(sender).send(
    { ...ctx, db: away },
    { ...delivery, payload: {}, attempt: 1, createdAt: ctx.clock.now() },
    AbortSignal.timeout(1_000),
  );
  expect([outcome.state, taken]).toEqual(['retry', []]);
});

describe('the channel order', () => {
  it('tries the next channel after a failure but not after an unknown result', async () => {
    const [failing, unknown] = [
      await createExpiringLine(ctx, seller, 1),
      await createExpiringLine(ctx, seller, 1),
    ];
    telegram.answer = ({ lineId }) =>
      lineId === failing ? { state: 'failed', reason: 'bloqueado' } : { state: 'unknown' };
    await at('2026-11-24T13:00:00Z');
    await minute();
    await minute();
    expect((await states()).map(({ line, state, channel }) => [line, state, channel])).toEqual([
      [failing, 'sent', 'email'],
      [unknown, 'unknown', 'telegram'],
    ]);
    expect(email.taken.map(({ lineId }) => lineId)).toEqual([failing]);
  });

  it('respects the daily cap and the limit of a channel and leaves the rest to be sent by hand', async () => {
    await switchChannels(ctx, seller, [
      { channel: 'hand' },
      { channel: 'telegram', cap: 2 },
      { channel: 'email' },
    ]);
    email.room = 1;
    for (let count = 0; count < 4; count += 1) await createExpiringLine(ctx, seller, 1);
    await at('2026-11-24T13:00:00Z');
    email.room = 0;
    await at('2026-11-24T15:00:00Z');
    expect([telegram.taken.length, email.taken.length]).toEqual([2, 1]);
    expect((await states()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'planned']);
    // On the next day the daily cap counts from zero again.
    for (let count = 0; count < 3; count += 1) await createExpiringLine(ctx, seller, 2);
    await at('2026-11-25T14:00:00Z');
    expect(telegram.taken).toHaveLength(4);
  });

  it('does not send by a channel that was switched off in the meantime', async () => {
    const id = await createExpiringLine(ctx, seller, 1);
    telegram.answer = () => ({ state: 'retry', afterMs: MINUTE_MS });
    await at('2026-11-24T13:00:00Z');
    await switchChannels(ctx, seller, [{ channel: 'email' }]);
    await at('2026-11-24T13:02:00Z');
    await minute();
    expect(telegram.taken).toHaveLength(1);
    expect((await states())[0]).toMatchObject({ line: id, state: 'sent', channel: 'email' });
  });

  it('sends nothing automatically before a channel is on', async () => {
    await switchChannels(ctx, seller, [{ channel: 'hand' }]);
    await createExpiringLine(ctx, seller, 1);
    for (let hour = 0; hour < 48; hour += 1) {
      ctx.clock.forward(HOUR_MS);
      await minute();
    }
    expect(await states()).toEqual([]);
  });
});

it('counts a charge by hand as the reminder of its threshold', async () => {
  const id = await createExpiringLine(ctx, seller, 1);
  await minute();
  await call(ctx, chargeLine, { params: { id }, body: {} }, { token: seller.token });
  await at('2026-11-24T13:00:00Z');
  expect(telegram.taken).toEqual([]);
  expect(await states()).toEqual([
    { line: id, days: -1, state: 'sent', channel: 'hand', reason: null },
  ]);
});

it('sends one receipt for a renewal and new reminders for each period', async () => {
  const id = await createExpiringLine(ctx, seller, 1);
  await at('2026-11-24T13:00:00Z');
  await renew(ctx, id);
  ctx.clock.forward(20 * MINUTE_MS);
  await minute();
  ctx.clock.forward(HOUR_MS);
  await minute();
  expect(telegram.taken.map(({ kind, body }) => [kind, body])).toEqual([
    ['due', expect.stringContaining('vence amanhã')],
    [
      'renewed',
      'Oi, Dona Célia! Renovação confirmada: sua assinatura vale até 25/12/2026. Obrigado!',
    ],
  ]);
  ctx.clock.set(new Date(Date.parse(NINE) + 30 * DAY_MS + HOUR_MS).toISOString());
  await minute();
  expect(
    (await readReminderRows(ctx, seller)).map(({ period, kind, days }) => [period, kind, days]),
  ).toEqual([
    [0, 'due', -1],
    [1, 'renewed', 0],
    [1, 'due', -3],
    [1, 'due', -1],
  ]);
});
