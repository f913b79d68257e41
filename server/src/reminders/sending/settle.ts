/** What became of a reminder at a channel, written with the outcome of its delivery. */
import type { AutomaticChannel, SkipReason } from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import { type EventOrigin, insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { DeliveryOutcome } from '../../outbox/outbox.ts';
import { settleReceiptOf } from '../../payments/payments.ts';

/** From where a reminder acts: no person's address and no request. */
export const reminderOrigin: EventOrigin = { ip: null, requestId: 'reminders' };

export interface SentReminder {
  readonly accountId: number;
  readonly lineId: number;
  readonly kind: 'due' | 'renewed';
  readonly dueAt: Date;
}

export async function settleReminder(
  ctx: AppContext,
  tx: Tx,
  id: number,
  channel: AutomaticChannel,
  outcome: DeliveryOutcome & { readonly skip: SkipReason },
): Promise<void> {
  const now = ctx.clock.now();
  const mine = sql`id = ${id} and state = 'queued' and channel = ${channel}`;
  switch (outcome.state) {
    case 'sent':
      return recordSent(tx, now, { id, channel, reference: outcome.reference ?? null, from: mine });
    case 'unknown':
      await tx.run(sql`
        update reminders set state = 'unknown', sent_at = ${now}, problem = ${outcome.reason ?? null}
        where ${mine}`);
      return undefined;
    case 'skipped':
      await tx.run(sql`
        update reminders set state = 'skipped', reason = ${outcome.skip}, channel = null where ${mine}`);
      return undefined;
    default:
      return passOn(tx, now, { id, channel, problem: outcome.reason ?? '', from: mine });
  }
}

interface PassedOn {
  readonly id: number;
  readonly channel: AutomaticChannel;
  readonly problem: string;
  /** In which state it must be. */
  readonly from: Sql;
}

/** The channel could not bring it: the next one is tried at once. */
export async function passOn(
  tx: Tx,
  now: Date,
  { channel, problem, from }: PassedOn,
): Promise<void> {
  await tx.run(sql`
    update reminders set state = 'planned', channel = null, sent_at = null, reference = null,
      tried = array_append(tried, ${channel}::text), problem = ${problem}, try_at = ${now}
    where ${from}`);
}

interface Sent {
  readonly id: number;
  readonly channel: AutomaticChannel;
  readonly reference: string | null;
  readonly from: Sql;
}

/** The line's owner sees it as charged, and a receipt that waited for the same is done. */
export async function recordSent(
  tx: Tx,
  now: Date,
  { channel, reference, from }: Sent,
): Promise<void> {
  const sent = await tx.first<SentReminder>(sql`
    update reminders set state = 'sent', sent_at = coalesce(sent_at, ${now}),
      reference = coalesce(${reference}, reference), problem = null
    where ${from}
    returning account_id as "accountId", line_id as "lineId", kind, due_at as "dueAt"`);
  if (!sent) return;
  const { accountId, lineId, kind, dueAt } = sent;
  await tx.run(
    combineCtes({
      told:
        kind === 'due' ? contactCte(sent, channel, now, null) : settleReceiptOf(lineId, dueAt, now),
      event: insertEventCte(reminderOrigin, {
        kind: 'line-reminded',
        actorId: null,
        accountId,
        lineId,
        after: { channel },
      }),
    }),
  );
}

/** The line was written to about this end, now: what lists and board show. */
export const contactCte = (
  { lineId, dueAt }: Pick<SentReminder, 'lineId' | 'dueAt'>,
  channel: string,
  now: Date,
  actorId: number | null,
): Sql => sql`
  insert into line_contacts (line_id, kind, due_at, channel, contacted_at, actor_id)
  values (${lineId}, 'charge', ${dueAt}, ${channel}, ${now}, ${actorId})
  on conflict (line_id, kind, threshold, due_at) do update
    set channel = excluded.channel, contacted_at = excluded.contacted_at, actor_id = excluded.actor_id`;
