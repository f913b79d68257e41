/**
 * Tests Telegram with a double of its Bot API (server/test/telegram.ts): connecting, sending,
 * stopping.
 */
import {
  connectTelegram,
  disconnectTelegram,
  findTelegramBot,
  getChannels,
  getOwnTelegram,
  getTelegramState,
  removeTelegramBot,
  saveTelegramBot,
  sendTestTelegram,
} from '@ramal/contract/messaging';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../test/context.ts';
import { type ChatScript, startTelegram, type TelegramDouble } from '../../../test/telegram.ts';
import { findOwnBot } from './bot.ts';
import { inviteToTelegram } from './connections.ts';
import { pollUpdates, readTelegram } from './poll-updates.ts';
import { sendTelegram } from './send-telegram.ts';

let ctx: TestContext;
let telegram: TelegramDouble;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  telegram = await startTelegram();
  ctx = await createTestContext({ RAMAL_TELEGRAM_URL: telegram.url });
  admin = await person(ctx, { profile: 'admin', until: '2026-12-31T00:00:00Z' });
  seller = await person(ctx, { balance: 1000, until: '2026-12-31T00:00:00Z' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate telegram_chats, telegram_invitations cascade');
  telegram.messages.length = 0;
  Object.assign(telegram, { revoked: false, readElsewhere: false, webhook: undefined });
  await saveBot();
});
afterAll(async () => {
  await ctx.close();
  await telegram.close();
});

const saveBot = (body: Record<string, unknown> = {}) =>
  call(ctx, saveTelegramBot, { body: { token: telegram.token, ...body } }, { token: admin.token });
const readOwnTelegram = async () =>
  (await call(ctx, getOwnTelegram, {}, { token: seller.token })).body;
const bot = async () => (await findOwnBot(ctx.db, 0))!;
const poll = async () => pollUpdates(ctx, await bot(), 0);
const words = () => telegram.messages.map(({ text }) => text);

const noCustomers = {
  stopped: async () => {},
  connected: async () => {},
  replied: async () => {},
};

/** Each test has its own chats, because a chat accepts one message a second. */
let lastChat = 5_000_000_000;
const newChat = () => (lastChat += 1);

async function link(): Promise<string> {
  const { body } = await call(ctx, connectTelegram, {}, { token: seller.token });
  return /start=([\w-]+)$/.exec(body.url)![1]!;
}

async function connected(): Promise<number> {
  const chat = newChat();
  telegram.write(chat, `/start ${await link()}`);
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: true });
  telegram.messages.length = 0;
  return chat;
}

const send = (text = 'Nova resposta', more = {}) =>
  sendTelegram(ctx, { accountId: seller.id }, { text, ...more }, AbortSignal.timeout(20_000));

it('shows the bot of a token before it is saved and never returns the token', async () => {
  const result = await call(
    ctx,
    findTelegramBot,
    { body: { token: telegram.token } },
    { token: admin.token },
  );
  expect(result.body).toEqual({ username: telegram.username, name: 'Avisos da Ramal' });
  const { body } = await call(ctx, getChannels, {}, { token: admin.token });
  expect(body.telegram).toMatchObject({ username: telegram.username, polled: true, connected: 0 });
  expect(JSON.stringify(body)).not.toContain(telegram.token);
  const { rows } = await ctx.owner.query('select sealed_token from telegram_bots');
  expect((rows[0] as { sealed_token: Buffer }).sealed_token.includes(telegram.token)).toBe(false);
});

it('refuses an unknown token and keeps the earlier bot', async () => {
  const refused = await saveBot({ token: '1:AAAAAAAAAAAAAAAAAAAA' });
  expect([refused.status, refused.body.code]).toEqual([422, 'telegram_token_refused']);
  expect((await bot()).username).toBe(telegram.username);
});

it('connects an account by a link that is valid once and for 15 minutes', async () => {
  const payload = await link();
  expect(payload.length).toBeGreaterThanOrEqual(22);
  const [first, second] = [newChat(), newChat()];
  telegram.write(first, `/start ${payload}`);
  telegram.write(second, `/start ${payload}`);
  await poll();
  expect(words()).toEqual([
    'Conectado: os avisos chegam por aqui. Para parar, envie /stop.',
    'Este link já foi usado ou venceu. Peça outro no painel ou no portal.',
  ]);
  expect(await readOwnTelegram()).toMatchObject({ connected: true, bot: telegram.username });
  expect(await send()).toMatchObject({
    state: 'sent',
    reference: expect.stringMatching(`^${first}:`) as string,
  });

  const late = await link();
  ctx.clock.forward(16 * 60_000);
  telegram.write(newChat(), `/start ${late}`);
  await poll();
  expect(words().at(-1)).toContain('venceu');
});

it('invalidates the earlier link when another is requested', async () => {
  const old = await link();
  await link();
  telegram.write(newChat(), `/start ${old}`);
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: false });
});

it('connects no group because every member would read the messages', async () => {
  telegram.write(-100_123, `/start ${await link()}`, 'supergroup');
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: false });
  expect(words()).toEqual([]);
});

