/** Tests groups, assignment and sending of win-back messages with channels of the test. */
import { chargeLine } from '@ramal/contract/lines/charging';
import { saveLineReminders } from '@ramal/contract/reminders/customers';
import { listReminders, startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { getWinBack, listWinBackSamples } from '@ramal/contract/win-back/win-back';
import type { WinBackGroupKey } from '@ramal/contract/win-back/win-back-rules';
import { listWinBackRows } from '@ramal/contract/win-back/results';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../test/context.ts';
import { coupon } from '../coupons/coupons.fixtures.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { planReminders } from '../reminders/planning/plan-reminders.ts';
import {
  emptyReminders,
  readReminderRows,
  remindingSeller,
  renew,
  type TestChannel,
  testChannel,
} from '../reminders/reminders.fixtures.ts';
import { createDeliveryKind } from '../reminders/sending/delivery-kinds.ts';
import { dispatchReminders } from '../reminders/sending/dispatch-reminders.ts';
import { planWinBacks } from './planning/plan-win-backs.ts';
import { expiredLine, readWinBackRows, runWinBackJobs, switchOn } from './win-back.fixtures.ts';

let ctx: TestContext;
let seller: Person;
let telegram: TestChannel;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

/** A Tuesday, 09:00 in São Paulo. Groups are sent at 10:00. */
const NINE = '2026-11-24T12:00:00Z';
const TEN = '2026-11-24T13:00:00Z';
const TEN_NEXT_DAY = '2026-11-25T13:00:00Z';

beforeEach(async () => {
  ctx.clock.set(TODAY);
  await emptyReminders(ctx, 'win_backs', 'win_back_groups', 'message_days');
  telegram = testChannel('telegram');
  seller = await remindingSeller(ctx, [{ channel: 'hand' }, { channel: 'telegram' }]);
  ctx.clock.set(NINE);
});

const run = () => runWinBackJobs(ctx, [telegram]);
const at = (iso: string) => {
  ctx.clock.set(iso);
  return run();
};
const taken = () => telegram.taken.map(({ lineId, kind }) => ({ lineId, kind }));
const groupOf = async (key: string) => {
  const { body } = await call(ctx, getWinBack, {}, { token: seller.token });
  return body.groups.find(({ group }) => group === key)!;
};

describe('sending', () => {
  it('sends the text of the group at its hour to everyone from its day on, once', async () => {
    const lines = [
      await expiredLine(ctx, seller, { days: 7 }),
      await expiredLine(ctx, seller, { days: 20, note: 'Ana' }),
    ];
    await expiredLine(ctx, seller, { days: 6 });
    await expiredLine(ctx, seller, { days: 30 });
    await switchOn(ctx, seller, 'd7', {
      text: 'Oi, {nome}. Parada há {dias} dias.',
      control_percent: 0,
    });
    await run();
    expect(telegram.taken).toEqual([]);
    await at(TEN);
    await run();
    expect(new Map(telegram.taken.map(({ lineId, body }) => [lineId, body]))).toEqual(
      new Map([
        [lines[0], 'Oi, Rogério Lima. Parada há 7 dias.'],
        [lines[1], 'Oi, Ana. Parada há 20 dias.'],
      ]),
    );
    expect(telegram.taken).toHaveLength(2);
    await at(TEN_NEXT_DAY);
    // The customer who reached the seventh day receives the message; the others do not again.
    expect(telegram.taken.map(({ lineId }) => lineId)).toHaveLength(3);
    const { body } = await call(
      ctx,
      listReminders,
      { query: { kind: 'win-back' } },
      { token: seller.token },
    );
    expect(body.total).toBe(3);
  });

  it('waits for the day of the group, an allowed weekday and the hour after it was switched on', async () => {
    const line = await expiredLine(ctx, seller, { days: 7 });
    ctx.clock.set(TEN);
    // Wednesday is day 3. The hour of today has passed when the group is switched on.
    await switchOn(ctx, seller, 'd7', {
      send_day: 8,
      weekdays: [3, 5],
      control_percent: 0,
      send_at: '09:30',
    });
    await run();
    expect(telegram.taken).toEqual([]);
    const nextAt = Date.parse('2026-11-25T12:30:00Z') / 1000;
    expect(await groupOf('d7')).toMatchObject({ is_on: true, next_at: nextAt });
    await at('2026-11-25T12:29:00Z');
    expect(telegram.taken).toEqual([]);
    await at('2026-11-25T12:30:00Z');
    expect(taken()).toEqual([{ lineId: line, kind: 'win-back' }]);
  });

  it('assigns each person once and keeps the assignment in later groups', async () => {
    for (let index = 0; index < 40; index += 1) await expiredLine(ctx, seller, { days: 3 });
    await switchOn(ctx, seller, 'd3', { control_percent: 50 });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    const first = await readWinBackRows(ctx, seller);
    const controls = first.filter(({ arm }) => arm === 'control').map(({ line }) => line);
    expect(first).toHaveLength(40);
    expect(controls.length).toBeGreaterThan(8);
    expect(controls.length).toBeLessThan(32);
    expect(telegram.taken).toHaveLength(40 - controls.length);
    for (let day = 1; day <= 4; day += 1)
      await at(new Date(Date.parse(TEN) + day * DAY_MS).toISOString());
    const second = (await readWinBackRows(ctx, seller)).filter(({ group }) => group === 'd7');
    expect(second).toHaveLength(40);
    expect(new Set(second.filter(({ arm }) => arm === 'control').map(({ line }) => line))).toEqual(
      new Set(controls),
    );
  });

  it('gives two lines of one person with the same expiry the same assignment', async () => {
    const pairs: [number, number][] = [];
    for (let index = 0; index < 12; index += 1) {
      const whatsapp = `55119555500${10 + index}`;
      pairs.push([
        await expiredLine(ctx, seller, { days: 8, whatsapp }),
        await expiredLine(ctx, seller, { days: 8, whatsapp, platform: 'p2p' }),
      ]);
    }
    await switchOn(ctx, seller, 'd7', { control_percent: 50 });
    await at(TEN);
    const arms = new Map((await readWinBackRows(ctx, seller)).map(({ line, arm }) => [line, arm]));
    for (const [a, b] of pairs) expect(arms.get(a)).toBe(arms.get(b));
    // The second line of a person waits for another day.
    const messaged = telegram.taken.map(({ whatsapp }) => whatsapp);
    expect(new Set(messaged).size).toBe(messaged.length);
  });

  it('sends nothing to a number that stopped messages on another line', async () => {
    const whatsapp = '5511955550077';
    await expiredLine(ctx, seller, { days: 8, whatsapp });
    const other = await expiredLine(ctx, seller, { days: 40, whatsapp });
    await ctx.owner.query(
      `insert into line_reminder_choices (line_id, stopped_at, stopped_by) values ($1, now(), 'whatsapp')`,
      [other],
    );
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    expect(telegram.taken).toEqual([]);
    expect((await groupOf('d7')).people).toMatchObject({ total: 1, stopped: 1 });
  });

  it('stores a mark of a person that nobody finds by trying all numbers', async () => {
    await expiredLine(ctx, seller, { days: 8, whatsapp: '5511955550078' });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    const { rows } = await ctx.owner.query(
      `select person, person = md5(account_id || ':whatsapp:5511955550078') as plain,
         person = encode(sha256(convert_to(account_id || ':whatsapp:5511955550078', 'UTF8')), 'hex') as hashed
       from win_backs where account_id = $1`,
      [seller.id],
    );
    expect(rows).toEqual([
      { person: expect.stringMatching(/^[0-9a-f]{64}$/), plain: false, hashed: false },
    ]);
  });

  it('refuses a coupon that the people of the group cannot use', async () => {
    for (const [code, audience] of [
      ['NOVOS1', 'new'],
      ['VOLTA1', 'win-back'],
      ['VENCEU1', 'expired'],
    ] as const)
      await coupon(ctx, seller, { code, audiences: [audience] });
    const offer = async (group: WinBackGroupKey, code: string) =>
      (await switchOn(ctx, seller, group, { coupon: code })).status;
    expect([await offer('d7', 'NOVOS1'), await offer('d7', 'VOLTA1')]).toEqual([422, 200]);
    expect([await offer('test', 'VENCEU1'), await offer('test', 'NOVOS1')]).toEqual([422, 200]);
    expect(await offer('d3', 'VENCEU1')).toBe(200);
  });

  it('sends nothing to people who stopped, were left out, are unreachable or have another line', async () => {
    const stopped = await expiredLine(ctx, seller, { days: 8 });
    const leftOut = await expiredLine(ctx, seller, { days: 8 });
    const unreachable = await expiredLine(ctx, seller, { days: 8 });
    await expiredLine(ctx, seller, { days: 8, whatsapp: '5511955550001' });
    await expiredLine(ctx, seller, { days: -20, whatsapp: '5511955550001' });
    const off = await expiredLine(ctx, seller, { days: 8 });
    await ctx.owner.query('update lines set is_on = false where id = $1', [off]);
    await ctx.owner.query(
      `insert into line_reminder_choices (line_id, stopped_at, stopped_by) values ($1, now(), 'telegram')`,
      [stopped],
    );
    await call(
      ctx,
      saveLineReminders,
      { params: { id: leftOut }, body: { left_out: true } },
      { token: seller.token },
    );
    telegram.unreachable.add(unreachable);
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    expect(telegram.taken).toEqual([]);
    expect(await readWinBackRows(ctx, seller)).toEqual([]);
  });

  it('cancels the unsent messages of a group that is switched off', async () => {
    await expiredLine(ctx, seller, { days: 8 });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    ctx.clock.set(TEN);
    const senders = [telegram.sender];
    await planReminders(ctx);
    await planWinBacks(ctx, senders);
    await dispatchReminders(ctx, senders);
    await switchOn(ctx, seller, 'd7', { is_on: false });
    await deliverDue(ctx, senders.map(createDeliveryKind));
    expect(telegram.taken).toEqual([]);
    expect(await readWinBackRows(ctx, seller)).toMatchObject([
      { state: 'skipped', reason: 'threshold-off' },
    ]);
    // Switched on again, the person receives the message on the next day.
    await switchOn(ctx, seller, 'd7');
    await at(TEN_NEXT_DAY);
    expect(telegram.taken).toHaveLength(1);
  });

  it('does not write to a person who returned between the plan and the sending', async () => {
    const line = await expiredLine(ctx, seller, { days: 8 });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    ctx.clock.set(TEN);
    await planReminders(ctx);
    await planWinBacks(ctx, [telegram.sender]);
    await renew(ctx, line);
    await run();
    expect(telegram.taken).toEqual([]);
    expect(await readWinBackRows(ctx, seller)).toMatchObject([{ reason: 'renewed' }]);
  });

  it('repeats nothing after a worker stopped in the middle of a sending', async () => {
    await expiredLine(ctx, seller, { days: 8 });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    telegram.answer = () => {
      throw new Error('the process was killed');
    };
    await at(TEN);
    telegram.answer = () => ({ state: 'sent' });
    for (let day = 0; day < 3; day += 1) {
      ctx.clock.set(new Date(Date.parse(TEN) + day * DAY_MS + 60_000).toISOString());
      await Promise.all([run(), run()]);
    }
    expect(telegram.taken).toHaveLength(1);
  });
});

describe('a charge and a win-back message', () => {
  /** A line that has a reminder two days after its expiry, and another line of the same person. */
  const samePerson = async () => {
    const whatsapp = '5511955550142';
    const charged = await expiredLine(ctx, seller, { days: 2, whatsapp });
    const parked = await expiredLine(ctx, seller, { days: 8, whatsapp });
    return { charged, parked };
  };

  it('lets the reminder of today go first and sends the message on the next day', async () => {
    const { charged, parked } = await samePerson();
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    expect(taken()).toEqual([{ lineId: charged, kind: 'due' }]);
    await at(TEN_NEXT_DAY);
    expect(taken()).toEqual([
      { lineId: charged, kind: 'due' },
      { lineId: parked, kind: 'win-back' },
    ]);
  });

  it('skips the reminder of a day on which the person received a message', async () => {
    const parked = await expiredLine(ctx, seller, { days: 8, whatsapp: '5511955550142' });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    expect(taken()).toEqual([{ lineId: parked, kind: 'win-back' }]);
    const charged = await expiredLine(ctx, seller, { days: 2, whatsapp: '5511955550142' });
    await at('2026-11-24T14:00:00Z');
    await at('2026-11-24T14:20:00Z');
    expect(telegram.taken).toHaveLength(1);
    expect((await readReminderRows(ctx, seller)).filter(({ line }) => line === charged)).toEqual([
      expect.objectContaining({ state: 'skipped', reason: 'win-back' }),
    ]);
  });

  it('leaves persons with a message out of the run by hand and respects a charge by hand', async () => {
    const { charged, parked } = await samePerson();
    await call(ctx, chargeLine, { params: { id: parked }, body: {} }, { token: seller.token });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await ctx.owner.query(`delete from reminder_thresholds where account_id = $1`, [seller.id]);
    await at(TEN);
    expect(telegram.taken).toEqual([]);
    await at(TEN_NEXT_DAY);
    expect(taken()).toEqual([{ lineId: parked, kind: 'win-back' }]);
    await ctx.owner.query('update lines set expires_at = $2 where id = $1', [
      charged,
      ctx.clock.now(),
    ]);
    const { body } = await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
    expect(body.reminders).toEqual([]);
  });

  it('is never sent on the same day by two workers in any order', async () => {
    const email = testChannel('email');
    const senders = [telegram.sender, email.sender];
    await ctx.owner.query(
      `update reminder_channels set is_on = true where account_id = $1 and channel = 'email'`,
      [seller.id],
    );
    const lines = new Map<number, string>();
    for (let index = 0; index < 6; index += 1) {
      const whatsapp = `5511955551${100 + index}`;
      // The reminder goes out by e-mail, so that both messages are in different queues.
      const parked = await expiredLine(ctx, seller, { days: 8, whatsapp });
      email.unreachable.add(parked);
      lines.set(parked, whatsapp);
    }
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    ctx.clock.set(TEN);
    await planReminders(ctx);
    await planWinBacks(ctx, senders);
    // The charges appear after the plan, so that nothing but the claim can separate them.
    const numbers = [...lines.values()];
    for (const whatsapp of numbers) {
      const charged = await expiredLine(ctx, seller, { days: 2, whatsapp });
      telegram.unreachable.add(charged);
      lines.set(charged, whatsapp);
    }
    await ctx.owner.query('update reminder_settings set plan_at = $1', [ctx.clock.now()]);
    await planReminders(ctx);
    await dispatchReminders(ctx, senders);
    const kinds = senders.map(createDeliveryKind);
    await Promise.all([deliverDue(ctx, kinds), deliverDue(ctx, kinds)]);
    const persons = [...telegram.taken, ...email.taken].map(({ lineId }) => lines.get(lineId));
    expect(persons).toHaveLength(6);
    expect(new Set(persons).size).toBe(6);
  });
});

it('sends the link of the sales page to a test without a purchase', async () => {
  await ctx.owner.query(
    `insert into storefronts (account_id, is_online, slug, name, sentence, products, proves_number, texts, channels, created_at, saved_at)
     values ($1, true, $2, 'Loja', '', '[]', false, '{}', '{}', now(), now())`,
    [seller.id, `volta-${seller.id}`],
  );
  await expiredLine(ctx, seller, { days: 2, isTrial: true });
  await switchOn(ctx, seller, 'test', { control_percent: 0 });
  await at(TEN);
  const [row] = await readWinBackRows(ctx, seller);
  expect(row!.body).toContain(`/loja/volta-${seller.id}`);
});

describe('the screen', () => {
  it('counts the statuses and offers real customers with their channel', async () => {
    const lines = [
      await expiredLine(ctx, seller, { days: 8 }),
      await expiredLine(ctx, seller, { days: 9 }),
    ];
    await expiredLine(ctx, seller, { days: 1, isTrial: true });
    await switchOn(ctx, seller, 'd7', { control_percent: 0 });
    await at(TEN);
    expect(await groupOf('d7')).toMatchObject({
      is_on: true,
      people: { total: 2, received: 2, control: 0, waiting: 0 },
      next_people: 0,
    });
    expect((await groupOf('test')).people.total).toBe(1);
    const samples = await call(
      ctx,
      listWinBackSamples,
      { query: { group: 'd7' } },
      { token: seller.token },
    );
    expect(samples.body.lines).toMatchObject([
      { id: lines[0], days: 8, channel: null },
      { id: lines[1], days: 9, channel: null },
    ]);
    const rows = await call(
      ctx,
      listWinBackRows,
      { query: { list: 'people', group: 'd7', status: 'received' } },
      { token: seller.token },
    );
    expect(new Map(rows.body.data.map(({ line_id, channel }) => [line_id, channel]))).toEqual(
      new Map(lines.map((id) => [id, 'telegram'])),
    );
  });

  it('refuses a day outside the group, an hour in the quiet hours and an unknown field', async () => {
    const day = await switchOn(ctx, seller, 'd7', { send_day: 30 });
    expect(day.body).toMatchObject({ fields: { send_day: 'Escolha um dia de 7 a 29.' } });
    const hour = await switchOn(ctx, seller, 'd7', { send_at: '22:00' });
    expect(hour.status).toBe(422);
    const text = await switchOn(ctx, seller, 'd7', { text: 'Oi, {pix}' });
    expect(text.body).toMatchObject({ fields: { text: expect.stringContaining('{pix}') } });
    expect((await groupOf('d7')).is_on).toBe(false);
  });
});
