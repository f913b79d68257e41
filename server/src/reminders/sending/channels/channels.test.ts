/** Tests the automatic channels with simulated services that answer late, twice or never. */
import { getReminders } from '@ramal/contract/reminders/reminders';
import {
  getLineReminders,
  inviteCustomerToTelegram,
  saveLineReminders,
} from '@ramal/contract/reminders/customers';
import { saveMailRelay, saveTelegramBot } from '@ramal/contract/messaging';
import { deleteWebhook } from '@ramal/contract/webhooks';
import { UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../../test/context.ts';
import { type MailRelayDouble, startMailRelay } from '../../../../test/mail-relay.ts';
import { type ChatScript, startTelegram, type TelegramDouble } from '../../../../test/telegram.ts';
import { findOwnBot } from '../../../messaging/telegram/bot.ts';
import { pollUpdates } from '../../../messaging/telegram/poll-updates.ts';
import { deliverDue } from '../../../outbox/outbox.ts';
import { deleteOldRows } from '../../../retention/retention.ts';
import { customerChats } from '../../customers/telegram.ts';
import { planReminders } from '../../planning/plan-reminders.ts';
import { signWebhook } from '../../../webhooks/sign.ts';
import {
  emptyReminders,
  createExpiringLine,
  remindingSeller,
  readReminderRows,
  switchChannels,
} from '../../reminders.fixtures.ts';
import { dispatchReminders } from '../dispatch-reminders.ts';
import { reminderDeliveries, reminderSenders } from '../senders.ts';

let ctx: TestContext;
let telegram: TelegramDouble;
let relay: MailRelayDouble;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  telegram = await startTelegram();
  relay = await startMailRelay();
  ctx = await createTestContext({
    RAMAL_TELEGRAM_URL: telegram.url,
    RAMAL_PRIVATE_ORIGINS: '127.0.0.1',
  });
  admin = await person(ctx, { profile: 'admin', until: '2027-12-31T00:00:00Z' });
});
afterAll(async () => {
  await ctx.close();
  await telegram.close();
  await relay.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await emptyReminders(
    ctx,
    'telegram_chats',
    'telegram_invitations',
    'mail_relays',
    'email_suppressions',
  );
  telegram.messages.length = 0;
  relay.taken.length = 0;
  Object.assign(telegram, { revoked: false });
  await call(ctx, saveTelegramBot, { body: { token: telegram.token } }, { token: admin.token });
  seller = await remindingSeller(ctx, [
    { channel: 'hand' },
    { channel: 'telegram' },
    { channel: 'email' },
  ]);
  ctx.clock.set('2026-11-24T11:40:00Z');
  await minute();
  ctx.clock.set('2026-11-24T13:00:00Z');
});

async function minute(): Promise<void> {
  await planReminders(ctx);
  await dispatchReminders(ctx, reminderSenders);
  await deliverDue(ctx, reminderDeliveries);
}
const as = () => ({ token: seller.token });
const about = async (id: number) =>
  (await call(ctx, getLineReminders, { params: { id } }, as())).body;
const outcomes = async () =>
  (await readReminderRows(ctx, seller)).map(({ line, state, channel, reason }) => [
    line,
    state,
    channel ?? reason,
  ]);
const poll = async () => pollUpdates(ctx, (await findOwnBot(ctx.db, 0))!, 0, customerChats);

let lastChat = 6_000_000_000;
/** Simulates a customer who opens the link of its seller. Returns the chat. */
async function connect(id: number): Promise<number> {
  const { body } = await call(ctx, inviteCustomerToTelegram, { params: { id }, body: {} }, as());
  expect(body.message).toContain(body.url);
  const chat = (lastChat += 1);
  telegram.write(chat, `/start ${body.url.split('start=')[1]}`);
  await poll();
  telegram.messages.length = 0;
  await ctx.owner.query("update telegram_chats set next_slot_at = now() - interval '1 hour'");
  return chat;
}
/** Messages about the line wait until the change can no longer be undone. */
async function saveEmail(id: number, email: string): Promise<void> {
  await call(ctx, saveLineReminders, { params: { id }, body: { email } }, as());
  ctx.clock.forward(UNDO_ACCEPTED_MS);
}
const useRelay = () =>
  call(
    ctx,
    saveMailRelay,
    {
      body: {
        host: '127.0.0.1',
        port: relay.port,
        security: 'none',
        username: '',
        from_address: 'avisos@marca.example',
        from_name: 'Marca',
      },
    },
    { token: admin.token },
  );

