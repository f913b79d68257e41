import type { Reader } from '../../foundation/database.ts';
import { findBot, findTelegramConnection } from '../../messaging/messaging.ts';

/**
 * Returns the bot that writes to a line's customer, and whether the customer opened a chat with it.
 */
export async function readCustomerChat(
  reader: Reader,
  lineId: number,
  franchiseId: number | null,
): Promise<{ bot: string | null; connected: boolean }> {
  const bot = await findBot(reader, franchiseId);
  const connection = await findTelegramConnection(reader, { lineId });
  return {
    bot: bot?.username ?? null,
    connected: connection?.endedAt === null && connection.botUsername === bot?.username,
  };
}
