/**
 * Processes Meta's notifications for a number: messages of customers, delivery statuses, and
 * decisions about templates. Meta sends them at least once and in any order, so each is processed
 * once.
 */
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { pauseQueue } from '../../outbox/outbox.ts';
import type { ChatReceiver, SalesChats } from '../sales-port.ts';
import { isStopWord } from '../stop-word.ts';
import type { TemplateName } from './built-in-templates.ts';
import { type CodeMeaning, explainErrorCode, meaningTexts } from './error-codes.ts';
import { toMobileNumber, toPersonNumber, type WhatsappNumber, whatsappQueue } from './number.ts';
import { recordRefusal } from './record-refusal.ts';
import { isBuiltInTemplate, storeTemplate } from './templates.ts';

const id = z.string().min(1).max(200);

const pressed = z.object({ id: z.string().max(200) });

const incoming = z.object({
  id,
  /** Undefined if the sender has a user name instead of a number. */
  from: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional()
    .catch(undefined),
  timestamp: z.coerce.number().int().nonnegative(),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  button: z.object({ text: z.string() }).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** Pressed button or row of a list. The id is the whole label; the title may be cut. */
  interactive: z
    .object({ button_reply: pressed.optional(), list_reply: pressed.optional() })
    .optional()
    .catch(undefined),
});

const deliveryStates = ['sent', 'delivered', 'read', 'failed'] as const;
type DeliveryState = (typeof deliveryStates)[number];

const status = z.object({
  id,
  status: z.enum(deliveryStates),
  timestamp: z.coerce.number().int().positive().optional().catch(undefined),
  recipient_id: z.string().max(50).optional().catch(undefined),
  biz_opaque_callback_data: z.string().max(100).optional().catch(undefined),
  errors: z
    .array(
      z.object({
        code: z.int(),
        message: z.string().catch(''),
        error_data: z.object({ details: z.string() }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});

const templateStatus = z.object({
  event: z.string().max(50),
  message_template_name: z.string(),
  message_template_language: z.string(),
  reason: z.string().nullish().catch(undefined),
});

const readable = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .default([])
    .transform((all) =>
      all.flatMap((item) => {
        const read = schema.safeParse(item);
        return read.success ? [read.data as z.output<T>] : [];
      }),
    );

const messagesValue = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  messages: readable(incoming),
  statuses: readable(status),
});

export const notification = z.object({
  entry: z.array(
    z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) }),
  ),
});
export type Notification = z.output<typeof notification>;

export interface MessageStatus {
  /** Meta's id of the message. */
  readonly reference: string;
  /** Our id of the message, if Meta returns it. */
  readonly ownId: string | undefined;
  readonly state: DeliveryState;
  /** Meaning of the error. Undefined if the message did not fail. */
  readonly meaning: CodeMeaning | undefined;
  readonly problem: string;
}

/** Result of a status, returned by the module that sent the message. */
export interface StatusResult {
  /**
   * True if the response to our request is not stored yet. Meta must then send this status again.
   */
  readonly isEarly?: true;
  /**
   * Template that was, or would be, sent for the message outside the 24-hour window. Undefined if
   * no module knows the message.
   */
  readonly template?: TemplateName;
}

/**
 * Callbacks for messages of customers. Modules that import this module provide them. They run in
 * the transaction of the notification.
 */
export interface WhatsappCustomers {
  readonly stopped: (tx: Tx, number: WhatsappNumber, person: string, now: Date) => Promise<void>;
  /** Called if the customer wrote a text that is not a stop word. */
  readonly replied: (
    tx: Tx,
    number: WhatsappNumber,
    person: string,
    reply: { readonly text: string; readonly at: Date },
  ) => Promise<void>;
  readonly statusOf: (tx: Tx, status: MessageStatus, now: Date) => Promise<StatusResult>;
  readonly sales?: SalesChats;
}

interface Receiving {
  readonly ctx: AppContext;
  readonly number: WhatsappNumber;
  readonly customers: WhatsappCustomers;
}

/** Processes a notification. Returns false if Meta has to send it again. */
export async function receiveNotification(
  receiving: Receiving,
  { entry }: Notification,
): Promise<boolean> {
  let isDone = true;
  for (const { field, value } of entry.flatMap(({ changes }) => changes)) {
    if (field === 'message_template_status_update') await receiveTemplate(receiving, value);
    if (field !== 'messages') continue;
    const read = messagesValue.safeParse(value);
    if (!read.success || read.data.metadata.phone_number_id !== receiving.number.phoneNumberId)
      continue;
    for (const message of read.data.messages) await receiveMessage(receiving, message);
    for (const reported of read.data.statuses)
      isDone = (await receiveStatus(receiving, reported)) && isDone;
  }
  return isDone;
}

