/** Erases Telegram chats that no longer receive messages, and the names of their users. */
import sql, { type Sql } from 'sql-template-tag';

export const eraseConnections = (which: Sql): Sql => sql`
  with gone as (delete from telegram_connections where ${which} returning id, bot_id, chat_id)
  delete from telegram_chats chat using gone
  where chat.bot_id = gone.bot_id and chat.chat_id = gone.chat_id and not exists (
    select from telegram_connections other
    where other.bot_id = chat.bot_id and other.chat_id = chat.chat_id and other.id not in (select id from gone))`;
