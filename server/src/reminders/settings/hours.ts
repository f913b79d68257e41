/**
 * Hours of the panel's time zone in which reminders are sent automatically, and quiet hours in
 * which none is sent.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { saveReminderHours as declaration } from '@ramal/contract/reminders/reminders';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { afterQuiet, atTimeOfDay, isQuietMinute } from '../../foundation/time/quiet-hours.ts';
import { type Hours, openSettings } from './settings.sql.ts';

/** Returns today's hour of sending, or now if that hour has passed. Quiet hours postpone both. */
export function nextSending({ clock }: Pick<AppContext, 'clock'>, hours: Hours): Date {
  const now = clock.now();
  const { timeZone } = clock;
  const sendAt = atTimeOfDay(localDay(now, timeZone), hours.sendAt, timeZone);
  return afterQuiet(sendAt > now ? sendAt : now, hours, timeZone);
}

export async function saveHours(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { sendAt, quietFrom, quietUntil } = body;
  if (isQuietMinute(sendAt, { quietFrom, quietUntil }))
    refuse('invalid_fields', { fields: { sendAt: 'Esta hora está no silêncio. Escolha outra.' } });
  await ctx.db.tx(async (tx) => {
    await openSettings(ctx, tx, actor.id, requestMeta);
    await tx.run(
      combineCtes({
        hours: sql`
          update reminder_settings
          set send_at = ${sendAt}, quiet_from = ${quietFrom}, quiet_until = ${quietUntil},
            base_url = ${requestMeta.baseUrl}
          where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'reminder-hours-set',
          actorId: actor.id,
        }),
      }),
    );
  });
  return { message: 'Horários guardados' };
}
