/**
 * Works on one chat: handles its messages in the order in which the person sent them, and sends the
 * replies. The outbox lets one worker at a time work on a chat. A message is handled once, and a
 * reply with an unknown outcome is not sent again.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import {
  type Delivery,
  type DeliveryKind,
  type DeliveryOutcome,
  findPause,
  pauseQueue,
} from '../outbox/outbox.ts';
import {
  type Chat,
  claimMessage,
  findNextMessage,
  queueReplies,
  readChat,
  recordProblem,
  SALES_CHAT_KIND,
  type StoredMessage,
} from './chats.sql.ts';
import type { Turn } from './conversation/conversation.ts';
import { failedTurn, takeTurn } from './conversation/turn.ts';
import { channelQueue, sendReply, type StoredReply } from './send-reply.ts';
import {
  keepResults,
  reportForMessage,
  reportUndelivered,
  type UndeliveredReply,
} from './report/undelivered-results.ts';

/** Pauses before the further attempts. */
const PAUSES_MS = [2_000, 10_000, 60_000, 5 * 60_000];
/** A message that fails this often is answered with an apology, so that it blocks nothing. */
const MAX_FAILURES = 3;

export const salesChatDelivery: DeliveryKind = {
  kind: SALES_CHAT_KIND,
  mayRepeat: true,
  pausesMs: PAUSES_MS,
  send: workOnChat,
  finished: async (ctx, tx, { subjectId }, { state, reason = '' }) => {
    if (state === 'sent') return;
    const now = ctx.clock.now();
    const replies = await tx.many<UndeliveredReply>(sql`
      update sales_chat_replies set state = 'failed' where chat_id = ${subjectId} and state = 'waiting'
      returning id, charge_id`);
    await recordProblem(tx, subjectId, reason, now);
    await reportUndelivered(tx, replies, now);
  },
};

async function workOnChat(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  await ctx.db.tx(async (tx) => {
    // A reply in this state was being sent by a worker that stopped.
    const replies = await tx.many<UndeliveredReply>(sql`
      update sales_chat_replies set state = 'unknown'
      where chat_id = ${delivery.subjectId} and state = 'sending' returning id, charge_id`);
    await keepResults(tx, replies, ctx.clock.now());
  });
  for (;;) {
    const failed = await sendReplies(ctx, delivery, signal);
    if (failed) return failed;
    const chat = await readChat(ctx.db, delivery.subjectId);
    const message = chat && (await findNextMessage(ctx.db, chat.id));
    if (!message) return { state: 'sent' };
    if (signal.aborted) return { state: 'retry', afterMs: 0, reason: 'Muitas mensagens.' };
    await handleMessage(ctx, { chat, message, attempt: delivery.attempt });
  }
}

