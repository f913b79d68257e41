/** Support tickets of resellers and of the customers' portal, and their chat. */
export {
  markMessageReceived,
  type UnreadMessage,
  unreadMessage,
  type WaitingTickets,
  waitingTickets,
} from './count-tickets.ts';
export { eraseTicketsOfLinesCte } from './erase-tickets.ts';
export { ticketExport } from './export-tickets.ts';
export {
  addPortalMessage,
  listPortalTickets,
  openPortalTicket,
  type PortalMessage,
  type PortalTicket,
  readPortalTicket,
} from './portal-tickets.ts';
export { ticketRoutes } from './tickets.routes.ts';
