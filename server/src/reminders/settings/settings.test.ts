/**
 * Tests the settings of a seller over HTTP, the defaults before the first change, and the history
 * of sent reminders.
 */
import { getLineReminders, saveLineReminders } from '@ramal/contract/reminders/customers';
import {
  getReminderText,
  listReminders,
  sendReminderByHand,
  startReminderRun,
} from '@ramal/contract/reminders/reminder-list';
import {
  getCreditedRenewals,
  getReminders,
  listReminderSamples,
  removeReminderThreshold,
  saveReminderChannels,
  saveReminderHours,
  saveReminderThreshold,
} from '@ramal/contract/reminders/reminders';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../test/context.ts';
import { createExpiringLine, renew } from '../reminders.fixtures.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx, { balance: 100_000, until: '2027-01-01T00:00:00Z' });
});
afterAll(() => ctx.close());

const as = () => ({ token: seller.token });
const read = async () => (await call(ctx, getReminders, {}, as())).body;
const run = async () => (await call(ctx, startReminderRun, { body: {} }, as())).body;
const save = (body: Record<string, unknown>) => call(ctx, saveReminderThreshold, { body }, as());
const textOf = async (days: number, kind = 'due') =>
  (await read()).thresholds.find((threshold) => threshold.kind === kind && threshold.days === days);

describe('thresholds', () => {
  it('returns the default thresholds until the account writes its own and reading changes nothing', async () => {
    const { thresholds, channels, to_send: toSend, send_at: sendAt } = await read();
    expect(thresholds.map(({ kind, days }) => [kind, days])).toEqual([
      ['due', -3],
      ['due', -1],
      ['due', 0],
      ['due', 2],
      ['renewed', 0],
    ]);
    expect(channels.filter(({ is_on: isOn }) => isOn).map(({ channel }) => channel)).toEqual([
      'hand',
    ]);
    expect([toSend, sendAt]).toEqual([0, '10:00']);
    const { rows } = await ctx.owner.query(
      'select 1 from reminder_settings where account_id = $1',
      [seller.id],
    );
    expect(rows).toEqual([]);
  });

  it('changes and adds and switches and removes thresholds', async () => {
    await save({ threshold: 'due-1', text: 'Oi, {nome}: {valor}' });
    await save({ threshold: 'due-7' });
    await save({ threshold: 'due2', is_on: false });
    expect(await textOf(-1)).toMatchObject({ text: 'Oi, {nome}: {valor}', is_on: true });
    expect((await textOf(-7))?.text).toBe((await textOf(-3))?.text);
    expect(await textOf(2)).toMatchObject({ is_on: false });
    for (let press = 0; press < 2; press += 1)
      await call(ctx, removeReminderThreshold, { query: { threshold: 'due-7' } }, as());
    expect(await textOf(-7)).toBeUndefined();
  });

  it.each([
    [
      { threshold: 'due-1', text: 'Oi, {nomee}' },
      { text: '{nomee} não existe. Use um dos campos abaixo.' },
    ],
    [{ threshold: 'due-1', text: 'a'.repeat(1_001) }, { text: expect.any(String) }],
    [{ threshold: 'due-31' }, { threshold: expect.any(String) }],
    [{ threshold: 'due007' }, { threshold: expect.any(String) }],
    [{ threshold: 'renewed5' }, { threshold: expect.any(String) }],
    [{ text: 'Oi' }, { threshold: expect.any(String) }],
  ])('refuses the threshold %j', async (body, fields) => {
    const refused = await save(body);
    expect([refused.status, refused.body.fields]).toEqual([422, fields]);
  });

  it('refuses more than twelve thresholds', async () => {
    for (let days = 4; days <= 10; days += 1)
      expect((await save({ threshold: `due-${days}` })).status).toBe(200);
    expect((await save({ threshold: 'due-11' })).body.code).toBe('reminder_thresholds_full');
  });
});

it('refuses an hour of sending within the quiet hours', async () => {
  const hours = (send: string, from: string, until: string) =>
    call(
      ctx,
      saveReminderHours,
      { body: { send_at: send, quiet_from: from, quiet_until: until } },
      as(),
    );
  expect((await hours('07:30', '21:00', '08:00')).body.fields).toEqual({
    send_at: 'Esta hora está no silêncio. Escolha outra.',
  });
  expect((await hours('9h', '21:00', '08:00')).status).toBe(422);
  expect((await hours('09:15', '22:00', '07:00')).status).toBe(200);
  expect(await read()).toMatchObject({
    send_at: '09:15',
    quiet_from: '22:00',
    quiet_until: '07:00',
  });
});

it('refuses to switch channels on if the screen showed another cost', async () => {
  const channels = [{ channel: 'hand', is_on: true }] as const;
  const change = (most: number) =>
    call(ctx, saveReminderChannels, { body: { channels: [...channels], most_cents: most } }, as());
  expect((await change(450)).body.code).toBe('cost_changed');
  expect((await change(0)).status).toBe(200);
  const twice = [...channels, ...channels];
  const refused = await call(
    ctx,
    saveReminderChannels,
    { body: { channels: twice, most_cents: 0 } },
    as(),
  );
  expect(refused.status).toBe(422);
});

