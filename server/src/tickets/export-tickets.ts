/**
 * Exports Tickets_….xlsx with the tickets that match the screen's filters. A chosen status is set
 * in the transaction that starts the export (Q-TICKETUPDATE); the file contains the status before
 * the change. Without tickets no file is created (V-48).
 */
import { refuse } from '@ramal/contract/api/errors';
import {
  type Technology,
  type TicketCategory,
  type TicketStatus,
  type TicketSystem,
  PORTAL_TICKETS,
  RESELLER_TICKETS,
  categoryFilters,
  statusTabs,
  technologyLabels,
} from '@ramal/contract/rules/tickets';
import type { exportTickets as declaration } from '@ramal/contract/tickets/export-tickets';
import sql from 'sql-template-tag';
import { insertRowEventsCte, recordEvent } from '../events/events.ts';
import { exportKind, type ExportRequest, startExport } from '../exports/exports.ts';
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { franchiseNames } from './serialize-ticket.ts';
import { ticketsWhere } from './list-tickets.ts';
import { type Ticket, isVisibleTo, publishTicketChanges, ticketColumns } from './ticket.ts';

const KIND = 'export-tickets';
/**
 * Maximum number of tickets whose status changes in one export. More tickets need several exports.
 */
const MAX_TICKETS = 10_000;

interface TicketExportRequest extends ExportRequest {
  /** Each ticket with its status at the time of the request. */
  readonly tickets: readonly (readonly [id: number, status: TicketStatus])[];
}

export async function exportTickets(ctx: AppContext, call: Call<typeof declaration>) {
  const { actor, requestMeta, body } = call;
  const system: TicketSystem =
    body.systemTypeId === PORTAL_TICKETS ? PORTAL_TICKETS : RESELLER_TICKETS;
  const where = ticketsWhere(ctx, actor, system, { ...body, search: body.content });
  const chosen = body.ids ? sql`${where} and t.id = any (${body.ids}::bigint[])` : where;
  return ctx.db.tx(async (tx) => {
    const tickets = await tx.many<{ id: number; status: TicketStatus }>(sql`
      select t.id, t.status from tickets t where ${chosen}
      order by t.created_at desc, t.id desc limit ${MAX_TICKETS} for no key update of t`);
    if (tickets.length === 0) refuse('no_items_to_export');
    if (body.atualizaStatus !== 0) {
      const ids = tickets.map(({ id }) => id);
      await setStatus(ctx, tx, { caller: call, ids, status: body.atualizaStatus });
      await publishTicketChanges(tx, ids);
    }
    await recordEvent(tx, requestMeta, {
      kind: 'tickets-exported',
      actorId: actor.id,
      after: { tickets: tickets.length },
    });
    return startExport(ctx, tx, {
      kind: KIND,
      by: actor,
      file: fileName(ctx, system),
      payload: { tickets: tickets.map(({ id, status }) => [id, status]) },
    });
  });
}

/** Returns a name such as Tickets_20-11-2026_14-32_.xlsx (Q-EXPORT). */
function fileName({ clock }: AppContext, system: TicketSystem): string {
  const at = formatDateTime(clock.now(), clock.timeZone).replaceAll('/', '-').replace(' ', '_');
  return `Tickets_${system === PORTAL_TICKETS ? 'Portal_' : ''}${at.replace(':', '-')}_.xlsx`;
}

interface StatusChange {
  readonly caller: Caller;
  readonly ids: readonly number[];
  readonly status: number;
}

/** Sets the status. Messages of the administration (category 9) have no status. */
async function setStatus(
  ctx: AppContext,
  tx: Tx,
  { caller: { actor, requestMeta }, ids, status }: StatusChange,
): Promise<void> {
  const chosen = sql`id = any (${ids}::bigint[]) and category <> 9`;
  const changed = sql`(
    select account_id, jsonb_build_object('ticketStatus', status) as before,
      jsonb_build_object('ticket', id, 'ticketStatus', ${status}::int) as after
    from tickets where ${chosen} and status <> ${status} order by id) changed`;
  await tx.run(
    insertRowEventsCte(requestMeta, changed, { kind: 'ticket-status-set', actorId: actor.id }),
  );
  await tx.run(sql`
    update tickets set status = ${status},
      finished_at = case when ${status} = 1 then coalesce(finished_at, ${ctx.clock.now()}) end,
      waits_since = case when ${status} = 2 then waits_since end
    where ${chosen}`);
}

interface ExportedTicket extends Ticket {
  readonly statusThen: TicketStatus;
  readonly franchise: string;
}

const PAGE = 500;

export const ticketExport = exportKind<TicketExportRequest, ExportedTicket>({
  kind: KIND,
  count: async (_ctx, { tickets }) => tickets.length,
  pages: async function* (ctx, { by, tickets }, app) {
    const franchises = await franchiseNames(app, by);
    for (let from = 0; from < tickets.length; from += PAGE) {
      const statuses = new Map(tickets.slice(from, from + PAGE));
      const ids = [...statuses.keys()];
      const rows = await ctx.db.many<Ticket>(sql`
        select ${ticketColumns} from tickets t where t.id = any (${ids}::bigint[]) and ${isVisibleTo(by)}
        order by array_position(${ids}::bigint[], t.id)`);
      yield rows.map((row) => ({
        ...row,
        statusThen: statuses.get(row.id)!,
        franchise: row.idFranchise === null ? '' : (franchises.get(row.idFranchise) ?? ''),
      }));
    }
  },
  columns: [
    { header: 'ID', width: 10, cell: ({ id }) => id },
    { header: 'Status', width: 13, cell: ({ statusThen }) => statusTabs[statusThen] },
    {
      header: 'Categoria',
      width: 26,
      cell: ({ category }) => categoryFilters[category as TicketCategory],
    },
    {
      header: 'Tecnologia',
      width: 11,
      cell: ({ technology }) =>
        technology === null ? '' : technologyLabels[technology as Technology],
    },
    { header: 'Titulo', width: 40, cell: ({ title }) => title },
    { header: 'Descrição', width: 60, cell: ({ content }) => content },
    { header: 'Resolução', width: 11, cell: ({ resolution }) => resolution },
    { header: 'Canais', width: 30, cell: ({ channels }) => channels.join(', ') },
    { header: 'Usuário', width: 20, cell: ({ line, userText }) => line ?? userText },
    { header: 'ID Rev', width: 10, cell: ({ accountId }) => accountId },
    { header: 'Feita por', width: 20, cell: ({ account }) => account },
    { header: 'Franquia', width: 16, cell: ({ franchise }) => franchise },
    { header: 'Data', width: 18, cell: ({ createdAt }) => createdAt },
    { header: 'Primeira resposta', width: 18, cell: ({ firstAnswerAt }) => firstAnswerAt },
    { header: 'Finalizado em', width: 18, cell: ({ finishedAt }) => finishedAt },
    { header: 'Bloqueado', width: 11, cell: ({ blockedAt }) => (blockedAt ? 'Sim' : 'Não') },
  ],
});