describe('Telegram', () => {
  it('sends the planned text by Telegram to customers who opened their link', async () => {
    const [id, other] = [
      await createExpiringLine(ctx, seller, 1),
      await createExpiringLine(ctx, seller, 1),
    ];
    expect(await about(id)).toMatchObject({
      telegram: { bot: telegram.username, connected: false },
    });
    const chat = await connect(id);
    expect(await about(id)).toMatchObject({ telegram: { connected: true } });
    await minute();
    await minute();
    expect(telegram.messages.map(({ chatId, text }) => [chatId, text])).toEqual([
      [chat, 'Oi, Dona Célia! Passando para lembrar: sua assinatura vence amanhã às 10:00.'],
    ]);
    expect(await outcomes()).toEqual([
      [id, 'sent', 'telegram'],
      [other, 'planned', null],
    ]);
  });

  it.each(['parar', 'Parar.', '/stop'])(
    'stops the reminders of every channel after the reply «%s»',
    async (word) => {
      const id = await createExpiringLine(ctx, seller, 1);
      const chat = await connect(id);
      telegram.write(chat, word);
      await poll();
      expect((await about(id)).stopped).toMatchObject({ by: 'telegram' });
      await minute();
      expect(telegram.messages.filter(({ text }) => text.includes('vence'))).toEqual([]);
      expect(await outcomes()).toEqual([]);
      await connect(id);
      expect((await about(id)).stopped).toBeNull();
    },
  );

  // Only a stop ends the reminders; the seller reads every other reply.
  it('shows the seller a text that is no stop and continues the reminders', async () => {
    const id = await createExpiringLine(ctx, seller, 1);
    const chat = await connect(id);
    for (const text of ['para quando vence?', '/ajuda']) telegram.write(chat, text);
    await poll();
    expect(await about(id)).toMatchObject({
      stopped: null,
      replies: [{ channel: 'telegram', text: 'para quando vence?' }],
    });
    for (let number = 1; number <= 12; number += 1) telegram.write(chat, `mensagem ${number}`);
    await poll();
    const texts = (await about(id)).replies.map(({ text }) => text);
    expect(texts).toEqual(Array.from({ length: 10 }, (_, at) => `mensagem ${12 - at}`));
    ctx.clock.forward(31 * 86_400_000);
    await deleteOldRows(ctx, 'day');
    expect((await about(id)).replies).toEqual([]);
  });

  it.each<[ChatScript[], string, number]>([
    [['blocked'], 'planned', 0],
    [['deactivated'], 'planned', 0],
    [['not-found'], 'planned', 0],
    [['accepted-in-silence'], 'unknown', 1],
    [['broken', 'broken'], 'sent', 1],
    [[{ wait: 3 }], 'sent', 1],
  ])('interprets the answer %j: %s', async (scripts, state, taken) => {
    const id = await createExpiringLine(ctx, seller, 1);
    const chat = await connect(id);
    telegram.script(chat, ...scripts);
    for (let turn = 0; turn < 5; turn += 1) {
      await minute();
      ctx.clock.forward(10 * 60_000);
      await ctx.owner.query("update telegram_chats set next_slot_at = now() - interval '1 hour'");
    }
    expect((await outcomes())[0]!.slice(0, 2)).toEqual([id, state]);
    expect(telegram.messages).toHaveLength(taken);
  });
});

