/**
 * Sends a message by the Cloud API. Meta has no idempotency key. If the result of a message is
 * unknown, the message is therefore never sent again.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { shortenText } from '../../foundation/files/cut-text.ts';
import {
  isProviderRejection,
  isProviderUnavailable,
  ProviderError,
} from '../../foundation/provider-error.ts';
import { countUnsent, type DeliveryOutcome } from '../../outbox/outbox.ts';
import { callWhatsapp } from './cloud-api.ts';
import { type CodeMeaning, explainErrorCode, meaningTexts } from './error-codes.ts';
import { CODE_TEMPLATE, TEMPLATE_LANGUAGE, type TemplateName } from './built-in-templates.ts';
import {
  toPersonNumber,
  recordNumberWorks,
  decryptWhatsappToken,
  type WhatsappNumber,
} from './number.ts';
import { jittered, recordRefusal } from './record-refusal.ts';
import { isApproved } from './templates.ts';

export interface WhatsappTemplate {
  readonly name: TemplateName;
  readonly parameters: readonly string[];
}

interface WhatsappMessage {
  /** Digits with the country code. */
  readonly to: string;
  /** Text within the 24-hour window, in which any text may be sent. */
  readonly text: string;
  /** Labels of the choices below the text, at most ten. */
  readonly options?: readonly string[];
  /** Template that is sent outside the window. If undefined, nothing is sent outside of it. */
  readonly template: WhatsappTemplate | undefined;
  /** Our id, which Meta returns with the status of the message. */
  readonly ownId: string;
  readonly attempt: number;
}

/** Outcome of a message. `meaning` is set if Meta rejected it. */
type WhatsappOutcome = DeliveryOutcome & { readonly meaning?: CodeMeaning };

const WINDOW_MS = DAY_MS;
/** Safety margin, so that the window does not close during the request. */
const WINDOW_EDGE_MS = 5 * MINUTE_MS;

const accepted = z.object({ messages: z.array(z.object({ id: z.string().max(200) })).min(1) });

export async function sendWhatsapp(
  ctx: AppContext,
  number: WhatsappNumber,
  message: WhatsappMessage,
  signal: AbortSignal,
): Promise<WhatsappOutcome> {
  const isFree = await isWindowOpen(ctx, number, message.to);
  const { template } = message;
  if (!isFree && !template) return { state: 'failed', reason: meaningTexts.window_closed };
  if (!isFree && template && !(await isApproved(ctx.db, number.id, template.name)))
    return { state: 'failed', reason: 'O modelo ainda não foi aprovado pela Meta.' };
  if (!isFree && !(await reserveRecipient(ctx, number, message.to)))
    return { state: 'failed', reason: 'O limite diário do WhatsApp acabou.' };
  try {
    const { messages } = await callWhatsapp(
      ctx,
      decryptWhatsappToken(ctx, number),
      `${number.phoneNumberId}/messages`,
      { method: 'POST', body: bodyOf(message, isFree), result: accepted, signal },
    );
    await recordNumberWorks(ctx, number);
    return { state: 'sent', reference: messages[0]!.id };
  } catch (error) {
    if (isProviderUnavailable(error))
      return error.kind === 'unreachable'
        ? { state: 'retry', reason: 'O WhatsApp não respondeu.' }
        : { state: 'unknown', reason: 'O WhatsApp não confirmou o envio.' };
    if (isProviderRejection(error)) return refusal(ctx, number, message, error);
    throw error;
  }
}

const bodyOf = ({ to, text, options = [], template, ownId }: WhatsappMessage, isFree: boolean) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  biz_opaque_callback_data: ownId,
  ...(isFree || !template ? freeBody(text, options) : templateBody(template)),
});

const templateBody = ({ name, parameters }: WhatsappTemplate) => ({
  type: 'template',
  template: {
    name,
    language: { code: TEMPLATE_LANGUAGE },
    components: [
      { type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) },
      ...(name === CODE_TEMPLATE ? [codeButton(parameters[0]!)] : []),
    ],
  },
});

/** Limits of Meta. The id of a choice is its whole label, because the title may be cut. */
const MAX_TEXT = 4_096;
const MAX_BODY_WITH_CHOICES = 1_024;
const MAX_BUTTONS = 3;
const MAX_ROWS = 10;
const MAX_BUTTON_TITLE = 20;
const MAX_ROW_TITLE = 24;

const toText = (text: string) => ({ type: 'text', text: { body: shortenText(text, MAX_TEXT) } });

