/**
 * Chats that users connected to an account or to a customer's line. An account receives its own
 * notices, and a line receives the messages about it. A bot cannot write first. A chat therefore
 * begins when the user opens a one-time link.
 */
import { createHash, randomBytes } from 'node:crypto';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import { findBot, type TelegramBot } from './bot.ts';

/** Account or line that receives messages in a chat. */
export type TelegramRecipient = { readonly accountId: number } | { readonly lineId: number };

export type EndReason = 'stopped' | 'blocked' | 'unreachable' | 'replaced' | 'removed';

const isRecipient = (recipient: TelegramRecipient): Sql =>
  'accountId' in recipient
    ? sql`account_id = ${recipient.accountId}`
    : sql`line_id = ${recipient.lineId}`;

const digestOf = (payload: string): Buffer => createHash('sha256').update(payload).digest();

interface Invitation {
  /** `https://t.me/bot?start=…`, valid once. */
  readonly url: string;
  readonly expiresAt: Date;
}

/**
 * Creates a one-time link. Returns undefined if the franchise has no bot. Earlier links become
 * invalid.
 */
export async function inviteToTelegram(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  input: {
    readonly franchiseId: number | null;
    readonly recipient: TelegramRecipient;
    readonly validMs: number;
  },
): Promise<Invitation | undefined> {
  const bot = await findBot(tx, input.franchiseId);
  if (!bot) return undefined;
  const { recipient } = input;
  const payload = randomBytes(24).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + input.validMs);
  await tx.run(
    sql`delete from telegram_invitations where ${isRecipient(recipient)} and used_at is null`,
  );
  await tx.run(sql`
    insert into telegram_invitations (digest, bot_id, account_id, line_id, expires_at)
    values (${digestOf(payload)}, ${bot.id}, ${'accountId' in recipient ? recipient.accountId : null},
      ${'lineId' in recipient ? recipient.lineId : null}, ${expiresAt})`);
  return { url: `https://t.me/${bot.username}?start=${payload}`, expiresAt };
}

/** Returns the chat of the recipient; undefined if no chat is connected. */
export const findChat = (
  reader: Reader,
  recipient: TelegramRecipient,
): Promise<{ readonly botId: number; readonly chatId: number } | undefined> =>
  reader.first(sql`
    select bot_id, chat_id from telegram_connections
    where ${isRecipient(recipient)} and ended_at is null`);

interface TelegramConnection {
  readonly botUsername: string;
  readonly connectedAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
}

/** Returns the current connection, or the last connection if none is current. */
export const findTelegramConnection = (
  reader: Reader,
  recipient: TelegramRecipient,
): Promise<TelegramConnection | undefined> =>
  reader.first(sql`
    select b.username as bot_username, c.connected_at, c.ended_at,
      c.end_reason
    from telegram_connections c join telegram_bots b on b.id = c.bot_id
    where ${isRecipient(recipient)} order by c.ended_at is not null, c.id desc limit 1`);

export const endTelegramConnection = (
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  recipient: TelegramRecipient,
  reason: EndReason,
): Promise<number> =>
  tx.run(sql`
    update telegram_connections set ended_at = ${clock.now()}, end_reason = ${reason}
    where ${isRecipient(recipient)} and ended_at is null`);

export async function endConnectionsOfChat(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  input: {
    readonly bot: TelegramBot;
    readonly chatId: number;
    readonly reason: EndReason;
  },
): Promise<void> {
  await db.tx((tx) =>
    tx.run(sql`
      update telegram_connections set ended_at = ${clock.now()}, end_reason = ${input.reason}
      where bot_id = ${input.bot.id} and chat_id = ${input.chatId} and ended_at is null`),
  );
}

/** Changes the id of a chat. If a chat with the new id already exists, nothing changes. */
export async function moveChat(
  { db }: Pick<AppContext, 'db'>,
  { bot, from, to }: { readonly bot: TelegramBot; readonly from: number; readonly to: number },
): Promise<void> {
  await db.tx((tx) =>
    tx.run(sql`
      update telegram_chats set chat_id = ${to}
      where bot_id = ${bot.id} and chat_id = ${from}
        and not exists (select from telegram_chats where bot_id = ${bot.id} and chat_id = ${to})`),
  );
}

/**
 * Consumes the invitation of this payload and returns its recipient. Returns undefined if the
 * invitation was used, has expired or never existed.
 */
export const claimInvitation = (
  tx: Tx,
  bot: TelegramBot,
  payload: string,
  now: Date,
): Promise<{ accountId: number | null; lineId: number | null } | undefined> =>
  tx.first(sql`
    update telegram_invitations set used_at = ${now}
    where digest = ${digestOf(payload)} and bot_id = ${bot.id} and used_at is null and expires_at > ${now}
    returning account_id, line_id`);
