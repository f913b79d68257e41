/**
 * «Cobrar agora»: the seller sends today's reminders one by one on WhatsApp. During the run these
 * reminders are not sent automatically, so that no customer receives one twice.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { MAX_RUN_LENGTH } from '@ramal/contract/lines/charging';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import type { Moment } from '@ramal/contract/rules/message';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type {
  getReminderText as textDeclaration,
  sendReminderByHand as sentDeclaration,
  startReminderRun as runDeclaration,
} from '@ramal/contract/reminders/reminder-list';
import sql, { type Sql } from 'sql-template-tag';
import { chargedAt } from '../../line-payments/line-payments.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { localDay, unixSeconds } from '../../foundation/clock.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { isCharged, wantsReminders } from '../planning/due-customers.sql.ts';
import { planAccount } from '../planning/plan-account.ts';
import { fillPix } from '../sending/fill-pix.ts';
import { recordChargeByHand, wasContacted } from '../sending/message-days.ts';
import { contactCte } from '../sending/settle.ts';
import { openSettings } from '../settings/settings.sql.ts';
import { lineChargedCte } from './charging.ts';

/**
 * Automatic sending of the run's reminders pauses for this time after its start and after each
 * reminder sent by hand.
 */
const HELD_MS = 15 * MINUTE_MS;

interface RunRow {
  readonly id: number;
  readonly lineId: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly kind: 'due' | 'renewed';
  readonly days: number;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly chargedAt: Date | null;
  readonly text: string;
}

/**
 * Condition: the reminder is planned and still valid, and the customer has not refused reminders and
 * received no win-back message today.
 */
const isOpen = (accountId: number, { now, timeZone }: Moment): Sql => sql`
  r.account_id = ${accountId} and r.kind = 'due' and r.state = 'planned' and r.until > ${now}
  and l.owner_id = r.account_id and ${isCharged} and ${wantsReminders}
  and not ${wasContacted(accountId, localDay(now, timeZone), 'win-back')}
  and (l.expires_at at time zone ${timeZone})::date = (r.due_at at time zone ${timeZone})::date`;

export async function startRun(
  ctx: AppContext,
  { actor, requestMeta }: Call<typeof runDeclaration>,
): Promise<HandlerResult<typeof runDeclaration>> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const moment = { now, timeZone: ctx.clock.timeZone };
    await planAccount(ctx, tx, await openSettings(ctx, tx, actor.id, requestMeta));
    const reminders = await tx.many<RunRow>(sql`
      select r.id, l.id as line_id, l.platform, l.username, l.note, r.kind, r.days, l.whatsapp,
        l.expires_at, ${chargedAt} as charged_at, r.body as text
      from reminders r join lines l on l.id = r.line_id
      where ${isOpen(actor.id, moment)}
      order by l.expires_at, r.id limit ${MAX_RUN_LENGTH}`);
    const counted = await tx.first<{ total: number }>(sql`
      select count(*) as total from reminders r join lines l on l.id = r.line_id
      where ${isOpen(actor.id, moment)}`);
    await tx.run(sql`
      update reminders set held_until = ${new Date(now.getTime() + HELD_MS)}
      where id = any(${reminders.map(({ id }) => id)}::bigint[])`);
    return { total: counted!.total, reminders };
  });
}

export async function readText(
  ctx: AppContext,
  { actor, params }: Call<typeof textDeclaration>,
): Promise<HandlerResult<typeof textDeclaration>> {
  const reminder = await ctx.db.first<{ lineId: number; body: string; baseUrl: string }>(sql`
    select r.line_id, r.body, s.base_url
    from reminders r join reminder_settings s on s.account_id = r.account_id
    where r.id = ${params.id} and r.account_id = ${actor.id}`);
  if (!reminder) return refuse('reminder_not_found');
  return { id: params.id, text: await fillPix(ctx, { id: params.id, ...reminder }) };
}

/**
 * Marks a reminder as sent by hand. A repeated call returns the same result. Refuses a reminder
 * that is no longer planned, for example because another channel sent it.
 */
export async function sendByHand(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof sentDeclaration>,
): Promise<HandlerResult<typeof sentDeclaration>> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const reminder = await tx.first<{ isOpen: boolean; lineId: number; dueAt: Date }>(sql`
      select state = 'planned' or channel = 'hand' as is_open, line_id, due_at
      from reminders where id = ${params.id} and account_id = ${actor.id} for no key update`);
    if (!reminder) return refuse('reminder_not_found');
    if (!reminder.isOpen) return refuse('reminder_closed');
    await recordChargeByHand(ctx, tx, actor.id, reminder.lineId);
    return tx.run(
      combineCtes({
        reminder: sql`
          update reminders set state = 'sent', channel = 'hand', sent_at = ${now}, try_at = null
          where id = ${params.id}`,
        held: sql`
          update reminders set held_until = ${new Date(now.getTime() + HELD_MS)}
          where account_id = ${actor.id} and state = 'planned' and held_until > ${now} and id <> ${params.id}`,
        contact: contactCte({ ...reminder, kind: 'charge' }, 'wa.me', now, actor.id),
        event: lineChargedCte(requestMeta, actor.id, reminder.lineId),
      }),
    );
  });
  return { id: params.id, chargedAtTimestamp: unixSeconds(now), message: 'Cobrança anotada' };
}
