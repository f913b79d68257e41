/** Chats of strangers with a bot and a WhatsApp number, against the doubles of both channels. */
import {
  getChannels,
  saveTelegramBot,
  saveWhatsappNumber,
  submitWhatsappTemplates,
} from '@ramal/contract/messaging';
import { playSandbox } from '@ramal/contract/payments/charges';
import { listRecharges } from '@ramal/contract/payments/recharges';
import { getSalesChats } from '@ramal/contract/storefront/sales-chats';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { startTelegram, type TelegramDouble } from '../../test/telegram.ts';
import {
  APP_SECRET,
  notificationOf,
  signNotification,
  startWhatsapp,
  WHATSAPP_TOKEN,
  type WhatsappDouble,
} from '../../test/whatsapp.ts';
import { couponSeller } from '../coupons/coupons.fixtures.ts';
import { pollUpdates } from '../messaging/telegram/poll-updates.ts';
import { findOwnBot } from '../messaging/telegram/bot.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { customerChats } from '../reminders/reminders.ts';
import { salesChatDelivery, salesChats } from './sales-chats.ts';

const PHONE_ID = '1055500042';
const WABA_ID = '2055500042';

export interface ChatHouse {
  readonly ctx: TestContext;
  readonly admin: Person;
  readonly telegram: TelegramDouble;
  readonly meta: WhatsappDouble;
  /** Path to which Meta sends. */
  readonly webhook: string;
  close(): Promise<void>;
}

export async function openChatHouse(): Promise<ChatHouse> {
  const telegram = await startTelegram(78_042);
  const meta = await startWhatsapp(PHONE_ID, WABA_ID);
  const ctx = await createTestContext({
    RAMAL_TELEGRAM_URL: telegram.url,
    RAMAL_WHATSAPP_URL: meta.url,
    RAMAL_CAPTCHA: 'off',
  });
  const admin = await person(ctx, { profile: 'admin', until: '2027-12-31T00:00:00Z' });
  const as = { token: admin.token };
  await call(ctx, saveTelegramBot, { body: { token: telegram.token } }, as);
  const number = {
    phone_number_id: PHONE_ID,
    waba_id: WABA_ID,
    token: WHATSAPP_TOKEN,
    app_secret: APP_SECRET,
    cost_cents: 9,
  };
  await call(ctx, saveWhatsappNumber, { body: number }, as);
  await call(ctx, submitWhatsappTemplates, { body: {} }, as);
  const { whatsapp } = (await call(ctx, getChannels, { query: {} }, as)).body;
  return {
    ctx,
    admin,
    telegram,
    meta,
    webhook: whatsapp!.webhook_path,
    close: async () => {
      await ctx.close();
      await telegram.close();
      await meta.close();
    },
  };
}

/** Resets the clock, the limits and the faults, and creates a seller. */
export async function prepareChatTest(house: ChatHouse): Promise<Person> {
  house.ctx.clock.set(TODAY);
  await house.ctx.owner.query('delete from rate_limits');
  house.meta.faults.length = 0;
  return chatSeller(house);
}

export const readRows = async <Row extends object>(
  { ctx }: ChatHouse,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await ctx.owner.query<Row>(text, values)).rows;

export const countLines = async (house: ChatHouse, { id }: Pick<Person, 'id'>): Promise<number> =>
  (await readRows(house, 'select from lines where owner_id = $1', [id])).length;

let sellers = 0;

/** Creates a seller with prices, portal credits and a page that serves in both channels. */
export async function chatSeller({ ctx, admin }: ChatHouse): Promise<Person> {
  const seller = await couponSeller(ctx, admin, '2027-12-31T00:00:00Z');
  await savePage(ctx, seller, { slug: `conversa-${(sellers += 1)}`, name: 'Marcelo TV' });
  return seller;
}

export async function savePage(
  ctx: TestContext,
  seller: Person,
  change: Record<string, unknown> = {},
): Promise<void> {
  const as = { token: seller.token };
  const { suggested } = (await call(ctx, getStorefront, {}, as)).body;
  const tests = { ...suggested.tests, ...(change['tests'] as object) };
  const body = { ...suggested, ...change, tests };
  const saved = await call(ctx, saveStorefront, { body }, as);
  if (saved.status !== 200) throw new Error(`page not saved: ${JSON.stringify(saved.body)}`);
}

/** Acts on the seller's newest charge at the test provider. */
export async function payNewest({ ctx }: ChatHouse, { token }: Person): Promise<void> {
  const { body } = await call(ctx, listRecharges, { body: {} }, { token });
  const { id } = body.recargas[0]!;
  await call(ctx, playSandbox, { params: { id }, body: { act: 'pay' } }, { token });
}

/** Changes the seller's portal credits, as if they were spent or bought. */
export async function setPortalCredits(
  { ctx }: ChatHouse,
  { id }: Person,
  balance: number,
): Promise<void> {
  await ctx.owner.query('alter table wallets disable trigger user');
  await ctx.owner.query(
    "update wallets set balance = $2 where account_id = $1 and kind = 'portal'",
    [id, balance],
  );
  await ctx.owner.query('alter table wallets enable trigger user');
}