describe('E-mail', () => {
  it('sends e-mail in the seller’s name with a link that stops it', async () => {
    await useRelay();
    const id = await createExpiringLine(ctx, seller, 1);
    await saveEmail(id, 'celia@cliente.example');
    await minute();
    expect(await outcomes()).toEqual([[id, 'sent', 'email']]);
    expect(relay.taken).toHaveLength(1);
    const { raw, to } = relay.taken[0]!;
    expect(to).toEqual(['celia@cliente.example']);
    const url = /^List-Unsubscribe: <([^>]+)>/m.exec(raw)![1]!;
    const path = new URL(url).pathname;
    const page = await ctx.server.inject({ method: 'GET', url: path });
    expect([page.statusCode, (await about(id)).stopped]).toEqual([200, null]);
    const done = await ctx.server.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([done.statusCode, (await about(id)).stopped]).toEqual([
      200,
      { by: 'email', at: expect.any(Number) },
    ]);
    const forged = await ctx.server.inject({
      method: 'POST',
      url: path.replace(`/${id}.`, `/${id + 1}.`),
    });
    expect(forged.statusCode).toBe(404);
  });

  it('changes nothing when the link is opened and resumes by the button of the page', async () => {
    await useRelay();
    const id = await createExpiringLine(ctx, seller, 1);
    await saveEmail(id, 'celia@cliente.example');
    await minute();
    const url = /^List-Unsubscribe: <([^>]+)>/m.exec(relay.taken[0]!.raw)![1]!;
    const { pathname } = new URL(url);
    const ask = (method: 'GET' | 'POST', path: string) => ctx.server.inject({ method, url: path });
    const stopped = async () => (await about(id)).stopped !== null;
    const page = await ask('POST', pathname);
    const back = /action="([^"]+)"><button class="back">Voltar a receber</.exec(page.body)![1]!;
    expect([back, await stopped()]).toEqual([`${pathname}/voltar`, true]);
    const opened = await ask('GET', back);
    expect([opened.statusCode, opened.headers.location, await stopped()]).toEqual([
      303,
      pathname,
      true,
    ]);
    expect((await ask('GET', pathname)).body).toContain('Voltar a receber');
    const forged = back.replace(`/${id}.`, `/${id + 1}.`);
    expect([(await ask('POST', forged)).statusCode, await stopped()]).toEqual([404, true]);
    expect([(await ask('POST', back)).statusCode, await stopped()]).toEqual([200, false]);
    expect([(await ask('POST', back)).statusCode, await stopped()]).toEqual([200, false]);
    expect((await ask('GET', pathname)).body).toContain('Parar os lembretes?');
    const { rows: events } = await ctx.owner.query(
      "select kind from events where line_id = $1 and kind like 'line-reminders-%' order by id",
      [id],
    );
    expect(events.slice(-2)).toEqual([
      { kind: 'line-reminders-stopped' },
      { kind: 'line-reminders-resumed' },
    ]);
  });

  it('sends the reminder by the next channel if the address is dead', async () => {
    await useRelay();
    const id = await createExpiringLine(ctx, seller, 1);
    await saveEmail(id, 'gone@cliente.example');
    await minute();
    await minute();
    expect(await outcomes()).toEqual([[id, 'planned', null]]);
    const { channels } = (await call(ctx, getReminders, {}, as())).body;
    expect(channels.find(({ channel }) => channel === 'email')).toMatchObject({
      reach: 0,
      problem: null,
    });
  });
});

