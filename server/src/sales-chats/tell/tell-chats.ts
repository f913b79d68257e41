/** Sends to chats what happened without a message of the person. */
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { tellOrders } from './tell-orders.ts';
import { tellTickets } from './tell-tickets.ts';

export async function tellSalesChats(ctx: AppContext): Promise<void> {
  await tellOrders(ctx);
  await tellTickets(ctx);
}

export const tellSalesChatsJob: Job = {
  name: 'tell-sales-chats',
  schedule: '* * * * *',
  work: tellSalesChats,
};
