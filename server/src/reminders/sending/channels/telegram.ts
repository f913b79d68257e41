/** Sends reminders by the brand's bot to customers who connected their line to it. */
import sql from 'sql-template-tag';
import {
  selectBotId,
  findBot,
  sendTelegram,
  telegramQueueOf,
} from '../../../messaging/messaging.ts';
import type { ReminderSender } from '../sender.ts';

export const telegramSender: ReminderSender = {
  channel: 'telegram',
  state: async ({ db }, { idFranchise }) => {
    const bot = await findBot(db, idFranchise);
    return {
      problem: bot
        ? bot.fault
        : 'Ainda não há um robô do Telegram. Peça à administração para cadastrar um.',
      by: bot ? `@${bot.username}` : null,
      costCents: 0,
      queue: bot ? telegramQueueOf(bot) : 'telegram',
    };
  },
  // A chat works only with the bot that opened it, so only chats of this bot count.
  reachableCondition: (_ctx, { idFranchise }) => sql`exists (select from telegram_connections c
    where c.line_id = l.id and c.ended_at is null and c.bot_id = ${selectBotId(idFranchise)})`,
  send: (ctx, { lineId, body }, _delivery, signal) =>
    sendTelegram(ctx, { lineId }, { text: body }, signal),
};
