/** Writes to a person by the Cloud API. Meta knows no idempotency key: what is unknown is never sent again. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Reader } from '../../foundation/database.ts';
import { countUnsent, type DeliveryOutcome } from '../../outbox/outbox.ts';
import { FAULT_PAUSE_MS } from '../channels.ts';
import { askWhatsapp, WhatsappRefused, WhatsappSilent } from './cloud-api.ts';
import { type CodeMeaning, faultOf, meaningOf, meaningWords } from './error-codes.ts';
import { TEMPLATE_LANGUAGE, type TemplateName } from './built-in-templates.ts';
import {
  personOf,
  recordNumberFault,
  recordNumberWorks,
  tokenOf,
  type WhatsappNumber,
} from './number.ts';
import { isApproved, keepTemplate } from './templates.ts';

export interface WhatsappMessage {
  /** Digits with the country's. */
  readonly to: string;
  /** Within the window, where people may be answered freely. */
  readonly text: string;
  /** Outside of it. */
  readonly template: { readonly name: TemplateName; readonly parameters: readonly string[] };
  /** Comes back with what becomes of the message. */
  readonly ownId: string;
  readonly attempt: number;
}

/** With what it means for the person, where Meta refused. */
export type WhatsappOutcome = DeliveryOutcome & { readonly meaning?: CodeMeaning };

const WINDOW_MS = DAY_MS;
/** So that a window does not close on the way. */
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
  if (!isFree && !(await isApproved(ctx.db, number.id, template.name)))
    return { state: 'failed', reason: 'O modelo ainda não foi aprovado pela Meta.' };
  if (!isFree && !(await takeOpening(ctx, number, message.to)))
    return { state: 'failed', reason: 'O limite diário do WhatsApp acabou.' };
  try {
    const { messages } = await askWhatsapp(
      ctx,
      tokenOf(ctx, number),
      `${number.phoneNumberId}/messages`,
      { method: 'POST', body: bodyOf(message, isFree), result: accepted, signal },
    );
    await recordNumberWorks(ctx, number);
    return { state: 'sent', reference: messages[0]!.id };
  } catch (error) {
    if (error instanceof WhatsappSilent)
      return error.isUnsent
        ? { state: 'retry', reason: 'O WhatsApp não respondeu.' }
        : { state: 'unknown', reason: 'O WhatsApp não confirmou o envio.' };
    if (error instanceof WhatsappRefused) return refusal(ctx, number, message, error);
    throw error;
  }
}

const bodyOf = ({ to, text, template, ownId }: WhatsappMessage, isFree: boolean) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  biz_opaque_callback_data: ownId,
  ...(isFree
    ? { type: 'text', text: { body: text } }
    : {
        type: 'template',
        template: {
          name: template.name,
          language: { code: TEMPLATE_LANGUAGE },
          components: [
            {
              type: 'body',
              parameters: template.parameters.map((one) => ({ type: 'text', text: one })),
            },
          ],
        },
      }),
});

async function isWindowOpen(
  { db, clock }: AppContext,
  { id }: WhatsappNumber,
  to: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - WINDOW_MS + WINDOW_EDGE_MS);
  const row = await db.first(sql`
    select from whatsapp_windows
    where number_id = ${id} and person = ${personOf(to)} and wrote_at > ${since}`);
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

/** How many more people the portfolio may write to, less what waits for its numbers. */
export async function roomOf(ctx: AppContext, number: WhatsappNumber): Promise<number> {
  const waiting = await countUnsent(
    ctx.db,
    sql`queue in (select 'whatsapp:' || id from whatsapp_numbers where portfolio_id = ${number.portfolioId})`,
  );
  return number.dailyLimit - (await countPeople(ctx, ctx.db, number)) - waiting;
}

/** Counted before it is sent, one at a time: a message of unknown outcome counts at Meta too. */
const takeOpening = (ctx: AppContext, number: WhatsappNumber, to: string): Promise<boolean> =>
  ctx.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('whatsapp ' || ${number.portfolioId}))`);
    const person = personOf(to);
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
  { status, code, details }: WhatsappRefused,
): Promise<WhatsappOutcome> {
  const meaning = meaningOf(code, status);
  const reason = meaningWords[meaning];
  const told = { reason, answer: `${code} ${details}`.slice(0, 300), meaning };
  const pause = (untilMs: number) => ({ untilMs, reason });
  switch (meaning) {
    case 'slow_number':
      return { ...told, state: 'retry', pause: pause(jittered(MINUTE_MS)) };
    case 'slow_account':
      return { ...told, state: 'retry', pause: pause(jittered(5 * MINUTE_MS)) };
    case 'slow_person':
      return { ...told, state: 'retry', afterMs: jittered(4 ** message.attempt * 1_000) };
    case 'held_back':
      return { ...told, state: 'retry', afterMs: 2 ** message.attempt * HOUR_MS };
    case 'transient':
      return { ...told, state: 'retry' };
    case 'window_closed':
      await closeWindow(ctx, number, message.to);
      return { ...told, state: 'retry', afterMs: 1_000 };
    case 'channel_stopped':
      await recordNumberFault(ctx, number, faultOf(code));
      return { ...told, state: 'failed', pause: pause(FAULT_PAUSE_MS) };
    case 'template_broken':
    case 'template_paused':
      await markTemplate(ctx, number, message.template.name, { code, meaning, details });
      return { ...told, state: 'failed' };
    case 'refused':
      ctx.log.error({ code, details }, 'Meta refused a message of ours');
      return { ...told, state: 'failed' };
    default:
      return { ...told, state: 'failed' };
  }
}

/** Several workers that were told to wait do not come back together. */
const jittered = (ms: number): number => Math.round(ms * (1 + Math.random() / 4));

const closeWindow = ({ db }: AppContext, { id }: WhatsappNumber, to: string): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`delete from whatsapp_windows where number_id = ${id} and person = ${personOf(to)}`),
  );

/** It is shown and sends no more until Meta, asked again, says that it is approved. */
const markTemplate = (
  { db, clock }: AppContext,
  number: WhatsappNumber,
  name: string,
  { code, meaning, details }: { code: number; meaning: CodeMeaning; details: string },
): Promise<number> => {
  const status = meaning === 'template_broken' ? 'BROKEN' : code === 132015 ? 'PAUSED' : 'DISABLED';
  return db.tx((tx) =>
    keepTemplate(tx, number.id, { name, status, category: '', reason: details }, clock.now()),
  );
};