describe('«Cobrar agora»', () => {
  it('lists the customers of today with their texts and counts each tap once', async () => {
    const soon = await createExpiringLine(ctx, seller, 1, 'Dona Célia');
    const expiredId = await createExpiringLine(ctx, seller, -2, 'Seu Raul');
    await createExpiringLine(ctx, seller, 5, 'Ana');
    expect((await read()).to_send).toBe(2);
    const { total, reminders } = await run();
    expect([total, reminders.map(({ line_id: line }) => line)]).toEqual([2, [expiredId, soon]]);
    expect(reminders[1]).toMatchObject({
      nota: 'Dona Célia',
      days: -1,
      text: 'Oi, Dona Célia! Passando para lembrar: sua assinatura vence amanhã às 12:00.',
    });
    const { id } = reminders[1]!;
    for (let press = 0; press < 2; press += 1) {
      const sent = await call(ctx, sendReminderByHand, { params: { id }, body: {} }, as());
      expect(sent.status).toBe(200);
    }
    expect((await run()).reminders.map(({ line_id: line }) => line)).toEqual([expiredId]);
    expect((await read()).to_send).toBe(1);
    const history = (await call(ctx, listReminders, { query: { state: 'sent' } }, as())).body;
    expect(history.data).toMatchObject([
      { line_id: soon, state: 'sent', channel: 'hand', reason: null, renewed_at_timestamp: null },
    ]);
  });

  it('leaves out customers who stopped and those whom the seller excludes', async () => {
    const id = await createExpiringLine(ctx, seller, 1);
    // Messages about the line wait until the change can no longer be undone.
    const choose = async (body: Record<string, unknown>) => {
      const reply = await call(ctx, saveLineReminders, { params: { id }, body }, as());
      ctx.clock.forward(UNDO_ACCEPTED_MS);
      return reply;
    };
    const chosen = async () => (await call(ctx, getLineReminders, { params: { id } }, as())).body;
    await choose({ email: 'Celia@Exemplo.com.br', left_out: true });
    expect(await chosen()).toMatchObject({
      email: 'celia@exemplo.com.br',
      left_out: true,
      stopped: null,
    });
    expect([(await run()).total, (await read()).left_out]).toEqual([0, 1]);
    await choose({ email: null, left_out: false });
    expect(await chosen()).toMatchObject({ email: null, left_out: false });
    expect((await run()).total).toBe(1);
    await ctx.owner.query(
      `update line_reminder_choices set stopped_at = $2, stopped_by = 'email' where line_id = $1`,
      [id, ctx.clock.now()],
    );
    expect(await chosen()).toMatchObject({ stopped: { by: 'email' } });
    expect([(await run()).total, (await read()).stopped]).toEqual([0, 1]);
    await choose({ email: 'isto não é' }).then(({ status }) => expect(status).toBe(422));
    await choose({ resumed: true });
    expect((await chosen()).stopped).toBeNull();
    expect((await run()).total).toBe(1);
  });

  it('removes the line of a Pix that cannot be paid', async () => {
    await save({ threshold: 'due-1', text: 'Oi, {nome}.\n\nPix copia e cola:\n{pix}' });
    await createExpiringLine(ctx, seller, 1);
    const [first] = (await run()).reminders;
    expect(first!.text).toBe('Oi, Dona Célia.');
    const filled = await call(ctx, getReminderText, { params: { id: first!.id }, body: {} }, as());
    expect(filled.body.text).toBe('Oi, Dona Célia.');
  });
});

it('shows texts for real lines with those nearest to the threshold first', async () => {
  const [far, near] = [
    await createExpiringLine(ctx, seller, 20, 'Longe'),
    await createExpiringLine(ctx, seller, 2, 'Perto'),
  ];
  const { body } = await call(ctx, listReminderSamples, { query: { threshold: 'due-1' } }, as());
  expect(body.lines.map(({ id }) => id)).toEqual([near, far]);
  expect([body.link, body.send_at]).toEqual(['', '10:00']);
});

it('credits a renewal to the last reminder within three days before it', async () => {
  const lines = [
    await createExpiringLine(ctx, seller, 1, 'No prazo'),
    await createExpiringLine(ctx, seller, 1, 'Tarde'),
    await createExpiringLine(ctx, seller, 1, 'Nunca'),
  ];
  const sendAll = async () => {
    for (const { id } of (await run()).reminders)
      await call(ctx, sendReminderByHand, { params: { id }, body: {} }, as());
  };
  await sendAll();
  ctx.clock.forward(DAY_MS);
  await sendAll();
  ctx.clock.forward(HOUR_MS);
  await renew(ctx, lines[0]!);
  ctx.clock.forward(3 * DAY_MS);
  await renew(ctx, lines[1]!);
  const { body } = await call(ctx, getCreditedRenewals, {}, as());
  expect([body.sent, body.renewed]).toEqual([6, 1]);
  expect(
    body.rows.map(({ days, channel, sent, renewed }) => [days, channel, sent, renewed]),
  ).toEqual([
    [0, 'hand', 3, 1],
    [-1, 'hand', 3, 0],
  ]);
  const history = (await call(ctx, listReminders, { query: { threshold: 'due0' } }, as())).body;
  expect(history.data.filter(({ renewed_at_timestamp: at }) => at !== null)).toHaveLength(1);
});
