/** Writes the result of a reminder in a channel, together with the outcome of its delivery. */
import type { AutomaticChannel, MessageKind, SkipReason } from '@ramal/contract/rules/reminders';
import sql, { type Sql } from 'sql-template-tag';
import { type EventOrigin, insertEventCte, isNotUndone } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Tx } from '../../foundation/database.ts';
import type { DeliveryOutcome } from '../../outbox/outbox.ts';
import { hasArrived } from './outgoing.sql.ts';

/** Request metadata for events caused by a reminder rather than a person. */
export const reminderOrigin: EventOrigin = { ip: null, requestId: 'reminders' };

interface SentReminder {
  readonly accountId: number;
  readonly lineId: number;
  readonly kind: MessageKind;
  readonly dueAt: Date;
}

interface SettledReminder {
  readonly id: number;
  readonly channel: AutomaticChannel;
  readonly outcome: DeliveryOutcome & { readonly skip: SkipReason };
}

export async function settleReminder(
  ctx: AppContext,
  tx: Tx,
  { id, channel, outcome }: SettledReminder,
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
      // The provider may have reported a result although our request received no response. Then the
      // reminder counts as sent.
      return recordSent(tx, now, {
        id,
        channel,
        reference: null,
        from: sql`id = ${id} and channel = ${channel} and state = 'unknown' and delivery is not null`,
      });
    case 'skipped':
      await tx.run(sql`
        update reminders set state = 'skipped', reason = ${outcome.skip}, channel = null where ${mine}`);
      return undefined;
    default:
      // The last attempt returned a failure, but the provider reported that the message arrived.
      if (await hasArrived(tx, id))
        return recordSent(tx, now, { id, channel, reference: null, from: mine });
      return passToNextChannel(tx, now, { id, channel, problem: outcome.reason ?? '', from: mine });
  }
}

const asksForPayment = (kind: MessageKind): boolean => kind === 'due' || kind === 'refused';

interface UndeliverableReminder {
  readonly id: number;
  readonly channel: AutomaticChannel;
  readonly problem: string;
  /** Condition on the current state of the reminder. */
  readonly from: Sql;
}

/**
 * Plans the reminder again at once without this channel, which could not deliver it. Undoes the
 * writes of `recordSent`.
 */
export async function passToNextChannel(
  tx: Tx,
  now: Date,
  { channel, problem, from }: UndeliverableReminder,
): Promise<void> {
  const failed = await tx.first<FailedReminder>(sql`
    with before as (select id, sent_at from reminders where ${from} for no key update)
    update reminders r set state = 'planned', channel = null, sent_at = null, reference = null, delivery = null,
      tried = array_append(r.tried, ${channel}::text), problem = ${problem}, try_at = ${now}
    from before where r.id = before.id
    returning r.id, r.line_id, r.kind, r.due_at, before.sent_at`);
  if (!failed?.sentAt) return;
  if (failed.kind === 'renewed') await undoRenewalContact(tx, failed, failed.sentAt, channel);
  else if (asksForPayment(failed.kind)) await undoContact(tx, failed, failed.sentAt, channel);
}

interface FailedReminder extends Pick<SentReminder, 'lineId' | 'kind' | 'dueAt'> {
  readonly id: number;
  /** Time at which the reminder was sent; null if it was not sent. */
  readonly sentAt: Date | null;
}

/**
 * Undoes the contact of a reminder that failed later, and restores the previous contact. A newer
 * contact is not changed.
 */
const undoContact = (
  tx: Tx,
  { id, lineId, dueAt }: FailedReminder,
  sentAt: Date,
  channel: AutomaticChannel,
): Promise<number> => {
  const isOfReminder = sql`c.line_id = ${lineId} and c.kind = 'charge' and c.threshold = 0
    and c.due_at = ${dueAt} and c.channel = ${channel} and c.contacted_at = ${sentAt} and c.actor_id is null`;
  return tx.run(sql`
    with former as (
      select channel, sent_at as at, null::bigint as actor_id from reminders
      where line_id = ${lineId} and kind = 'due' and due_at = ${dueAt} and state = 'sent'
        and channel <> 'hand' and id <> ${id}
      union all
      select 'wa.me', at, actor_id from events
      where line_id = ${lineId} and kind = 'line-charged' and at > coalesce((
        select max(at) from events where line_id = ${lineId} and kind = 'line-extended'
          and ${isNotUndone()}), '-infinity')
      order by at desc limit 1
    ), restored as (
      update line_contacts c set channel = f.channel, contacted_at = f.at, actor_id = f.actor_id
      from former f where ${isOfReminder}
    )
    delete from line_contacts c where ${isOfReminder} and not exists (select from former)`);
};

/** Undoes the contact of a message about a renewal that failed later. */
const undoRenewalContact = (
  tx: Tx,
  { lineId, dueAt }: FailedReminder,
  sentAt: Date,
  channel: AutomaticChannel,
): Promise<number> =>
  tx.run(sql`
    delete from line_contacts where line_id = ${lineId} and kind = 'renewed' and due_at = ${dueAt}
      and channel = ${channel} and contacted_at = ${sentAt}`);

interface DeliveredReminder {
  readonly id: number;
  readonly channel: AutomaticChannel;
  readonly reference: string | null;
  readonly from: Sql;
}

/**
 * Records that the reminder was sent. Also records the contact if the reminder asks for a payment
 * or is about a renewal.
 */
export async function recordSent(
  tx: Tx,
  now: Date,
  { channel, reference, from }: DeliveredReminder,
): Promise<void> {
  const sent = await tx.first<SentReminder & { sentAt: Date }>(sql`
    update reminders set state = 'sent', sent_at = coalesce(sent_at, ${now}),
      reference = coalesce(${reference}, reference), problem = null
    where ${from}
    returning account_id, line_id, kind, due_at, sent_at`);
  if (!sent) return;
  const { accountId, lineId, kind: messageKind, dueAt, sentAt } = sent;
  const kind = messageKind === 'renewed' ? messageKind : 'charge';
  const isContact = kind === 'renewed' || asksForPayment(messageKind);
  await tx.run(
    combineCtes({
      // The contact has the exact time of sending, so that it can be identified and undone if the
      // message fails later.
      ...(isContact && { contact: contactCte({ lineId, dueAt, kind }, channel, sentAt, null) }),
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

interface Contact extends Pick<SentReminder, 'lineId' | 'dueAt'> {
  readonly kind: 'charge' | 'renewed';
}

/**
 * CTE: records the contact about this expiry, which the list and the board of lines show. An older
 * contact never replaces a newer one, and a dismissal never replaces a message of the seller.
 */
export const contactCte = (
  { lineId, dueAt, kind }: Contact,
  channel: string,
  at: Date,
  actorId: number | null,
): Sql => sql`
  insert into line_contacts (line_id, kind, due_at, channel, contacted_at, actor_id)
  values (${lineId}, ${kind}, ${dueAt}, ${channel}, ${at}, ${actorId})
  on conflict (line_id, kind, threshold, due_at) do update
    set channel = excluded.channel, contacted_at = excluded.contacted_at, actor_id = excluded.actor_id
    where line_contacts.contacted_at <= excluded.contacted_at
      and (excluded.channel <> 'none' or line_contacts.channel <> 'wa.me')`;
