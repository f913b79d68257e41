import * as authorizations from '@ramal/contract/payments/authorizations';
import * as contract from '@ramal/contract/portal/portal';
import * as recurring from '@ramal/contract/portal/portal-authorizations';
import * as tickets from '@ramal/contract/portal/portal-tickets';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import {
  createOpenTicket,
  createWriteMessage,
  listCustomerTickets,
  readCustomerTicket,
} from './customer-tickets.ts';
import {
  createGetLineAuthorization,
  endAuthorization,
  exportAuthorizations,
  listAuthorizationHistory,
  listAuthorizations,
} from '../recurring-pix/recurring-pix.ts';
import { createAuthorizationLink } from './authorization-link.ts';
import {
  createAuthorizePortal,
  createEndPortalAuthorization,
  getPortalAuthorization,
  getPortalRecurring,
} from './portal-authorizations.ts';
import {
  createPortalCharge,
  createPortalDebitCharge,
  createReadPortalCoupon,
  getPortalCharge,
} from './portal-charges.ts';
import { getPortal } from './portal-home.ts';
import { createPortalSignIn } from './portal-sign-in.ts';
import { createRenewalLink, revokeRenewalLinks } from './renewal-links.ts';
import { readMonthPrice } from './renewal-prices.ts';

export const portalRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.signInToPortal, createPortalSignIn(ctx)),
  bind(contract.getPortal, (call) => getPortal(ctx, call)),
  bind(contract.readPortalCoupon, createReadPortalCoupon(ctx)),
  bind(contract.chargePortal, createPortalCharge(ctx)),
  bind(contract.getPortalCharge, (call) => getPortalCharge(ctx, call)),
  bind(recurring.getPortalRecurring, (call) => getPortalRecurring(ctx, call)),
  bind(recurring.authorizePortal, createAuthorizePortal(ctx)),
  bind(recurring.getPortalAuthorization, (call) => getPortalAuthorization(ctx, call)),
  bind(recurring.endPortalAuthorization, createEndPortalAuthorization(ctx)),
  bind(recurring.chargePortalDebit, createPortalDebitCharge(ctx)),
  bind(authorizations.listAuthorizations, (call) => listAuthorizations(ctx, call)),
  bind(authorizations.exportAuthorizations, (call) => exportAuthorizations(ctx, call)),
  bind(
    authorizations.getLineAuthorization,
    createGetLineAuthorization(ctx, (line) => readMonthPrice(ctx.db, line)),
  ),
  bind(authorizations.endAuthorization, (call) => endAuthorization(ctx, call)),
  bind(authorizations.listAuthorizationHistory, (call) => listAuthorizationHistory(ctx, call)),
  bind(authorizations.createAuthorizationLink, (call) => createAuthorizationLink(ctx, call)),
  bind(tickets.listCustomerTickets, (call) => listCustomerTickets(ctx, call)),
  bind(tickets.openCustomerTicket, createOpenTicket(ctx)),
  bind(tickets.readCustomerTicket, (call) => readCustomerTicket(ctx, call)),
  bind(tickets.writeCustomerMessage, createWriteMessage(ctx)),
  bind(contract.createRenewalLink, (call) => createRenewalLink(ctx, call)),
  bind(contract.revokeRenewalLinks, (call) => revokeRenewalLinks(ctx, call)),
];
