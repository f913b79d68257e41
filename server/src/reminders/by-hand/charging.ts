/**
 * Lists the caller's official, switched-on lines for payment requests by hand, and records each
 * request. A renewal begins a period without a request.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import {
  type chargeLine as chargeDeclaration,
  type listLinesToCharge,
  MAX_RUN_LENGTH,
} from '@ramal/contract/lines/charging';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { empty, type Sql } from 'sql-template-tag';
import { chargedAt, dueRange, isWithin } from '../../line-payments/line-payments.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller, RequestMeta } from '../../foundation/caller.ts';
import { addDays, daysBetween, localDay, startOfDay, unixSeconds } from '../../foundation/clock.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import { isCharged, countRenewals } from '../planning/due-customers.sql.ts';
import { recordChargeByHand } from '../sending/message-days.ts';
import { contactCte } from '../sending/settle.ts';

interface LineToCharge {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly expiresAt: Date;
  readonly chargedAt: Date | null;
}

export async function readLinesToCharge(
  ctx: AppContext,
  { actor }: Pick<Caller, 'actor'>,
  { due, platform }: { readonly due: string; readonly platform?: PlatformKey | undefined },
): Promise<HandlerResult<typeof listLinesToCharge>> {
  const which = sql`
    owner_id = ${actor.id} and status = 1 and deleted_at is null and ${isWithin(dueRange(due, ctx.clock))}
    ${platform ? sql`and platform = ${platform}` : empty}`;
  const [lines, counted] = await Promise.all([
    ctx.db.many<LineToCharge>(sql`
      select l.id, l.platform, l.username, l.note, l.whatsapp, l.expires_at,
        ${chargedAt} as charged_at
      from lines l where ${which}
      order by l.expires_at desc, l.id limit ${MAX_RUN_LENGTH}`),
    ctx.db.first<{ total: number }>(sql`select count(*) as total from lines where ${which}`),
  ]);
  return { total: counted!.total, lines };
}

/**
 * Records that the seller requested a line's payment by hand. The request counts as the reminder of
 * the threshold that the line has reached today.
 */
export async function chargeLine(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  lineId: number,
): Promise<HandlerResult<typeof chargeDeclaration>> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const line = await tx.first<{ expiresAt: Date }>(sql`
      select expires_at from lines
      where id = ${lineId} and owner_id = ${actor.id} and deleted_at is null for share`);
    if (!line) return refuse('line_not_found');
    await countAsReminder(ctx, tx, actor.id, { lineId, dueAt: line.expiresAt });
    await recordChargeByHand(ctx, tx, actor.id, lineId);
    return tx.run(
      combineCtes({
        contact: contactCte(
          { lineId, dueAt: line.expiresAt, kind: 'charge' },
          'wa.me',
          now,
          actor.id,
        ),
        event: lineChargedCte(requestMeta, actor.id, lineId),
      }),
    );
  });
  return { id: lineId, chargedAtTimestamp: unixSeconds(now), message: 'Cobrança anotada' };
}

export const lineChargedCte = (requestMeta: RequestMeta, accountId: number, lineId: number): Sql =>
  insertEventCte(requestMeta, {
    kind: 'line-charged',
    actorId: accountId,
    accountId,
    lineId,
    after: { channel: 'wa.me' },
  });

/**
 * Marks the reminder of today's threshold as sent by hand, and creates it if it was not planned. A
 * reminder already queued in another channel is still sent.
 */
async function countAsReminder(
  ctx: AppContext,
  tx: Tx,
  accountId: number,
  { lineId, dueAt }: { readonly lineId: number; readonly dueAt: Date },
): Promise<void> {
  const now = ctx.clock.now();
  const { timeZone } = ctx.clock;
  const today = localDay(now, timeZone);
  const days = daysBetween(localDay(dueAt, timeZone), today);
  await tx.run(sql`
    insert into reminders (account_id, line_id, period, kind, days, text_id, due_at, day, body, facts, state,
      channel, planned_at, until, sent_at)
    select ${accountId}, l.id, ${countRenewals}, 'due', t.days, t.text_id, l.expires_at, ${today}::date, '', '{}',
      'sent', 'hand', ${now}, ${startOfDay(addDays(today, 1), timeZone)}, ${now}
    from reminder_thresholds t join lines l on l.id = ${lineId}
    where t.account_id = ${accountId} and t.kind = 'due' and t.is_on and t.days = ${days}
      and ${isCharged}
    on conflict (line_id, period, kind, days) do update
    set state = 'sent', channel = 'hand', sent_at = ${now}, reason = null, try_at = null
    where reminders.state in ('planned', 'skipped')`);
}
