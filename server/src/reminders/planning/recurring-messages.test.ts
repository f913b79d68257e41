/** Tests that customers receive the reason of a refused debit by the channels of the reminders. */
import { endAuthorization, listAuthorizations } from '@ramal/contract/payments/authorizations';
import { startReminderRun } from '@ramal/contract/reminders/reminder-list';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newestAuthorization } from '../../../test/asaas/play.ts';
import { call, TODAY } from '../../../test/context.ts';
import {
  authorizeAndPay,
  closeWorld,
  type Customer,
  forgetEarlier,
  jumpTo,
  openCustomer,
  openSeller,
  openWorld,
  type RecurringWorld,
  runUntil,
  type Seller,
} from '../../recurring-pix/recurring-pix.fixtures.ts';
import {
  readReminderRows,
  runReminderJobs,
  switchChannels,
  testChannel,
} from '../reminders.fixtures.ts';

let world: RecurringWorld;
let seller: Seller;
let customer: Customer;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => closeWorld(world));
beforeEach(async () => {
  const { ctx } = world;
  ctx.clock.set(TODAY);
  await forgetEarlier(world);
  seller = await openSeller(world);
  await call(ctx, startReminderRun, { body: {} }, { token: seller.token });
  await switchChannels(ctx, seller, [{ channel: 'telegram' }]);
  customer = await openCustomer(world, seller, '2026-11-24T15:00:00Z');
  await authorizeAndPay(world, customer);
});

const messages = async (kind: string) =>
  (await readReminderRows(world.ctx, seller)).filter((row) => row.kind === kind);

describe('messages about recurring Pix', () => {
  it('tell the reason of each refusal once, with a link to pay', async () => {
    const { ctx } = world;
    const telegram = testChannel('telegram');
    newestAuthorization(world.provider).refuses = 'PAYMENT_OVERDUE';
    await jumpTo(world, '2026-12-16T15:00:00Z');
    await runUntil(world, '2026-12-24T13:00:00Z');
    await switchChannels(ctx, seller, [{ channel: 'telegram' }]);
    await runReminderJobs(ctx, [telegram]);
    ctx.clock.forward(3_600_000);
    await runReminderJobs(ctx, [telegram]);
    const sent = telegram.taken.filter(({ kind }) => kind === 'refused');
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toMatch(
      /O Pix automático de R\$\s35,00 não passou\. Não havia saldo na conta\. Nada foi cobrado\. Para não ficar sem TV, pague aqui: http.*\/portal#l\./,
    );
    expect(await messages('refused')).toMatchObject([{ state: 'sent', days: 0 }]);
  });

  it('tell the customer that the seller ended the authorization', async () => {
    const { ctx } = world;
    const telegram = testChannel('telegram');
    const by = { token: seller.token };
    const listed = await call(ctx, listAuthorizations, {}, by);
    const [row] = listed.body.data;
    ctx.clock.forward(3_600_000);
    await call(ctx, endAuthorization, { params: { id: row!.id }, body: {} }, by);
    await runReminderJobs(ctx, [telegram]);
    const [ended] = await messages('ended');
    expect(ended).toMatchObject({ state: 'sent' });
    expect(ended!.body).toContain('não renova mais sozinho e vale até 24/12/2026');
  });
});
