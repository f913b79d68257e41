/** Chats, their messages and their replies, as they are stored. */
import sql, { join, type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { ChatReceiver } from '../messaging/messaging.ts';
import { requestDelivery } from '../outbox/outbox.ts';
import type { Reply } from './conversation/reply.ts';
import type { ChatState } from './conversation/state.ts';

export interface Chat {
  readonly id: number;
  readonly botId: number | null;
  readonly numberId: number | null;
  readonly address: string;
  readonly accountId: number;
  /** Number that the person proved; digits with the country code. */
  readonly phone: string | null;
  readonly originCode: string | null;
  readonly state: ChatState;
  readonly handledAt: Date | null;
  readonly handledPosition: number | null;
  readonly stoppedAt: Date | null;
}

const columns: Sql = sql`
  id, bot_id, number_id, address, account_id, phone, origin_code, state, handled_at, handled_position, stopped_at`;

export const toChannel = ({ botId }: Pick<Chat, 'botId'>): ChatReceiver['channel'] =>
  botId === null ? 'whatsapp' : 'telegram';

export const readChat = (reader: Reader, id: number): Promise<Chat | undefined> =>
  reader.first(sql`select ${columns} from sales_chats where id = ${id}`, 'prepared');

/** Condition: the chat of a person with a bot or number. */
const isChatOf = ({ channel, id }: ChatReceiver, address: string): Sql =>
  channel === 'telegram'
    ? sql`bot_id = ${id} and address = ${address}`
    : sql`number_id = ${id} and address = ${address}`;

/** Locks the chat, so that its messages are stored one after the other. */
export const lockChat = (
  tx: Tx,
  receiver: ChatReceiver,
  address: string,
): Promise<Chat | undefined> =>
  tx.first(
    sql`select ${columns} from sales_chats where ${isChatOf(receiver, address)} for no key update`,
    'prepared',
  );

export const SALES_CHAT_KIND = 'sales-chat';

/** Requests the work on a chat. One worker at a time handles a chat, and each chat is a queue. */
export const requestWork = (
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  { id, accountId }: Pick<Chat, 'id' | 'accountId'>,
): Promise<void> =>
  requestDelivery(ctx, tx, {
    kind: SALES_CHAT_KIND,
    queue: `sales-chat:${id}`,
    accountId,
    subjectId: id,
  });

/** Stores replies. They are sent in this order. After a stop word nothing is stored. */
export async function queueReplies(
  ctx: Pick<AppContext, 'clock'>,
  tx: Tx,
  chat: Pick<Chat, 'id' | 'accountId' | 'stoppedAt'>,
  replies: readonly Reply[],
): Promise<void> {
  if (chat.stoppedAt !== null || replies.length === 0) return;
  const now = ctx.clock.now();
  const rows = replies.map(
    ({ text, options = [], asksContact = false, template, chargeId = null }) =>
      sql`(${chat.id}::bigint, ${text}, ${[...options]}::text[], ${asksContact}::boolean,
        ${template ? JSON.stringify(template) : null}::jsonb, ${chargeId}::bigint, ${now}::timestamptz)`,
  );
  await tx.run(sql`
    insert into sales_chat_replies (chat_id, body, options, asks_contact, template, charge_id, created_at)
    values ${join(rows)}`);
  await requestWork(ctx, tx, chat);
}

export interface StoredMessage {
  readonly id: number;
  readonly body: string;
  readonly sentAt: Date;
  readonly position: number;
}

/** Returns the waiting message that the person sent first. */
export const findNextMessage = (
  reader: Reader,
  chatId: number,
): Promise<StoredMessage | undefined> =>
  reader.first(
    sql`
      select id, body, sent_at, position from sales_chat_messages
      where chat_id = ${chatId} and handled_at is null order by sent_at, position, id limit 1`,
    'prepared',
  );

/** Marks a message as handled. Returns false if another worker has handled it. */
export const claimMessage = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { id }: StoredMessage,
): Promise<boolean> =>
  (await tx.run(sql`
    update sales_chat_messages set handled_at = ${clock.now()} where id = ${id} and handled_at is null`)) >
  0;

/** Stores the last failure of a chat, which its seller sees. */
export const recordProblem = (tx: Tx, chatId: number, problem: string, at: Date): Promise<number> =>
  tx.run(sql`update sales_chats set problem = ${problem}, problem_at = ${at} where id = ${chatId}`);
