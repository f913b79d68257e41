/**
 * Tests over HTTP the texts of a payment request and of a renewal, and that both screens for
 * payment requests show the same text.
 */
import { chargeLine, listLinesToCharge, readLineMessage } from '@ramal/contract/lines/charging';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import {
  getReminderText,
  sendReminderByHand,
  startReminderRun,
} from '@ramal/contract/reminders/reminder-list';
import { saveReminderThreshold } from '@ramal/contract/reminders/reminders';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { createExpiringLine } from '../reminders.fixtures.ts';

let ctx: TestContext;
let above: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  above = await person(ctx, { balance: 10_000 });
  seller = await person(ctx, { parent: above, balance: 10_000 });
});
afterAll(() => ctx.close());

const message = async (id: number, occasion: 'charge' | 'renewed', by = seller) =>
  (await call(ctx, readLineMessage, { params: { id }, body: { occasion } }, { token: by.token }))
    .body;
const run = async () =>
  (await call(ctx, startReminderRun, { body: {} }, { token: seller.token })).body.reminders;
const toCharge = async () =>
  (await call(ctx, listLinesToCharge, { query: {} }, { token: seller.token })).body.lines;
const save = (threshold: string, text: string, isOn = true) =>
  call(
    ctx,
    saveReminderThreshold,
    { body: { threshold, text, is_on: isOn } },
    { token: seller.token },
  );
const now = () => Math.floor(ctx.clock.now().getTime() / 1000);

// «Cobrar agora» and «Cobrar vencidos» must not send different texts.
it('returns the same text for both charging screens before and after reminders are set up', async () => {
  const id = await createExpiringLine(ctx, seller, -2);
  const before = await message(id, 'charge');
  const [reminder] = await run();
  expect(reminder!.line_id).toBe(id);
  expect(before).toMatchObject({ text: reminder!.text, reminder_id: null });
  expect(await message(id, 'charge')).toMatchObject({
    text: reminder!.text,
    reminder_id: reminder!.id,
  });
});

it('returns the account’s text for the day with the Pix placeholder kept for the reminder', async () => {
  const id = await createExpiringLine(ctx, seller, -2);
  await save('due2', 'Oi, {nome}, volte! {pix}');
  const { text, reminder_id } = await message(id, 'charge');
  expect(text).toBe((await run())[0]!.text);
  const read = (reminder: number) =>
    call(ctx, getReminderText, { params: { id: reminder }, body: {} }, { token: seller.token });
  expect((await read(reminder_id!)).body.id).toBe(reminder_id);
});

it('uses the text for charges with the customer’s price on a day without a reminder', async () => {
  const id = await createExpiringLine(ctx, seller, -9);
  await call(
    ctx,
    setLinePrice,
    { params: { id }, body: { price_cents: 3_500 } },
    { token: seller.token },
  );
  expect(await message(id, 'charge')).toEqual({
    id,
    text: null,
    reminder_id: null,
    renewal_link: '',
    price_cents: 3_500,
  });
  const off = await createExpiringLine(ctx, seller, -2);
  await save('due2', 'Desligado', false);
  expect((await message(off, 'charge')).text).toBeNull();
});

it('marks a customer as contacted today from either screen', async () => {
  const byRun = await createExpiringLine(ctx, seller, -2);
  const byCharge = await createExpiringLine(ctx, seller, -2);
  const reminder = (await run()).find(({ line_id }) => line_id === byRun)!;
  await call(
    ctx,
    sendReminderByHand,
    { params: { id: reminder.id }, body: {} },
    { token: seller.token },
  );
  await call(ctx, chargeLine, { params: { id: byCharge }, body: {} }, { token: seller.token });
  expect((await toCharge()).map((line) => line.charged_at_timestamp)).toEqual([now(), now()]);
  expect(await run()).toEqual([]);
});

// An account must not see the password of a line that it does not own.
it('returns the text «Ao renovar» without the password for a renewal even of a reseller’s line', async () => {
  const id = await createExpiringLine(ctx, seller, 30);
  expect((await message(id, 'renewed')).text).toMatch(
    /^Oi, Dona Célia! Renovação confirmada: sua assinatura vale até /,
  );
  await save('renewed', 'Valeu, {nome}!', false);
  expect((await message(id, 'renewed')).text).toBe('Valeu, Dona Célia!');
  expect((await message(id, 'renewed', above)).text).toContain('Renovação confirmada');
});
