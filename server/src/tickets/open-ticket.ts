/**
 * Opens a ticket of an account or of a customer, with the current state of the line and channels
 * that the ticket is about.
 */
import { withWireNames } from '@ramal/contract/api/translated';
import { type Technology, requiresTechnology, LIVE_TV } from '@ramal/contract/rules/tickets';
import { ticketFacts } from '@ramal/contract/tickets/ticket-facts';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { publishTicketChange } from './ticket.ts';
import { type FactsReader, readFacts } from './ticket-facts.ts';
import { notifyOfCustomerTicket } from './ticket-notices.ts';

export interface NewTicket {
  readonly system: 1 | 2;
  readonly category: number;
  readonly technology: Technology | null;
  readonly resolution: string;
  readonly title: string;
  readonly content: string;
  readonly lineId: number | undefined;
  readonly userText: string;
  readonly channels: readonly Channel[];
  /**
   * For a ticket of a customer: the customer's line, and the id that the customer's browser
   * created.
   */
  readonly customer?: { readonly lineId: number; readonly clientId: string };
}

export interface Channel {
  readonly label: string;
  /** Undefined if the user typed the name of the channel. */
  readonly streamId: number | undefined;
}

interface OpenedTicket {
  readonly account: FactsReader;
  readonly input: NewTicket;
  readonly requestMeta: RequestMeta;
}

/**
 * Returns the new ticket's id. `account` is the author, or the account that sold the customer's
 * line.
 */
export async function openTicket(
  ctx: AppContext,
  tx: Tx,
  { account, input, requestMeta }: OpenedTicket,
): Promise<number> {
  const now = ctx.clock.now();
  const isLiveTv = input.category === LIVE_TV;
  const channels = isLiveTv ? await knownChannels(tx, input.channels) : [];
  const facts = await readFacts(ctx, tx, account, {
    lineId: input.lineId,
    streamIds: channels.flatMap(({ streamId }) => (streamId === undefined ? [] : [streamId])),
  });
  const hasFacts = facts.line !== null || facts.channels.length > 0;
  const row = await tx.first<{ id: number }>(sql`
    insert into tickets (system, category, technology, resolution, title, content, account_id,
      customer_line_id, client_id, line_id, user_text, facts, created_at, last_at, waits_since)
    values (${input.system}, ${input.category}, ${requiresTechnology(input.category) ? input.technology : null},
      ${isLiveTv ? input.resolution : ''}, ${input.title}, ${input.content}, ${account.id},
      ${input.customer?.lineId ?? null}, ${input.customer?.clientId ?? null}::uuid, ${input.lineId ?? null},
      ${input.userText}, ${hasFacts ? JSON.stringify(withWireNames(ticketFacts, facts)) : null}::jsonb, ${now}, ${now}, ${now})
    returning id`);
  const { id } = row!;
  if (channels.length > 0) await tx.run(insertChannels(id, channels));
  await recordEvent(tx, requestMeta, {
    kind: 'ticket-opened',
    actorId: input.customer ? null : account.id,
    accountId: account.id,
    after: { ticket: id },
  });
  await publishTicketChange(tx, { id });
  if (input.customer) {
    const { lineId } = input.customer;
    await notifyOfCustomerTicket(tx, { id, title: input.title, sellerId: account.id, lineId }, now);
  }
  return id;
}

/**
 * Removes ids of channels that the catalogue does not contain. The label of the channel is kept.
 */
async function knownChannels(tx: Tx, channels: readonly Channel[]): Promise<Channel[]> {
  const streamIds = channels.map(({ streamId }) => streamId ?? 0);
  const streams = await tx.many<{ id: number; name: string }>(
    sql`select id, name from streams where id = any (${streamIds}::bigint[]) and kind = 'live'`,
  );
  const names = new Map(streams.map(({ id, name }) => [id, name]));
  return channels.map(({ label, streamId }) =>
    streamId !== undefined && names.has(streamId)
      ? { label: names.get(streamId)!, streamId }
      : { label, streamId: undefined },
  );
}

const insertChannels = (ticketId: number, channels: readonly Channel[]): Sql => sql`
  insert into ticket_channels (ticket_id, position, label, stream_id, key)
  select ${ticketId}, c.position, c.label, c.stream_id, coalesce('s:' || c.stream_id, 'n:' || fold(c.label))
  from unnest(${channels.map(({ label }) => label)}::text[], ${channels.map(({ streamId }) => streamId ?? null)}::bigint[])
    with ordinality as c (label, stream_id, position)`;
