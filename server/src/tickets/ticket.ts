/**
 * A ticket as the server reads it, and the permission to see it and to write in it (Q-TICKETVIS,
 * Q-TICKETFLOW).
 */
import { refuse } from '@ramal/contract/api/errors';
import {
  ADMINISTRATION,
  type Technology,
  type TicketCategory,
  type TicketStatus,
  type TicketSystem,
} from '@ramal/contract/rules/tickets';
import sql, { type Sql } from 'sql-template-tag';
import { inTree } from '../access/access.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import { sendSignal } from '../foundation/live/send-signal.ts';

export interface Ticket {
  readonly id: number;
  readonly system: TicketSystem;
  readonly status: TicketStatus;
  readonly category: TicketCategory;
  readonly technology: Technology | null;
  readonly resolution: string;
  readonly title: string;
  readonly content: string;
  readonly accountId: number;
  readonly account: string;
  readonly idFranchise: number | null;
  readonly customerLineId: number | null;
  readonly lineId: number | null;
  readonly line: string | null;
  readonly userText: string;
  readonly facts: unknown;
  readonly createdAt: Date;
  readonly blockedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly firstAnswerAt: Date | null;
  readonly waitsSince: Date | null;
  readonly assignedTo: number | null;
  readonly assignee: string | null;
  readonly lastNumber: number;
  readonly lastAt: Date;
  readonly channels: readonly string[];
}

/** Columns of a `Ticket`. The query must name the table `tickets t`. */
export const ticketColumns = sql`
  t.id, t.system, t.status, t.category, t.technology, t.resolution, t.title, t.content,
  t.account_id, t.customer_line_id, t.line_id,
  t.user_text, t.facts, t.created_at, t.blocked_at,
  t.finished_at, t.first_answer_at, t.waits_since,
  t.assigned_to, t.last_number, t.last_at,
  (select a.username from accounts a where a.id = t.account_id) as account,
  (select a.id_franchise from accounts a where a.id = t.account_id) as id_franchise,
  (select a.username from accounts a where a.id = t.assigned_to) as assignee,
  (select l.username from lines l where l.id = coalesce(t.customer_line_id, t.line_id)) as line,
  array(select c.label from ticket_channels c where c.ticket_id = t.id order by c.position) as channels`;

/** Condition on `tickets t`: the administration sent the message to this account. */
const isSentTo = (actor: ReaderAccount): Sql =>
  sql`t.id in (select r.ticket_id from ticket_readers r where r.account_id = ${actor.id} and r.sent_at is not null)`;

/**
 * Condition on `tickets t`: an account sees its own tickets, a franchise sees those of its network,
 * and an admin sees all (Q-TICKETVIS). A seller sees only those messages of the administration that
 * it received.
 */
export function isVisibleTo(actor: ReaderAccount): Sql {
  if (actor.profile === 'admin') return sql`true`;
  const owned =
    actor.profile === 'franchise'
      ? inTree(actor, sql`t.account_id`)
      : sql`t.account_id = ${actor.id}`;
  return sql`(${owned} or ${isSentTo(actor)})`;
}

export async function findTicket(
  reader: Reader,
  actor: ReaderAccount,
  id: number,
): Promise<Ticket> {
  const ticket = await reader.first<Ticket>(
    sql`select ${ticketColumns} from tickets t where t.id = ${id} and ${isVisibleTo(actor)}`,
  );
  return ticket ?? refuse('ticket_not_found');
}

/** Locks the ticket, so that of two simultaneous messages the second gets the next number. */
export async function lockTicket(tx: Tx, actor: ReaderAccount, id: number): Promise<Ticket> {
  const ticket = await tx.first<Ticket>(sql`
    select ${ticketColumns} from tickets t where t.id = ${id} and ${isVisibleTo(actor)}
    for no key update of t`);
  return ticket ?? refuse('ticket_not_found');
}

/**
 * Role of an account in a ticket. The account that opened it is its author. Support is the
 * administration and, for a customer's ticket of the portal, the account that sells to the
 * customer. Every other account reads.
 */
export type Side = 'author' | 'support' | 'reader';

export function findTicketSide(
  { accountId, customerLineId, category }: Ticket,
  actor: ReaderAccount,
): Side {
  if (category === ADMINISTRATION) return 'reader';
  if (customerLineId === null && accountId === actor.id) return 'author';
  return actor.profile === 'admin' || accountId === actor.id ? 'support' : 'reader';
}

/** True if this side can finish the ticket now (T-27). */
export const isFinishable = ({ status }: Pick<Ticket, 'status'>, side: Side): boolean =>
  side !== 'reader' && status === 2;

type Writable = Pick<Ticket, 'category' | 'status' | 'blockedAt'>;

/** Returns the reason why this side cannot write; undefined if it has write access. */
export function findWriteRefusal(ticket: Writable, side: Side, isAdmin: boolean) {
  if (ticket.category === ADMINISTRATION) return 'ticket_without_chat' as const;
  if (side === 'reader') return 'ticket_not_yours' as const;
  if (ticket.status === 1) return 'ticket_finished' as const;
  if (ticket.blockedAt && !isAdmin) return 'ticket_blocked' as const;
  return undefined;
}

/** Sends a change of the ticket to the screens of all accounts that see it. */
export const publishTicketChange = (tx: Tx, { id }: Pick<Ticket, 'id'>): Promise<void> =>
  signalTicketChange(tx, [id], { id });

/** Sends a change of many tickets. Each account that sees one of them reloads its whole screen. */
export const publishTicketChanges = (tx: Tx, ids: readonly number[]): Promise<void> =>
  signalTicketChange(tx, ids, {});

async function signalTicketChange(
  tx: Tx,
  ids: readonly number[],
  data: Readonly<Record<string, number>>,
): Promise<void> {
  await sendSignal(tx, {
    topic: 'tickets',
    admins: true,
    accounts: sql`array(
      select above.id from tickets t join accounts a on a.id = t.account_id
      join accounts above on above.id = any (a.ancestors)
      where t.id = any (${ids}::bigint[]) and (above.id = a.id or above.profile = 'franchise')
      union select r.account_id from ticket_readers r
      where r.ticket_id = any (${ids}::bigint[]) and r.sent_at is not null)`,
    data,
  });
}
