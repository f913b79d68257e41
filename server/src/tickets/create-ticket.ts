/** Opens a ticket of an account (V-42 to V-45, Q-SYSTEMTYPE). */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { PORTAL_TICKETS, RESELLER_TICKETS, missingFields } from '@ramal/contract/rules/tickets';
import type { createTicket as declaration } from '@ramal/contract/tickets/tickets';
import { runOncePerKey } from '../foundation/idempotency.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { openTicket } from './open-ticket.ts';

export async function createTicket(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { body } = call;
  const fields = missingFields(body);
  if (Object.keys(fields).length > 0) refuse('ticket_incomplete', { fields });
  const { channels = [], idChannels = [] } = body;
  return ctx.db.tx((tx) =>
    runOncePerKey(tx, call, async () => {
      const id = await openTicket(ctx, tx, {
        account: call.actor,
        input: {
          system: body.systemTypeId === PORTAL_TICKETS ? PORTAL_TICKETS : RESELLER_TICKETS,
          category: body.category,
          technology: body.tech ?? null,
          resolution: body.resolution ?? '',
          title: body.title,
          content: body.content,
          lineId: body.ticketOwner ?? undefined,
          userText: body.username ?? '',
          channels: channels.map((label, index) => ({
            label,
            streamId: idChannels[index] || undefined,
          })),
        },
        requestMeta: call.requestMeta,
      });
      return { id, message: 'Ticket criado com sucesso' };
    }),
  );
}