it('connects a customer’s line separately from its seller', async () => {
  const { id } = await line(ctx, seller);
  const recipient = { lineId: id };
  const invitation = await ctx.db.tx((tx) =>
    inviteToTelegram(ctx, tx, { franchiseId: null, recipient, validMs: 60_000 }),
  );
  const chat = newChat();
  telegram.write(chat, `/start ${invitation!.url.split('start=')[1]}`);
  await poll();
  telegram.messages.length = 0;
  const button = { label: 'Renovar', url: 'https://portal.example/' };
  await sendTelegram(
    ctx,
    recipient,
    { text: 'Vence <amanhã> & *hoje*_', button },
    AbortSignal.timeout(20_000),
  );
  expect(telegram.messages).toEqual([
    {
      chatId: chat,
      text: 'Vence <amanhã> & *hoje*_',
      button: { text: 'Renovar', url: button.url },
      keys: [],
    },
  ]);
  expect(await send()).toMatchObject({ state: 'failed', reason: 'O Telegram não está conectado.' });
});

it('disconnects after /stop or a block and reconnects only after the block ends', async () => {
  const chat = await connected();
  telegram.block(chat);
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: false, end_reason: 'blocked' });
  telegram.unblock(chat);
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: true });
  telegram.write(chat, '/stop');
  telegram.block(chat);
  telegram.unblock(chat);
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: false, end_reason: 'stopped' });
});

it('keeps the person’s last action for repeated updates in any order', async () => {
  const chat = newChat();
  const updates = [telegram.write(chat, '/stop'), telegram.write(chat, `/start ${await link()}`)];
  const hooked = await webhook();
  for (const update of [updates[1], updates[0], updates[1], updates[0]]) await hooked(update!);
  expect(await readOwnTelegram()).toMatchObject({ connected: true });
  const stop = telegram.write(chat, '/stop');
  const again = telegram.write(chat, `/start ${await link()}`);
  const end = telegram.write(chat, '/stop');
  for (const update of [end, again, stop, end]) await hooked(update);
  expect(await readOwnTelegram()).toMatchObject({ connected: false, end_reason: 'stopped' });
});

/** Sends an update to the webhook address that the bot received. */
async function webhook() {
  const { rows } = await ctx.owner.query<{ path_key: string }>(
    'select path_key from telegram_bots',
  );
  const secret = ctx.secrets.sign('telegram-webhook', rows[0]!.path_key);
  return (update: object, sent: string | undefined = secret) =>
    ctx.server.inject({
      method: 'POST',
      url: `/api/telegram-updates/${rows[0]!.path_key}`,
      headers: sent === undefined ? {} : { 'x-telegram-bot-api-secret-token': sent },
      payload: update,
    });
}

it('accepts updates only with the webhook secret and answers without a body', async () => {
  const hooked = await webhook();
  const chat = newChat();
  const update = telegram.write(chat, `/start ${await link()}`);
  for (const secret of ['', 'x', 'y'.repeat(22)])
    expect((await hooked(update, secret)).statusCode).toBe(401);
  const url = '/api/telegram-updates/unknown';
  expect((await ctx.server.inject({ method: 'POST', url, payload: update })).statusCode).toBe(404);
  expect(await readOwnTelegram()).toMatchObject({ connected: false });
  const taken = await hooked(update);
  expect([taken.statusCode, taken.body]).toEqual([200, '']);
  expect(await readOwnTelegram()).toMatchObject({ connected: true });
  // The response is 200, so that Telegram does not repeat an unreadable update.
  expect((await hooked({ update_id: 'x' })).statusCode).toBe(200);
  expect((await hooked({ update_id: 9, message: { chat: 'no' } })).statusCode).toBe(200);
});

it.each<[ChatScript, object, object]>([
  ['blocked', { state: 'failed' }, { connected: false, end_reason: 'unreachable' }],
  ['deactivated', { state: 'failed' }, { connected: false, end_reason: 'unreachable' }],
  ['not-found', { state: 'failed' }, { connected: false, end_reason: 'unreachable' }],
  ['not-allowed', { state: 'failed' }, { connected: false, end_reason: 'unreachable' }],
  ['no-text', { state: 'failed' }, { connected: true }],
  ['broken', { state: 'retry' }, { connected: true }],
  [{ wait: 3 }, { state: 'retry', afterMs: 3_000, pause: { untilMs: 3_000 } }, { connected: true }],
  ['silence', { state: 'unknown' }, { connected: true }],
  ['accepted-in-silence', { state: 'unknown' }, { connected: true }],
])('interprets the answer %j of a chat', async (script, outcome, after) => {
  telegram.script(await connected(), script);
  expect(await send()).toMatchObject(outcome);
  expect(await readOwnTelegram()).toMatchObject(after);
});

it('follows a chat to its new number and writes there once', async () => {
  const chat = await connected();
  const moved = newChat();
  telegram.script(chat, { movedTo: moved });
  expect(await send()).toMatchObject({ state: 'sent' });
  expect(telegram.messages.map(({ chatId }) => chatId)).toEqual([moved]);
});

