/**
 * Hours of the panel's time zone in which reminders are sent automatically, and quiet hours in
 * which none is sent.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { saveReminderHours as declaration } from '@ramal/contract/reminders/reminders';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { addDays, atMinute, localDay, localMinute } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type Hours, openSettings } from './settings.sql.ts';

type Quiet = Pick<Hours, 'quietFrom' | 'quietUntil'>;

/**
 * True in the quiet hours. Equal limits mean no quiet hours; if the start is after the end, they
 * include midnight.
 */
export function isQuietMinute(minute: number, { quietFrom, quietUntil }: Quiet): boolean {
  if (quietFrom <= quietUntil) return minute >= quietFrom && minute < quietUntil;
  return minute >= quietFrom || minute < quietUntil;
}

const minuteOfDay = (at: Date, timeZone: string): number => {
  const time = localMinute(at, timeZone);
  return Number(time.slice(11, 13)) * 60 + Number(time.slice(14));
};

/** Returns the moment at which a clock of the zone shows this many minutes after midnight. */
export const atTimeOfDay = (day: string, minutes: number, timeZone: string): Date => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return atMinute(`${day}T${hours}:${rest}`, timeZone);
};

/** Returns this moment, or the end of the quiet hours that contain it. */
export function afterQuiet(at: Date, quiet: Quiet, timeZone: string): Date {
  const minute = minuteOfDay(at, timeZone);
  if (!isQuietMinute(minute, quiet)) return at;
  const today = localDay(at, timeZone);
  const day = minute < quiet.quietUntil ? today : addDays(today, 1);
  const end = atTimeOfDay(day, quiet.quietUntil, timeZone);
  // A change of the clock may skip the end of the quiet hours.
  return end > at ? end : new Date(at.getTime() + DAY_MS / 24);
}

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
