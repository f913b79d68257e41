/** Finds the seller of a chat. Several sellers of a franchise share one bot and one number. */
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import {
  type ChatReceiver,
  findBot,
  findNumber,
  type ReceivedMessage,
} from '../messaging/messaging.ts';
import { hasTrustedNumber } from '../coupons/coupons.ts';
import { findAccountByPublicId } from '../offers/offers.ts';

/** True if the account's customers write to this bot or number. */
async function usesReceiver(
  reader: Reader,
  { channel, id }: ChatReceiver,
  accountId: number,
): Promise<boolean> {
  const account = await reader.first<{ franchiseId: number | null }>(
    sql`select id_franchise as franchise_id from accounts where id = ${accountId} and deleted_at is null`,
  );
  if (!account) return false;
  const find = channel === 'telegram' ? findBot : findNumber;
  return (await find(reader, account.franchiseId))?.id === id;
}

/** Returns the account that a link names. */
export async function findLinkedSeller(
  reader: Reader,
  receiver: ChatReceiver,
  publicId: string,
): Promise<number | undefined> {
  const accountId = await findAccountByPublicId(reader, publicId);
  const isServed = accountId !== undefined && (await usesReceiver(reader, receiver, accountId));
  return isServed ? accountId : undefined;
}

/** True if the account sells by this channel now. */
export async function sellsBy(
  reader: Reader,
  receiver: ChatReceiver,
  accountId: number,
): Promise<boolean> {
  const page = await reader.first(sql`
    select from storefronts
    where account_id = ${accountId} and is_online and (channels ->> ${receiver.channel})::boolean`);
  return page !== undefined && usesReceiver(reader, receiver, accountId);
}

/** Maximum number of sellers of one person that are tried. */
const MAX_TRIED = 5;

/**
 * Returns the seller of a customer who writes without a link. The seller owns the newest line of the
 * proved number, or the line that is connected to the Telegram chat. An official line comes before a
 * test, and a test whose number a stranger only typed does not count.
 */
export async function findOwnSeller(
  reader: Reader,
  { receiver, address, phone }: ReceivedMessage,
): Promise<number | undefined> {
  const lines =
    receiver.channel === 'telegram'
      ? sql`l.id in (
          select line_id from telegram_connections
          where bot_id = ${receiver.id} and chat_id = ${address}::bigint and ended_at is null)`
      : sql`l.whatsapp = ${phone ?? null}`;
  const owners = await reader.many<{ id: number }>(sql`
    select l.owner_id as id from lines l
    where ${lines} and l.deleted_at is null and (not l.is_trial or ${hasTrustedNumber(sql`l`)})
    group by l.owner_id order by bool_or(not l.is_trial) desc, max(l.id) desc limit ${MAX_TRIED}`);
  for (const { id } of owners) if (await sellsBy(reader, receiver, id)) return id;
  return undefined;
}
