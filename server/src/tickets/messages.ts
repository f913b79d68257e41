/**
 * Messages of a ticket's chat. They are numbered, so that the client neither misses one nor shows
 * one twice.
 */
import { randomUUID } from 'node:crypto';
import { CHAT_PAGE } from '@ramal/contract/tickets/tickets';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader, Tx } from '../foundation/database.ts';
import { markNoticesRead } from '../notices/notices.ts';
import { endPostponements } from './postpone-ticket.ts';
import { type Ticket, publishTicketChange } from './ticket.ts';
import { notifyOfMessage, ticketSubject } from './ticket-notices.ts';

export interface Message {
  readonly id: number;
  readonly number: number;
  readonly accountId: number | null;
  readonly author: string | null;
  readonly fromSupport: boolean;
  readonly body: string;
  readonly clientId: string;
  readonly at: Date;
  readonly pictures: readonly MessagePicture[];
}

export interface MessagePicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

const columns = sql`
  m.id, m.number, m.account_id, m.from_support, m.body,
  m.client_id, m.at,
  (select a.username from accounts a where a.id = m.account_id) as author,
  (select coalesce(json_agg(json_build_object('name', p.name, 'width', p.width, 'height', p.height,
      'bytes', octet_length(p.bytes)) order by p.id), '[]')
    from ticket_pictures p where p.message_id = m.id) as pictures`;

const messagesWhere = (condition: Sql): Sql =>
  sql`select ${columns} from ticket_messages m where ${condition}`;

/** Returns the next CHAT_PAGE messages after this number, in order and without removed ones. */
export const messagesAfter = (
  reader: Reader,
  ticketId: number,
  after: number,
): Promise<Message[]> =>
  reader.many<Message>(sql`
    ${messagesWhere(sql`m.ticket_id = ${ticketId} and m.number > ${after} and m.removed_at is null`)}
    order by m.number limit ${CHAT_PAGE}`);

export async function removedNumbers(reader: Reader, ticketId: number): Promise<number[]> {
  const rows = await reader.many<{ number: number }>(sql`
    select number from ticket_messages where ticket_id = ${ticketId} and removed_at is not null order by number`);
  return rows.map(({ number }) => number);
}

interface NewMessage {
  readonly accountId: number | null;
  readonly fromSupport: boolean;
  readonly body: string;
  readonly clientId?: string | undefined;
  readonly pictures?: readonly string[] | undefined;
}

/** Maximum messages of a chat; a longer conversation needs another ticket. */
const MAX_MESSAGES = 2_000;

/** Finds a message that was already stored under the id of its client. */
export async function findSent(
  tx: Tx,
  ticketId: number,
  { clientId, accountId }: Pick<NewMessage, 'clientId' | 'accountId'>,
): Promise<Message | undefined> {
  if (clientId === undefined) return undefined;
  return tx.first<Message>(
    messagesWhere(sql`m.ticket_id = ${ticketId} and m.client_id = ${clientId}
      and m.account_id is not distinct from ${accountId}::bigint`),
  );
}

/** Adds a message to a locked ticket and changes its status (Q-TICKETFLOW). */
export async function addMessage(
  tx: Tx,
  ticket: Ticket,
  message: NewMessage,
  now: Date,
): Promise<Message> {
  const { fromSupport } = message;
  if (ticket.lastNumber >= MAX_MESSAGES) refuse('ticket_full');
  const number = ticket.lastNumber + 1;
  const inserted = await tx.first<{ id: number }>(sql`
    insert into ticket_messages (ticket_id, number, account_id, from_support, body, client_id, at)
    values (${ticket.id}, ${number}, ${message.accountId}, ${fromSupport}, ${message.body},
      ${message.clientId ?? randomUUID()}, ${now})
    on conflict on constraint ticket_messages_client_key do nothing
    returning id`);
  // Another account used the id before, so this client must send the message again with another id.
  if (!inserted) return refuse('key_reused');
  await attachPictures(tx, ticket.id, inserted.id, message);
  await tx.run(sql`
    update tickets set last_number = ${number}, last_at = ${now},
      status = case when ${fromSupport} then 3 when status = 0 then 0 else 2 end,
      first_answer_at = case when ${fromSupport} then coalesce(first_answer_at, ${now}) else first_answer_at end,
      waits_since = case when ${fromSupport} then null else coalesce(waits_since, ${now}) end
    where id = ${ticket.id}`);
  if (message.accountId !== null)
    await setRead(tx, { ticketId: ticket.id, accountId: message.accountId, number, now });
  await endPostponements(tx, ticket.id, message.accountId);
  await publishTicketChange(tx, ticket);
  await notifyOfMessage(tx, ticket, message, now);
  return (await tx.first<Message>(messagesWhere(sql`m.id = ${inserted.id}`)))!;
}

/** Attaches only pictures that the same account uploaded to this ticket, each once. */
async function attachPictures(
  tx: Tx,
  ticketId: number,
  messageId: number,
  { pictures = [], accountId }: NewMessage,
): Promise<void> {
  const names = [...new Set(pictures)];
  if (names.length === 0) return;
  const attached = await tx.run(sql`
    update ticket_pictures set message_id = ${messageId}
    where name = any (${names}::text[]) and ticket_id = ${ticketId} and message_id is null
      and account_id is not distinct from ${accountId}::bigint`);
  if (attached !== names.length) refuse('picture_not_found');
}

interface ReadMark {
  readonly ticketId: number;
  readonly accountId: number;
  readonly number: number;
  readonly now: Date;
}

/** Stores the number of the last message that the account has read. The number never decreases. */
export async function setRead(
  tx: Tx,
  { ticketId, accountId, number, now }: ReadMark,
): Promise<void> {
  await tx.run(sql`
    insert into ticket_readers (ticket_id, account_id, read_number, read_at)
    values (${ticketId}, ${accountId}, ${number}, ${now})
    on conflict (ticket_id, account_id) do update
      set read_number = greatest(ticket_readers.read_number, excluded.read_number),
        read_at = coalesce(ticket_readers.read_at, excluded.read_at)`);
  const seen = {
    accountId,
    kinds: ['answer', 'message'],
    subject: ticketSubject(ticketId),
    at: now,
  } as const;
  await markNoticesRead(tx, seen);
}