const claimUpdate = async (
  tx: Tx,
  { number }: Receiving,
  key: string,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into whatsapp_updates (number_id, key, received_at) values (${number.id}, ${key}, ${now})
    on conflict do nothing`)) > 0;

/**
 * Processes a customer's message. The message opens the 24-hour window for free text, and counts as
 * a stop word or a reply.
 */
async function receiveMessage(
  receiving: Receiving,
  message: z.output<typeof incoming>,
): Promise<void> {
  const { ctx, number } = receiving;
  const { id: key, from, timestamp } = message;
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    if (!(await claimUpdate(tx, receiving, key, now)) || from === undefined) return;
    const person = toPersonNumber(from);
    const wroteAt = new Date(Math.min(timestamp * 1_000, now.getTime()));
    await tx.run(sql`
      insert into whatsapp_windows (number_id, person, wrote_at) values (${number.id}, ${person}, ${wroteAt})
      on conflict (number_id, person) do update
        set wrote_at = greatest(whatsapp_windows.wrote_at, excluded.wrote_at)`);
    await passOn(receiving, tx, { from, person, wroteAt, message });
  });
}

interface PersonsMessage {
  readonly from: string;
  readonly person: string;
  readonly wroteAt: Date;
  readonly message: z.output<typeof incoming>;
}

/** Passes a message to the modules that react to a stop, to a sales chat, or to a reply. */
async function passOn(
  { ctx, number, customers }: Receiving,
  tx: Tx,
  { from, person, wroteAt, message }: PersonsMessage,
): Promise<void> {
  const { text, button, interactive, type = '' } = message;
  const now = ctx.clock.now();
  const receiver = receiverOf(number);
  const choice = interactive?.button_reply?.id ?? interactive?.list_reply?.id;
  const reply = choice ?? text?.body ?? button?.text ?? '';
  if (isStopWord(reply)) {
    await customers.sales?.stopped(tx, receiver, from, now);
    return customers.stopped(tx, number, person, now);
  }
  const sale = unwritten.has(type)
    ? undefined
    : await customers.sales?.received(ctx, tx, {
        receiver,
        address: from,
        phone: toMobileNumber(from),
        text: reply,
        sentAt: wroteAt,
        position: 0,
      });
  const isReply = sale !== 'command' && choice === undefined && reply.trim() !== '';
  if (isReply) await customers.replied(tx, number, person, { text: reply, at: wroteAt });
}

const receiverOf = ({ id }: WhatsappNumber): ChatReceiver => ({ channel: 'whatsapp', id });

/** Kinds of notifications that no person wrote as a message. */
const unwritten: ReadonlySet<string> = new Set(['reaction', 'system', 'unsupported']);

const notYet = new Error('the message is not stored yet');

async function receiveStatus(
  receiving: Receiving,
  report: z.output<typeof status>,
): Promise<boolean> {
  const { ctx, number, customers } = receiving;
  const now = ctx.clock.now();
  const { id: reference, status: state, errors, biz_opaque_callback_data: ownId } = report;
  const code = errors?.[0]?.code;
  const meaning = code === undefined ? undefined : explainErrorCode(code);
  const problem = meaningTexts[meaning ?? 'refused'];
  try {
    await ctx.db.tx(async (tx) => {
      if (!(await claimUpdate(tx, receiving, `${reference} ${state}`, now))) return;
      const { isEarly, template } = await customers.statusOf(
        tx,
        { reference, ownId, state, meaning, problem },
        now,
      );
      if (isEarly) throw notYet;
      if (state !== 'failed') return;
      if (ownId !== undefined)
        await customers.sales?.failed(tx, receiverOf(number), { ownId, problem, at: now });
      await actOnFailure(receiving, tx, report, template);
    });
    return true;
  } catch (error) {
    if (error === notYet) return false;
    throw error;
  }
}

/**
 * Applies the effects of a failure that Meta reported after accepting the message. A message that
 * Meta rejects at once has the same effects.
 */
async function actOnFailure(
  { ctx, number }: Receiving,
  tx: Tx,
  { errors, timestamp, recipient_id: to }: z.output<typeof status>,
  template: TemplateName | undefined,
): Promise<void> {
  const error = errors?.[0];
  if (!error) return;
  const { code, message, error_data: data } = error;
  const meaning = explainErrorCode(code);
  const now = ctx.clock.now();
  const at = new Date(
    Math.min(timestamp === undefined ? Infinity : timestamp * 1_000, now.getTime()),
  );
  const details = data?.details ?? message;
  const rest = await recordRefusal(ctx, tx, number, { code, details, meaning, at, to, template });
  if (rest !== undefined)
    await pauseQueue(
      tx,
      whatsappQueue(number),
      new Date(now.getTime() + rest),
      meaningTexts[meaning],
    );
}

async function receiveTemplate({ ctx, number }: Receiving, value: unknown): Promise<void> {
  const read = templateStatus.safeParse(value);
  if (!read.success) return;
  const { message_template_name: name, message_template_language: language, event } = read.data;
  if (!isBuiltInTemplate(name, language)) return;
  const reason = read.data.reason ?? '';
  await ctx.db.tx((tx) =>
    storeTemplate(
      tx,
      number.id,
      { name, status: event, category: '', reason: reason === 'NONE' ? '' : reason.slice(0, 300) },
      ctx.clock.now(),
    ),
  );
}
