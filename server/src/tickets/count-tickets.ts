/** Counts the tickets that wait for an account, for the menu and the home page. */
import { ADMINISTRATION, PORTAL_TICKETS, RESELLER_TICKETS } from '@ramal/contract/rules/tickets';
import sql, { type Sql } from 'sql-template-tag';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { isVisibleTo } from './ticket.ts';
import { unreadBy } from './list-tickets.ts';
import { isPostponedBy } from './postpone-ticket.ts';

export interface WaitingTickets {
  readonly tickets: number;
  readonly portal: number;
}

const MAX_COUNTED = 1_000;

/**
 * Selects the numbers of waiting tickets, at most MAX_COUNTED each. For an admin these are tickets
 * without an answer; for a seller, tickets with messages that it has not read. Tickets that the
 * account postponed do not count.
 */
export function waitingTickets(actor: ReaderAccount, now: Date): Sql {
  const isAdmin = actor.profile === 'admin';
  const waiting = isAdmin
    ? sql`t.status = 0`
    : sql`t.status <> 1 and t.category <> ${ADMINISTRATION} and ${isVisibleTo(actor)} and ${unreadBy(actor)} > 0`;
  const count = (system: number): Sql =>
    sql`(select count(*) from (select from tickets t where t.system = ${system} and ${waiting} and not ${isPostponedBy(actor, now)} limit ${MAX_COUNTED}) counted)`;
  return sql`select ${count(RESELLER_TICKETS)} as tickets, ${count(PORTAL_TICKETS)} as portal`;
}

export async function countWaiting(
  { db, clock }: AppContext,
  actor: ReaderAccount,
): Promise<WaitingTickets> {
  const row = await db.first<WaitingTickets>(waitingTickets(actor, clock.now()));
  return row!;
}

export interface UnreadMessage {
  readonly unread: boolean;
  /**
   * True if the account has not received at least one of the unread messages yet. Null if no
   * message is unread.
   */
  readonly isNew: boolean | null;
}

/** Selects one row: whether the account has an unread message of the administration (S-DASH-01). */
export const unreadMessage = ({ id }: ReaderAccount): Sql => sql`
  select count(*) > 0 as unread, bool_or(r.received_at is null) as is_new from ticket_readers r
  where r.account_id = ${id} and r.sent_at is not null and r.read_at is null`;

/**
 * Marks every message that the administration has sent to the account as received. Called when the
 * panel shows a message in its banner (Q-MESSAGE).
 */
export const markMessageReceived = (
  { db, clock }: AppContext,
  { id }: ReaderAccount,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update ticket_readers set received_at = ${clock.now()}
      where account_id = ${id} and sent_at is not null and received_at is null`),
  );