describe('Webhook', () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  let answering: (response: ServerResponse) => void;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      answering(response);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  async function listening(): Promise<string> {
    received.length = 0;
    await ctx.owner.query(
      `insert into account_grants (account_id, name) values ($1, 'api.keys') on conflict do nothing`,
      [seller.id],
    );
    await switchChannels(ctx, seller, [{ channel: 'hand' }, { channel: 'webhook' }]);
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await ctx.owner.query(
      `insert into webhook_endpoints (account_id, url, events, expiring_days, low_credits, sealed_secret, created_at)
       values ($1, $2, '{reminder.due}', 3, 0, $3, now())`,
      [
        seller.id,
        `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
        ctx.secrets.encrypt('webhook-secret', secret),
      ],
    );
    return secret;
  }

  it('sends each reminder once and signed to the webhook with text and number', async () => {
    const secret = await listening();
    answering = (response) => void response.writeHead(204).end();
    const id = await createExpiringLine(ctx, seller, 1);
    await minute();
    await minute();
    expect(await outcomes()).toEqual([[id, 'sent', 'webhook']]);
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    const [messageId, timestamp] = [headers['webhook-id']!, Number(headers['webhook-timestamp'])];
    expect(headers['webhook-signature']).toBe(
      signWebhook(secret, { id: messageId, timestamp, body }),
    );
    expect(JSON.parse(body)).toMatchObject({
      type: 'reminder.due',
      data: {
        line: { id },
        reminder: {
          kind: 'due',
          days: -1,
          whatsapp: '5511955550142',
          text: expect.stringContaining('vence amanhã') as string,
        },
      },
    });
  });

  it('switches off a webhook that answers 410 and uses the next channel', async () => {
    await listening();
    answering = (response) => void response.writeHead(410).end();
    const id = await createExpiringLine(ctx, seller, 1);
    await minute();
    expect(await outcomes()).toEqual([[id, 'planned', null]]);
    const { rows: endpoints } = await ctx.owner.query<{ off: string }>(
      'select off_reason as off from webhook_endpoints where account_id = $1 and off_at is not null',
      [seller.id],
    );
    expect(endpoints.map(({ off }) => off)).toEqual([
      'O endereço respondeu 410: não quer mais receber.',
    ]);
    await createExpiringLine(ctx, seller, 1);
    ctx.clock.forward(20 * 60_000);
    await minute();
    expect(received).toHaveLength(1);
  });

  it('uses the next channel for waiting reminders of a removed webhook', async () => {
    await listening();
    answering = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
    const id = await createExpiringLine(ctx, seller, 1);
    await minute();
    expect(await outcomes()).toEqual([[id, 'queued', 'webhook']]);
    const { rows: endpoints } = await ctx.owner.query<{ id: number }>(
      'select id::int from webhook_endpoints where account_id = $1',
      [seller.id],
    );
    const params = { id: endpoints[0]!.id };
    expect((await call(ctx, deleteWebhook, { params }, as())).status).toBe(200);
    await minute();
    expect(await outcomes()).toEqual([[id, 'planned', null]]);
  });

  it('repeats a webhook after a refused connection but not after a broken one', async () => {
    await listening();
    answering = (response) => void response.destroy();
    const id = await createExpiringLine(ctx, seller, 1);
    await minute();
    await minute();
    expect([await outcomes(), received.length]).toEqual([[[id, 'unknown', 'webhook']], 1]);
    const later = await createExpiringLine(ctx, seller, 3);
    answering = (response) => void response.writeHead(500).end();
    ctx.clock.forward(20 * 60_000);
    await minute();
    answering = (response) => void response.writeHead(200).end();
    ctx.clock.forward(20 * 60_000);
    await minute();
    expect((await outcomes())[1]).toEqual([later, 'sent', 'webhook']);
    expect(new Set(received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});

it('reports which channels are ready', async () => {
  await ctx.owner.query('truncate telegram_bots cascade');
  const { channels } = (await call(ctx, getReminders, {}, as())).body;
  const problemOf = (channel: string) =>
    channels.find((entry) => entry.channel === channel)?.problem;
  expect(problemOf('hand')).toBeNull();
  expect(problemOf('telegram')).toContain('Ainda não há um robô');
  expect(problemOf('webhook')).toContain('Adicione em Webhooks');
  expect(problemOf('whatsapp')).toContain('Ainda não há um número');
  expect(problemOf('email')).toContain('ainda não está configurado');
});