/** Text with up to three buttons, or with a list that a button opens. */
function freeBody(text: string, options: readonly string[]) {
  if (options.length === 0) return toText(text);
  // A long text has no space for buttons. The written label of a choice has the same effect.
  if (text.length > MAX_BODY_WITH_CHOICES)
    return toText(`${text}\n\nResponda com uma opção: ${options.join(', ')}.`);
  const body = { text };
  if (options.length <= MAX_BUTTONS) {
    const buttons = options.map((label) => ({
      type: 'reply',
      reply: { id: label, title: shortenText(label, MAX_BUTTON_TITLE) },
    }));
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } };
  }
  const rows = options
    .slice(0, MAX_ROWS)
    .map((label) => ({ id: label, title: shortenText(label, MAX_ROW_TITLE) }));
  const action = { button: 'Ver opções', sections: [{ rows }] };
  return { type: 'interactive', interactive: { type: 'list', body, action } };
}

/** The button of the code template, which copies the code. */
const codeButton = (code: string) => ({
  type: 'button',
  sub_type: 'url',
  index: '0',
  parameters: [{ type: 'text', text: code }],
});

async function isWindowOpen(
  { db, clock }: AppContext,
  { id }: WhatsappNumber,
  to: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - WINDOW_MS + WINDOW_EDGE_MS);
  const row = await db.first(sql`
    select from whatsapp_windows
    where number_id = ${id} and person = ${toPersonNumber(to)} and wrote_at > ${since}`);
  return row !== undefined;
}

const openedSince = ({ clock }: Pick<AppContext, 'clock'>) =>
  new Date(clock.now().getTime() - DAY_MS);

async function countPeople(
  ctx: AppContext,
  reader: Reader,
  { portfolioId }: WhatsappNumber,
  without = '',
): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`
    select count(distinct person) from whatsapp_openings
    where portfolio_id = ${portfolioId} and at > ${openedSince(ctx)} and person <> ${without}`);
  return row!.count;
}

/**
 * Returns how many more people the portfolio may write to within Meta's limit for 24 hours.
 * Messages that already wait for its numbers are subtracted.
 */
export async function countRemainingRecipients(
  ctx: AppContext,
  number: WhatsappNumber,
): Promise<number> {
  const waiting = await countUnsent(
    ctx.db,
    sql`queue in (select 'whatsapp:' || id from whatsapp_numbers where portfolio_id = ${number.portfolioId})`,
  );
  return number.dailyLimit - (await countPeople(ctx, ctx.db, number)) - waiting;
}

/**
 * Counts the recipient before the message is sent, because Meta also counts a message with an
 * unknown result. A lock lets only one message of a portfolio be counted at a time.
 */
const reserveRecipient = (ctx: AppContext, number: WhatsappNumber, to: string): Promise<boolean> =>
  ctx.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('whatsapp ' || ${number.portfolioId}))`);
    const person = toPersonNumber(to);
    if ((await countPeople(ctx, tx, number, person)) >= number.dailyLimit) return false;
    await tx.run(sql`
      insert into whatsapp_openings (portfolio_id, person, at)
      values (${number.portfolioId}, ${person}, ${ctx.clock.now()})`);
    return true;
  });

async function refusal(
  ctx: AppContext,
  number: WhatsappNumber,
  message: WhatsappMessage,
  error: ProviderError,
): Promise<WhatsappOutcome> {
  const { status, message: details } = error;
  const code = Number(error.code);
  const meaning = explainErrorCode(code, status);
  const reason = meaningTexts[meaning];
  const { to, template } = message;
  const refused = { code, details, meaning, at: ctx.clock.now(), to, template: template?.name };
  const untilMs = await ctx.db.tx((tx) => recordRefusal(ctx, tx, number, refused));
  const result = {
    reason,
    answer: `${code} ${details}`.slice(0, 300),
    meaning,
    ...(untilMs === undefined ? {} : { pause: { untilMs, reason } }),
  };
  switch (meaning) {
    case 'slow_number':
    case 'slow_account':
    case 'transient':
      return { ...result, state: 'retry' };
    case 'slow_person':
      return { ...result, state: 'retry', afterMs: jittered(4 ** message.attempt * 1_000) };
    case 'held_back':
      return { ...result, state: 'retry', afterMs: 2 ** message.attempt * HOUR_MS };
    case 'window_closed':
      return { ...result, state: 'retry', afterMs: 1_000 };
    default:
      return { ...result, state: 'failed' };
  }
}