/** Sends the waiting replies. Returns an outcome if the channel needs a pause. */
async function sendReplies(
  ctx: AppContext,
  { subjectId: chatId, attempt }: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome | undefined> {
  for (;;) {
    const chat = await readChat(ctx.db, chatId);
    if (!chat) return { state: 'skipped', reason: 'A conversa não existe mais.' };
    const pause = await findPause(ctx.db, channelQueue(chat), ctx.clock.now());
    if (pause) {
      const afterMs = pause.until.getTime() - ctx.clock.now().getTime();
      return { state: 'retry', afterMs, reason: pause.reason };
    }
    const reply = await claimReply(ctx, chatId);
    if (!reply) return undefined;
    const outcome = await sendReply(ctx, { chat, reply, attempt, signal });
    await ctx.db.tx((tx) => storeOutcome(ctx, tx, { chat, reply, outcome }));
    if (outcome.state === 'retry') return withoutPause(outcome);
  }
}

/** The pause belongs to the queue of the bot or number, not to the queue of the chat. */
const withoutPause = ({ pause: _pause, ...outcome }: DeliveryOutcome): DeliveryOutcome => outcome;

const claimReply = ({ db }: AppContext, chatId: number): Promise<StoredReply | undefined> =>
  db.tx((tx) =>
    tx.first(sql`
      update sales_chat_replies set state = 'sending'
      where id = (select id from sales_chat_replies
        where chat_id = ${chatId} and state = 'waiting' order by id limit 1)
      returning id, body, options, asks_contact, template, charge_id`),
  );

interface SentReply {
  readonly chat: Chat;
  readonly reply: StoredReply;
  readonly outcome: DeliveryOutcome;
}

async function storeOutcome(
  ctx: AppContext,
  tx: Tx,
  { chat, reply, outcome }: SentReply,
): Promise<void> {
  const { state, pause, reason = '' } = outcome;
  const stored = { retry: 'waiting', skipped: 'failed' } as const;
  const next = state === 'retry' || state === 'skipped' ? stored[state] : state;
  await tx.run(sql`update sales_chat_replies set state = ${next} where id = ${reply.id}`);
  if (pause) {
    const until = new Date(ctx.clock.now().getTime() + pause.untilMs);
    await pauseQueue(tx, channelQueue(chat), until, pause.reason);
  }
  if (state === 'sent') return;
  const now = ctx.clock.now();
  await recordProblem(tx, chat.id, reason, now);
  if (state === 'unknown') await keepResults(tx, [reply], now);
  else if (state !== 'retry') await reportUndelivered(tx, [reply], now);
}

interface HandledMessage {
  readonly chat: Chat;
  readonly message: StoredMessage;
  readonly attempt: number;
}

async function handleMessage(
  ctx: AppContext,
  { chat, message, attempt }: HandledMessage,
): Promise<void> {
  const isSkipped = isLate(chat, message) || (await isRepeated(ctx, chat, message));
  const turn = isSkipped ? undefined : await decideTurn(ctx, { chat, message, attempt });
  const reportedCharges = turn ? await reportForMessage(ctx, chat.id, turn.chargeId) : [];
  await ctx.db.tx(async (tx) => {
    if ((await claimMessage(ctx, tx, message)) && turn)
      await storeTurn(ctx, tx, { chat, message, turn, reportedCharges });
  });
}

async function decideTurn(
  ctx: AppContext,
  { chat, message, attempt }: HandledMessage,
): Promise<Turn> {
  try {
    return await takeTurn(ctx, chat, message);
  } catch (error) {
    if (attempt < MAX_FAILURES) throw error;
    ctx.log.error({ err: error, chat: chat.id }, 'a message of a sales chat could not be handled');
    return failedTurn();
  }
}

/**
 * True if the person sent the message before one that was already handled. Its buttons belong to an
 * older reply. A text to the seller is never late.
 */
function isLate({ handledAt, handledPosition, state }: Chat, message: StoredMessage): boolean {
  if (handledAt === null || state.question !== null) return false;
  const order = message.sentAt.getTime() - handledAt.getTime();
  return order < 0 || (order === 0 && message.position < (handledPosition ?? 0));
}

/** True if the next waiting message has the same text, because an impatient person pressed twice. */
const isRepeated = async (
  { db }: AppContext,
  { id, state }: Chat,
  message: StoredMessage,
): Promise<boolean> =>
  state.question === null &&
  (await db.first(sql`
    select from sales_chat_messages
    where chat_id = ${id} and handled_at is null and id <> ${message.id} and body = ${message.body}
      and body <> ''`)) !== undefined;

interface TakenTurn {
  readonly chat: Chat;
  readonly message: StoredMessage;
  readonly turn: Turn;
  /** Charges whose results the chat sends before the replies of the turn. */
  readonly reportedCharges: readonly number[];
}

async function storeTurn(
  ctx: AppContext,
  tx: Tx,
  { chat, message, turn, reportedCharges }: TakenTurn,
): Promise<void> {
  const { state, replies, chargeId, replyWithoutResult, ticketId } = turn;
  const now = ctx.clock.now();
  const current = await tx.first<Pick<Chat, 'stoppedAt'>>(sql`
    update sales_chats set handled_at = ${message.sentAt}, handled_position = ${message.position},
      state = case when account_id = ${chat.accountId} and stopped_at is null
        then ${JSON.stringify(state)}::jsonb else state end
    where id = ${chat.id} returning stopped_at`);
  if (!current) return;
  await queueReplies(ctx, tx, { ...chat, ...current }, replies);
  if (chargeId !== undefined) {
    await tx.run(sql`
      insert into sales_chat_orders (charge_id, chat_id, created_at) values (${chargeId}, ${chat.id}, ${now})
      on conflict (charge_id) do update set chat_id = excluded.chat_id
        where sales_chat_orders.told_at is null`);
    // The chat reports the delivered line instead of the message of the page.
    await tx.run(sql`
      update sale_orders set told_at = ${now} where charge_id = ${chargeId} and told_at is null`);
    if (replyWithoutResult && !reportedCharges.includes(chargeId))
      await queueReplies(ctx, tx, { ...chat, ...current }, [replyWithoutResult]);
  }
  if (ticketId !== undefined)
    await tx.run(sql`
      insert into sales_chat_tickets (ticket_id, chat_id, created_at) values (${ticketId}, ${chat.id}, ${now})
      on conflict (ticket_id) do nothing`);
}
