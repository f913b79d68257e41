/**
 * Records the effects of a rejection on the number, the window and the template. Meta may reject a
 * message at once or report the rejection later. Both have the same effects.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import { FAULT_PAUSE_MS } from '../channels.ts';
import type { TemplateName } from './built-in-templates.ts';
import { type CodeMeaning, describeFault } from './error-codes.ts';
import { toPersonNumber, recordNumberFault, type WhatsappNumber } from './number.ts';
import { storeTemplate } from './templates.ts';

export interface Refusal {
  readonly code: number;
  readonly details: string;
  readonly meaning: CodeMeaning;
  /**
   * Time at which Meta rejected the message. A notification may arrive days later, after the
   * repair.
   */
  readonly at: Date;
  /** Undefined if Meta did not report the recipient. */
  readonly to: string | undefined;
  readonly template: TemplateName | undefined;
}

/**
 * Records a rejection. Returns the pause of the number's queue in milliseconds from now. Undefined
 * if the queue does not pause.
 */
export async function recordRefusal(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  tx: Tx,
  number: WhatsappNumber,
  refusal: Refusal,
): Promise<number | undefined> {
  const { code, details, meaning, at } = refusal;
  const now = clock.now();
  const rest = restOf(meaning);
  const remainingMs = rest === undefined ? 0 : at.getTime() + rest - now.getTime();
  if (meaning === 'refused') log.error({ code, details }, 'Meta rejected a message');
  if (meaning === 'window_closed') await closeWindow(tx, number, refusal);
  if (meaning === 'template_broken' || meaning === 'template_paused')
    await markTemplate(tx, number, refusal, now);
  // The pause has already ended. If the fault still exists, newer messages report it again.
  if (remainingMs <= 0) return undefined;
  if (meaning === 'channel_stopped') await recordNumberFault(tx, number, describeFault(code), now);
  return remainingMs;
}

function restOf(meaning: CodeMeaning): number | undefined {
  if (meaning === 'channel_stopped') return FAULT_PAUSE_MS;
  if (meaning === 'slow_account') return jittered(5 * MINUTE_MS);
  return meaning === 'slow_number' ? jittered(MINUTE_MS) : undefined;
}

/**
 * Adds a random part, so that several workers with the same pause do not resume at the same time.
 */
export const jittered = (ms: number): number => Math.round(ms * (1 + Math.random() / 4));

/** Closes the recipient's window, unless it was opened again after the rejection. */
async function closeWindow(tx: Tx, { id }: WhatsappNumber, { to, at }: Refusal): Promise<void> {
  if (to === undefined) return;
  await tx.run(sql`
    delete from whatsapp_windows
    where number_id = ${id} and person = ${toPersonNumber(to)} and wrote_at <= ${at}`);
}

/**
 * Marks the template as faulty, unless its status changed after the rejection. A faulty template is
 * not sent until Meta reports it as approved again.
 */
async function markTemplate(
  tx: Tx,
  { id }: WhatsappNumber,
  { template: name, meaning, code, details, at }: Refusal,
  now: Date,
): Promise<void> {
  if (name === undefined) return;
  const newer = await tx.first(sql`
    select from whatsapp_templates where number_id = ${id} and name = ${name} and changed_at > ${at}`);
  if (newer) return;
  const refusedAs = code === 132015 ? 'PAUSED' : 'DISABLED';
  const status = meaning === 'template_broken' ? 'BROKEN' : refusedAs;
  await storeTemplate(tx, id, { name, status, category: '', reason: details.slice(0, 300) }, now);
}
