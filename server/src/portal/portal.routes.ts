import * as contract from '@ramal/contract/portal/portal';
import * as tickets from '@ramal/contract/portal/portal-tickets';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import {
  createOpenTicket,
  createWriteMessage,
  listCustomerTickets,
  readCustomerTicket,
} from './customer-tickets.ts';
import { createPortalCharge, getPortalCharge } from './portal-charges.ts';
import { getPortal } from './portal-home.ts';
import { createPortalSignIn } from './portal-sign-in.ts';
import { createRenewalLink, revokeRenewalLinks } from './renewal-links.ts';

export const portalRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.signInToPortal, createPortalSignIn(ctx)),
  bind(contract.getPortal, (call) => getPortal(ctx, call)),
  bind(contract.chargePortal, createPortalCharge(ctx)),
  bind(contract.getPortalCharge, (call) => getPortalCharge(ctx, call)),
  bind(tickets.listCustomerTickets, (call) => listCustomerTickets(ctx, call)),
  bind(tickets.openCustomerTicket, createOpenTicket(ctx)),
  bind(tickets.readCustomerTicket, (call) => readCustomerTicket(ctx, call)),
  bind(tickets.writeCustomerMessage, createWriteMessage(ctx)),
  bind(contract.createRenewalLink, (call) => createRenewalLink(ctx, call)),
  bind(contract.revokeRenewalLinks, (call) => revokeRenewalLinks(ctx, call)),
];
