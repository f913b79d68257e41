/** Tests the permission and the time to undo an act, and the messages that wait for it. */
import { extendIptvLine, switchIptvLine, trustIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { saveUndoChoices, undoAct, UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import { getProfile } from '@ramal/contract/sessions';
import { createWebhook } from '@ramal/contract/webhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type WebhookReceiver, ok, startReceiver } from '../../test/webhook-receiver.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { webhookDeliveries } from '../webhooks/webhooks.ts';

let ctx: TestContext;
let receiver: WebhookReceiver;
let parent: Person;
let seller: Person;
beforeAll(async () => {
  receiver = await startReceiver();
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  parent = await person(ctx, { grants: ['api.keys'], balance: 10_000, until: '2027-03-01' });
  seller = await person(ctx, {
    parent,
    grants: ['api.keys'],
    balance: 10_000,
    until: '2027-03-01',
  });
});
afterAll(async () => {
  await ctx.close();
  receiver.close();
});

const extend = (id: number, credits = 1, token = seller.token) =>
  call(ctx, extendIptvLine, { params: { id }, body: { credits } }, { token });
const undo = (id: string, by = seller) =>
  call(ctx, undoAct, { params: { id }, body: {} }, { token: by.token });

it('accepts the undo until 15 seconds after the act', async () => {
  const { id } = await line(ctx, seller);
  const late = (await extend(id)).body.undo_id!;
  ctx.clock.forward(UNDO_ACCEPTED_MS);
  expect((await undo(late)).body.code).toBe('undo_over');
  const early = (await extend(id)).body.undo_id!;
  ctx.clock.forward(UNDO_ACCEPTED_MS - 1);
  expect((await undo(early)).status).toBe(200);
});

it('lets only the account undo that performed the act', async () => {
  const { id } = await line(ctx, seller);
  const sellerAct = (await extend(id)).body.undo_id!;
  expect((await undo(sellerAct, parent)).body.code).toBe('undo_not_found');
  const above = (await extend(id, 1, parent.token)).body.undo_id!;
  expect((await undo(above)).body.code).toBe('undo_not_found');
  expect((await undo(above, parent)).body).toMatchObject({ message: 'Desfeito', balance: 100 });
});

it('refuses the undo after a later change of the line', async () => {
  const { id } = await line(ctx, seller);
  const first = (await extend(id)).body.undo_id!;
  const about = { params: { id }, body: {} };
  const second = (await call(ctx, trustIptvLine, about, { token: parent.token })).body.undo_id!;
  expect((await undo(first)).body).toMatchObject({
    code: 'undo_changed',
    message: 'Esta linha já mudou de novo. Nada foi desfeito.',
  });
  // After the later change is undone, nothing is in the way.
  expect((await undo(second, parent)).status).toBe(200);
  expect((await undo(first)).status).toBe(200);
});

it('offers no undo for more than ten credits and none to an API key', async () => {
  const { id } = await line(ctx, seller);
  expect((await extend(id, 10)).body.undo_id).toBeDefined();
  expect((await extend(id, 11)).body.undo_id).toBeUndefined();
  const { key } = await seedKey(ctx, seller, { scopes: ['lines:write'] });
  const reply = await extend(id, 1, key);
  expect([reply.status, reply.body.undo_id]).toEqual([200, undefined]);
});

it('shows the act and its undo in the history', async () => {
  const { id } = await line(ctx, seller);
  const about = { params: { id }, body: {} };
  const { body } = await call(ctx, switchIptvLine, about, { token: seller.token });
  await undo(body.undo_id!);
  const history = await call(ctx, getLineHistory, { params: { id } }, { token: seller.token });
  expect(history.body.data.slice(0, 2)).toMatchObject([
    { actor: seller.username, title: 'Desfeito', details: ['Linha desligada'] },
    { actor: seller.username, title: 'Linha desligada' },
  ]);
});

it('holds the webhooks of an act and sends none of an undone one', async () => {
  const { rows } = await ctx.owner.query<{ now: Date }>(`select now() + interval '1 hour' as now`);
  ctx.clock.set(rows[0]!.now.toISOString());
  const body = { url: receiver.url, events: ['line.renewed', 'credits.moved'] as never };
  const { key } = await seedKey(ctx, seller, { scopes: ['webhooks:write'] });
  expect((await call(ctx, createWebhook, { body }, { token: key })).status).toBe(200);
  receiver.answering = ok;
  const { id } = await line(ctx, seller);
  await deliverDue(ctx, webhookDeliveries);
  const types = () =>
    receiver.received.map(({ body: text }) => (JSON.parse(String(text)) as { type: string }).type);
  receiver.received = [];

  const undone = (await extend(id)).body.undo_id!;
  await deliverDue(ctx, webhookDeliveries);
  expect(types()).toEqual([]);
  await undo(undone);
  ctx.clock.forward(UNDO_ACCEPTED_MS);
  await deliverDue(ctx, webhookDeliveries);
  expect(types()).toEqual([]);

  await extend(id);
  ctx.clock.forward(UNDO_ACCEPTED_MS);
  await deliverDue(ctx, webhookDeliveries);
  expect(types().toSorted()).toEqual(['credits.moved', 'line.renewed']);
});

it('stores the acts that the account performs without a question', async () => {
  const as = { token: seller.token };
  expect((await call(ctx, getProfile, {}, as)).body.undo_acts).toEqual([]);
  const body = { acts: ['toggle', 'renew', 'renew'] as never };
  expect((await call(ctx, saveUndoChoices, { body }, as)).body.acts).toEqual(['renew', 'toggle']);
  expect((await call(ctx, getProfile, {}, as)).body.undo_acts).toEqual(['renew', 'toggle']);
  const other = await call(ctx, getProfile, {}, { token: parent.token });
  expect(other.body.undo_acts).toEqual([]);
});