it('stops the queue and shows the fault after the token was revoked', async () => {
  await connected();
  telegram.revoked = true;
  expect(await send()).toMatchObject({ state: 'retry', pause: { untilMs: 3_600_000 } });
  expect((await bot()).fault).toContain('token');
  telegram.revoked = false;
  await saveBot();
  expect((await bot()).fault).toBeNull();
  expect(await readOwnTelegram()).toMatchObject({ connected: true });
});

it('shows another reader of the bot until the bot can be read', async () => {
  await connected();
  telegram.readElsewhere = true;
  await readTelegram(noCustomers).work(ctx, {});
  expect((await bot()).fault).toContain('Outro programa');
  expect(await send()).toMatchObject({ state: 'sent' });
  expect((await bot()).fault).toContain('Outro programa');
  telegram.readElsewhere = false;
  await poll();
  expect(await bot()).toMatchObject({ fault: null, faultAt: null });
});

it.each<[string, () => Promise<unknown>]>([
  ['reading', () => poll()],
  ['a message', () => send()],
  ['a look at its state', () => call(ctx, getTelegramState, {}, { token: admin.token })],
])('clears the fault of a token after %s', async (_by, prove) => {
  await connected();
  telegram.revoked = true;
  await send();
  await readTelegram(noCustomers).work(ctx, {});
  expect((await bot()).fault).toContain('token');
  telegram.revoked = false;
  await ctx.owner.query("update telegram_chats set next_slot_at = now() - interval '1 hour'");
  await prove();
  expect((await bot()).fault).toBeNull();
});

it('tries again without an answer and shortens a text that is too long', async () => {
  const chat = await connected();
  await send('á'.repeat(5_000));
  expect(telegram.messages[0]!.text).toHaveLength(4_096);
  expect(telegram.messages[0]!.chatId).toBe(chat);
  const gone = await startTelegram(1);
  await gone.close();
  const away = { ...ctx, config: { ...ctx.config, telegramUrl: gone.url } };
  expect(
    await sendTelegram(away, { accountId: seller.id }, { text: 'x' }, AbortSignal.timeout(9_000)),
  ).toMatchObject({ state: 'retry' });
});

it('writes once a second to a chat with many waiting messages', async () => {
  await connected();
  await Promise.all(['a', 'b', 'c'].map((text) => send(text)));
  expect(words().toSorted()).toEqual(['a', 'b', 'c']);
  expect(telegram.faults).toEqual([]);
});

it('reads a bot in one process and reads its updates again after it died', async () => {
  const chat = newChat();
  telegram.write(chat, `/start ${await link()}`);
  expect(await poll()).toBe(1);
  expect(await poll()).toBe(0);
  await ctx.owner.query('update telegram_bots set next_update_id = null');
  telegram.write(chat, 'oi');
  await poll();
  expect(words().filter((text) => text.startsWith('Conectado'))).toHaveLength(1);
  expect(words().at(-1)).toContain('só chegam avisos');

  const holder = await ctx.owner.connect();
  await holder.query('begin');
  await holder.query("select pg_advisory_xact_lock(hashtext('telegram-updates'), $1)", [
    (await bot()).id,
  ]);
  telegram.write(chat, 'oi?');
  expect(await poll()).toBeUndefined();
  await holder.query('rollback');
  holder.release();
  expect(await poll()).toBe(1);
});

it('shows the state of the bot and sends a test and disconnects', async () => {
  const state = await call(ctx, getTelegramState, {}, { token: admin.token });
  expect(state.body).toMatchObject({ last_error: expect.stringContaining('503') as string });
  const test = () => call(ctx, sendTestTelegram, {}, { token: seller.token });
  expect((await test()).status).toBe(403);
  const early = await call(ctx, sendTestTelegram, {}, { token: admin.token });
  expect(early.body.code).toBe('telegram_not_connected');

  await connected();
  await call(ctx, disconnectTelegram, {}, { token: seller.token });
  expect(await readOwnTelegram()).toMatchObject({ connected: false, end_reason: 'removed' });
  await connected();
  await call(ctx, removeTelegramBot, { query: {} }, { token: admin.token });
  expect(telegram.calls.at(-1)).toBe('deleteWebhook');
  expect(await readOwnTelegram()).toMatchObject({ connected: false, bot: null });
  expect((await call(ctx, connectTelegram, {}, { token: seller.token })).body.code).toBe(
    'channel_missing',
  );
});

it('answers only a few of many messages and still processes a stop', async () => {
  const chat = await connected();
  const flood = newChat();
  const replies = () => telegram.messages.filter(({ chatId }) => chatId === flood).length;
  telegram.write(flood, 'oi');
  await poll();
  expect(replies()).toBe(1);
  // The next slot of this chat is in an hour, so no reply can wait for it, even on a slow machine.
  await ctx.owner.query(
    "update telegram_chats set next_slot_at = now() + interval '1 hour' where chat_id = $1",
    [flood],
  );
  for (let n = 0; n < 40; n += 1) telegram.write(flood, `oi ${n}`);
  telegram.write(chat, '/stop');
  await poll();
  expect(await readOwnTelegram()).toMatchObject({ connected: false });
  expect(replies()).toBe(1);
});