export interface ShownReply {
  readonly text: string;
  readonly choices: readonly string[];
}

/** A person who writes by one of the channels. */
export interface Chatter {
  readonly channel: 'telegram' | 'whatsapp';
  readonly phone: string;
  /** Sends texts one after the other, before anything is answered. */
  send(...texts: string[]): Promise<void>;
  /** Sends a text and waits for the replies to it. */
  say(text: string): Promise<ShownReply[]>;
  /** Opens the seller's link. Telegram then also gets the own number. */
  open(seller: Person): Promise<ShownReply[]>;
  /** Works on all chats and returns the new replies to this person. */
  hear(): Promise<ShownReply[]>;
}

export const workOnChats = async ({ ctx }: ChatHouse): Promise<void> => {
  await ctx.owner.query("update telegram_chats set next_slot_at = now() - interval '1 hour'");
  await deliverDue(ctx, [salesChatDelivery]);
};

let people = 0;
const newPhone = (): string => `55119${String(60_000_000 + (people += 1))}`;

const linkOf = async (ctx: TestContext, seller: Person, channel: Chatter['channel']) => {
  const { body } = await call(ctx, getSalesChats, {}, { token: seller.token });
  return new URL(body.channels.find((row) => row.channel === channel)!.url!);
};

export function telegramChatter(house: ChatHouse, phone = newPhone()): Chatter {
  const { ctx, telegram } = house;
  const chatId = 7_000_000_000 + (people += 1);
  let read = 0;
  const hear = async () => {
    await workOnChats(house);
    const mine = telegram.messages.filter((message) => message.chatId === chatId);
    const fresh = mine.slice(read);
    read = mine.length;
    return fresh.map(({ text, keys }) => ({ text, choices: keys }));
  };
  const poll = async () => {
    const bot = (await findOwnBot(ctx.db, 0))!;
    await pollUpdates(ctx, bot, 0, { ...customerChats, sales: salesChats });
  };
  const send = async (...texts: string[]) => {
    for (const text of texts) telegram.write(chatId, text);
    await poll();
  };
  const say = async (text: string) => {
    await send(text);
    return hear();
  };
  return {
    channel: 'telegram',
    phone,
    hear,
    send,
    say,
    open: async (seller) => {
      const url = await linkOf(ctx, seller, 'telegram');
      const greeting = await say(`/start ${url.searchParams.get('start')}`);
      // The first act asks for the number.
      await say('Meu acesso');
      telegram.share(chatId, { phone: `+${phone}` });
      await poll();
      await hear();
      return greeting;
    },
  };
}

let messages = 0;

export interface WrittenByWhatsapp {
  readonly id?: string;
  /** Unix seconds; by default the current time. */
  readonly at?: number;
}

/** Sends a signed notification of Meta with one message and returns the status. */
export const notify = (
  house: ChatHouse,
  message: Record<string, unknown>,
  signature?: (body: string) => string,
): Promise<number> => post(house, { messages: [message] }, signature);

/** Reports that Meta did not deliver a message that it accepted, by default the newest. */
export function reportFailure(
  house: ChatHouse,
  code: number,
  { id, ownId, to } = house.meta.accepted.at(-1)!,
): Promise<number> {
  const status = {
    id,
    status: 'failed',
    timestamp: String(Math.floor(house.ctx.clock.now().getTime() / 1000)),
    recipient_id: to,
    biz_opaque_callback_data: ownId,
    errors: [{ code, title: 'failed', message: 'failed' }],
  };
  return post(house, { statuses: [status] });
}

async function post(
  { ctx, webhook }: ChatHouse,
  value: Parameters<typeof notificationOf>[1],
  signature = (body: string) => signNotification(body),
): Promise<number> {
  const body = notificationOf(PHONE_ID, value);
  const response = await ctx.server.inject({
    method: 'POST',
    url: webhook,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signature(body),
    },
    payload: body,
  });
  return response.statusCode;
}

export const toMessage = (
  { ctx }: ChatHouse,
  from: string,
  text: string,
  { id = `wamid.in.${(messages += 1)}`, at }: WrittenByWhatsapp = {},
) => ({
  id,
  from,
  timestamp: String(at ?? Math.floor(ctx.clock.now().getTime() / 1000)),
  type: 'text',
  text: { body: text },
});

export function whatsappChatter(house: ChatHouse, phone = newPhone()): Chatter {
  const { ctx, meta } = house;
  let read = 0;
  const hear = async () => {
    await workOnChats(house);
    const mine = meta.accepted.filter(({ to }) => to === phone);
    const fresh = mine.slice(read);
    read = mine.length;
    return fresh.map(({ text, choices }) => ({ text, choices }));
  };
  const send = async (...texts: string[]) => {
    for (const text of texts) await notify(house, toMessage(house, phone, text));
  };
  const say = async (text: string) => {
    await send(text);
    return hear();
  };
  return {
    channel: 'whatsapp',
    phone,
    hear,
    send,
    say,
    open: async (seller) => {
      const url = await linkOf(ctx, seller, 'whatsapp');
      return say(url.searchParams.get('text')!);
    },
  };
}

export const chatters = { telegram: telegramChatter, whatsapp: whatsappChatter } as const;
