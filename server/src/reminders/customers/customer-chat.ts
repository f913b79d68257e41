import type { Reader } from '../../foundation/database.ts';
import { findBot, findTelegramConnection } from '../../messaging/messaging.ts';

/** The bot by which a line's customer is written to, and whether it opened a chat. */
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
