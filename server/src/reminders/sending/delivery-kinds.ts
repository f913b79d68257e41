/**
 * Declares how the outbox sends reminders, with one kind for each channel. A reminder with an
 * unknown result is never sent again.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import {
  type AutomaticChannel,
  skipReasons,
  skipReasonTexts,
} from '@ramal/contract/rules/reminders';
import { UNDO_ACCEPTED_MS } from '@ramal/contract/undo';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from '../../outbox/outbox.ts';
import { afterQuiet } from '../../foundation/time/quiet-hours.ts';
import { claimMessageDay } from './message-days.ts';
import { fillPix } from './fill-pix.ts';
import { hasArrived, isChannelOn, readOutgoing } from './outgoing.sql.ts';
import type { Outgoing, ReminderSender } from './sender.ts';
import { settleReminder } from './settle.ts';
import { notDueReason, waitsForUndo } from './still-due.ts';

export const reminderDeliveryKind = (channel: AutomaticChannel): string => `reminder-${channel}`;

const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS];

export const createDeliveryKind = (sender: ReminderSender): DeliveryKind => ({
  kind: reminderDeliveryKind(sender.channel),
  mayRepeat: false,
  pausesMs: PAUSES_MS,
  send: (ctx, delivery, signal) => send(ctx, sender, delivery, signal),
  finished: async (ctx, tx, delivery, outcome) => {
    const reason = skipReasons.find((skip) => skipReasonTexts[skip] === outcome.reason) ?? 'off';
    await settleReminder(ctx, tx, {
      id: delivery.subjectId,
      channel: sender.channel,
      outcome: { ...outcome, skip: reason },
    });
  },
});

async function send(
  ctx: AppContext,
  sender: ReminderSender,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const prepared = await prepare(ctx, sender, delivery).catch((error: unknown): DeliveryOutcome => {
    // Nothing was sent, so the outcome is `retry`. After an unknown outcome the reminder would
    // never be tried again.
    ctx.log.error({ err: error, delivery: delivery.id }, 'a reminder could not be prepared');
    return { state: 'retry', reason: 'Ocorreu um erro inesperado antes do envio.' };
  });
  return 'state' in prepared ? prepared : sender.send(ctx, prepared, delivery, signal);
}

/** Returns the reminder ready to send, or the outcome with the reason why it is not sent now. */
async function prepare(
  ctx: AppContext,
  sender: ReminderSender,
  delivery: Delivery,
): Promise<Outgoing | DeliveryOutcome> {
  const { db, clock } = ctx;
  if (await hasArrived(db, delivery.subjectId)) return { state: 'sent' };
  if (await waitsForUndo(ctx, db, delivery.subjectId))
    return {
      state: 'retry',
      afterMs: UNDO_ACCEPTED_MS,
      reason: 'Espera o prazo de desfazer uma mudança na linha.',
    };
  const reason = await notDueReason(ctx, db, delivery.subjectId);
  if (reason) return { state: 'skipped', reason: skipReasonTexts[reason] };
  const reminder = await readOutgoing(db, delivery.subjectId);
  if (!reminder) return { state: 'skipped', reason: skipReasonTexts.off };
  if (!(await isChannelOn(db, reminder.seller.id, sender.channel)))
    return { state: 'failed', reason: 'O canal foi desligado.' };
  const now = clock.now();
  const loud = afterQuiet(now, reminder.hours, clock.timeZone);
  if (loud > now)
    return {
      state: 'retry',
      afterMs: loud.getTime() - now.getTime(),
      reason: 'Espera o fim das horas de silêncio.',
    };
  const conflict = await claimMessageDay(ctx, reminder);
  if (conflict) return { state: 'skipped', reason: skipReasonTexts[conflict] };
  return { ...reminder, body: await fillPix(ctx, reminder) };
}
