/** Sends to chats what happened without a message of the person. */
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { reportOrders } from './report-orders.ts';
import { reportTickets } from './report-tickets.ts';

export async function reportToSalesChats(ctx: AppContext): Promise<void> {
  await reportOrders(ctx);
  await reportTickets(ctx);
}

export const reportToSalesChatsJob: Job = {
  name: 'report-to-sales-chats',
  schedule: '* * * * *',
  work: reportToSalesChats,
};
