/**
 * Postpones a ticket in the list of one account. Other accounts still see it: another admin can
 * answer a ticket that one admin postponed.
 */
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { Postponement } from '@ramal/contract/tickets/ticket-acts';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import {
  type Clock,
  addDays,
  atMinute,
  formatDateTime,
  localDay,
  unixSeconds,
} from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { lockTicket, publishTicketChange } from './ticket.ts';

export async function postponeTicket(
  ctx: AppContext,
  actor: ReaderAccount,
  id: number,
  postponement: Postponement | null,
) {
  const until = postponement === null ? null : postponedUntil(ctx.clock, postponement);
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, actor, id);
    if (until !== null && ticket.status === 1) refuse('ticket_finished');
    await tx.run(sql`
      insert into ticket_readers (ticket_id, account_id, postponed_until)
      values (${id}, ${actor.id}, ${until})
      on conflict (ticket_id, account_id) do update set postponed_until = excluded.postponed_until`);
    await publishTicketChange(tx, ticket);
    return {
      id,
      postponedUntil: until && unixSeconds(until),
      message: until
        ? `Adiado até ${formatDateTime(until, ctx.clock.timeZone)}`
        : 'Ticket de volta à lista',
    };
  });
}

function postponedUntil(clock: Clock, postponement: Postponement): Date {
  const { timeZone } = clock;
  const moment = clock.now();
  const today = localDay(moment, timeZone);
  if (postponement === 'in_an_hour') return new Date(moment.getTime() + HOUR_MS);
  if (postponement === 'tomorrow_9') return atMinute(`${addDays(today, 1)}T09:00`, timeZone);
  const evening = atMinute(`${today}T18:00`, timeZone);
  return evening > moment ? evening : refuse('postponement_past');
}

/** Condition on `tickets t`: the account postponed the ticket to a later time. */
export const isPostponedBy = ({ id }: ReaderAccount, now: Date): Sql => sql`
  t.id in (select p.ticket_id from ticket_readers p
    where p.account_id = ${id} and p.postponed_until > ${now})`;

/** SQL: time until which the account postponed `tickets t`; null if it is in its list. */
export const selectPostponedUntil = ({ id }: ReaderAccount, now: Date): Sql => sql`
  (select p.postponed_until from ticket_readers p
    where p.ticket_id = t.id and p.account_id = ${id} and p.postponed_until > ${now})`;

/** Returns a ticket to every list but the author's, after a new message. */
export async function endPostponements(
  tx: Tx,
  ticketId: number,
  authorId: number | null,
): Promise<void> {
  await tx.run(sql`
    update ticket_readers set postponed_until = null
    where ticket_id = ${ticketId} and postponed_until is not null
      and account_id is distinct from ${authorId}::bigint`);
}
