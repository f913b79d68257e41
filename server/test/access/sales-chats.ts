/** Channels of the caller's own chats. */
import { type Row, sellers } from './rows.ts';

export const salesChats: Record<string, Row> = {
  'get-sales-chats': { outcomes: sellers },
};
