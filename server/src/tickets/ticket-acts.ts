/**
 * Actions on a ticket other than writing: finish, block, remove a message, assign it to an admin.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { type NewEvent, recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { blankNotices } from '../notices/notices.ts';
import { isBlockable } from './read-ticket.ts';
import { ticketSubject } from './ticket-notices.ts';
import { type Ticket, lockTicket, findTicketSide, publishTicketChange } from './ticket.ts';

/**
 * Finishes a ticket. Its author and the accounts that answer it may do this while it is in progress
 * (T-27).
 */
export async function finishTicket(ctx: AppContext, caller: Caller, id: number) {
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, caller.actor, id);
    if (findTicketSide(ticket, caller.actor) === 'reader') refuse('ticket_not_yours');
    if (ticket.status !== 2) refuse('ticket_not_in_progress');
    await tx.run(sql`
      update tickets set status = 1, finished_at = ${ctx.clock.now()}, waits_since = null where id = ${id}`);
    await record(tx, caller, ticket, { kind: 'ticket-finished' });
    return { id, message: 'Ticket encerrado com sucesso' };
  });
}

/** Puts a finished ticket in progress again. The accounts that may finish it may also do this. */
export async function reopenTicket(ctx: AppContext, caller: Caller, id: number) {
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, caller.actor, id);
    if (findTicketSide(ticket, caller.actor) === 'reader') refuse('ticket_not_yours');
    if (ticket.status !== 1) refuse('ticket_not_finished');
    await tx.run(sql`
      update tickets set status = 2, finished_at = null, waits_since = ${ctx.clock.now()} where id = ${id}`);
    await record(tx, caller, ticket, { kind: 'ticket-reopened' });
    return { id, message: 'Ticket reaberto' };
  });
}

/** Blocks a ticket that was answered and is not blocked yet (T-28). */
export async function blockTicket(ctx: AppContext, caller: Caller, id: number) {
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, caller.actor, id);
    if (ticket.blockedAt) refuse('ticket_blocked_already');
    if (!isBlockable(ticket)) refuse('ticket_pending');
    await tx.run(sql`update tickets set blocked_at = ${ctx.clock.now()} where id = ${id}`);
    await record(tx, caller, ticket, { kind: 'ticket-blocked' });
    return { id, message: 'Ticket bloqueado com sucesso' };
  });
}

/**
 * Removes a message. The text disappears from every screen; the number of the message remains
 * (Q-DELCHAT).
 */
export async function removeMessage(ctx: AppContext, caller: Caller, id: number) {
  return ctx.db.tx(async (tx) => {
    const message = await tx.first<{ ticketId: number }>(
      sql`select ticket_id from ticket_messages where id = ${id}`,
    );
    if (!message) refuse('ticket_message_not_found');
    const ticket = await lockTicket(tx, caller.actor, message.ticketId);
    const removed = await tx.first<{ body: string }>(sql`
      update ticket_messages set removed_at = ${ctx.clock.now()} where id = ${id} and removed_at is null
      returning body`);
    if (!removed) return refuse('ticket_message_not_found');
    const accounts = [ticket.accountId, ...(ticket.assignedTo === null ? [] : [ticket.assignedTo])];
    await blankNotices(tx, { accounts, subject: ticketSubject(ticket.id), text: removed.body });
    await record(tx, caller, ticket, { kind: 'ticket-message-removed' });
    return { id, message: 'Mensagem deletada com sucesso' };
  });
}

export async function assignTicket(
  ctx: AppContext,
  caller: Caller,
  id: number,
  adminId: number | undefined,
) {
  return ctx.db.tx(async (tx) => {
    const ticket = await lockTicket(tx, caller.actor, id);
    const admin = adminId === undefined ? undefined : await findAdmin(tx, adminId);
    await tx.run(sql`update tickets set assigned_to = ${admin?.id ?? null} where id = ${id}`);
    await record(tx, caller, ticket, {
      kind: 'ticket-assigned',
      after: { ticket: id, assignee: admin?.username ?? '' },
    });
    return {
      id,
      message: admin ? `Responsável: ${admin.username}` : 'Ticket sem responsável',
    };
  });
}

interface Admin {
  readonly id: number;
  readonly username: string;
}

const isAdmin = sql`profile = 'admin' and deleted_at is null and blocked_at is null and blocked_by_admin_at is null`;

async function findAdmin(tx: Tx, id: number): Promise<Admin> {
  const admin = await tx.first<Admin>(
    sql`select id, username from accounts where id = ${id} and ${isAdmin}`,
  );
  return admin ?? refuse('admin_not_found');
}

export const listAdmins = ({ db }: AppContext): Promise<Admin[]> =>
  db.many<Admin>(
    sql`select id, username from accounts where ${isAdmin} order by lower(username) limit 100`,
  );

async function record(
  tx: Tx,
  { actor, requestMeta }: Caller,
  ticket: Ticket,
  what: Pick<NewEvent, 'kind' | 'after'>,
): Promise<void> {
  await recordEvent(tx, requestMeta, {
    actorId: actor.id,
    accountId: ticket.accountId,
    after: { ticket: ticket.id },
    ...what,
  });
  await publishTicketChange(tx, ticket);
}
