/** Tickets about one channel within a day form one incident, which an admin answers once. */
import { refuse } from '@ramal/contract/api/errors';
import type { Incident } from '@ramal/contract/tickets/ticket-answers';
import sql from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { ONLINE_MS } from '../watching/watching.ts';
import { writeOnce } from './send-message.ts';
import { lockTicket } from './ticket.ts';
import { isPartOfIncident } from './ticket-facts.ts';

const MAX_SHOWN = 5;
const MAX_ANSWERED = 500;

interface IncidentRow extends Omit<Incident, 'since'> {
  readonly since: Date;
}

/** Lists incidents that wait for an answer: two tickets or more. */
export async function listIncidents(
  { db, clock }: AppContext,
  system: number,
): Promise<Incident[]> {
  const now = clock.now();
  const seen = new Date(now.getTime() - ONLINE_MS);
  const rows = await db.many<IncidentRow>(sql`
    select grouped.key, grouped.label, grouped.tickets, grouped.since, coalesce(s.source_problem, '') as problem,
      (select count(distinct p.line_id) from presence p
        where p.stream_id = grouped.stream_id and p.last_seen_at > ${seen}) as watching
    from (
      select c.key, max(c.label) as label, max(c.stream_id) as stream_id,
        count(distinct t.id) as tickets, min(t.created_at) as since
      from tickets t join ticket_channels c on c.ticket_id = t.id
      where t.system = ${system} and ${isPartOfIncident(now)} and t.waits_since is not null
      group by c.key having count(distinct t.id) > 1
      order by count(distinct t.id) desc, c.key limit ${MAX_SHOWN}
    ) grouped left join streams s on s.id = grouped.stream_id
    order by grouped.tickets desc, grouped.key`);
  return rows.map((row) => ({ ...row, since: unixSeconds(row.since) }));
}

interface AnswerIncidentInput {
  readonly key: string;
  readonly body: string;
  readonly clientId: string;
  readonly system: number;
}

/**
 * Answers up to MAX_ANSWERED waiting tickets of an incident in one transaction, except the caller's
 * own tickets. A repeated call finds the message in each ticket.
 */
export async function answerIncident(
  ctx: AppContext,
  caller: Caller,
  { key, body, clientId, system }: AnswerIncidentInput,
) {
  return ctx.db.tx(async (tx) => {
    // Sorted by id, the order in which every answer locks them, so that two calls cannot deadlock.
    const tickets = await tx.many<{ id: number }>(sql`
      select distinct t.id from tickets t join ticket_channels c on c.ticket_id = t.id
      where c.key = ${key} and t.system = ${system} and ${isPartOfIncident(ctx.clock.now())}
        and (t.account_id <> ${caller.actor.id} or t.customer_line_id is not null)
        and (t.waits_since is not null or exists (select from ticket_messages m
          where m.ticket_id = t.id and m.client_id = ${clientId}::uuid))
      order by t.id limit ${MAX_ANSWERED}`);
    if (tickets.length === 0) refuse('incident_not_found');
    for (const { id } of tickets) {
      const ticket = await lockTicket(tx, caller.actor, id);
      // Skips a ticket that was finished after it was listed.
      if (ticket.status !== 1)
        await writeOnce(ctx, tx, { caller, ticket, input: { body, clientId } });
    }
    const { length } = tickets;
    return {
      message: length === 1 ? '1 ticket respondido' : `${length} tickets respondidos`,
      tickets: length,
    };
  });
}
