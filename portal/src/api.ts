/** Calls of the portal. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type {
  chargePortal,
  getPortal,
  getPortalCharge,
  readPortalCoupon,
  signInToPortal,
} from '@ramal/contract/portal/portal';

import type {
  authorizePortal,
  chargePortalDebit,
  endPortalAuthorization,
  getPortalAuthorization,
  getPortalRecurring,
} from '@ramal/contract/portal/portal-authorizations';
import type {
  listCustomerTickets,
  openCustomerTicket,
  readCustomerTicket,
  writeCustomerMessage,
} from '@ramal/contract/portal/portal-tickets';
import { PortalError, request } from './request.ts';

export { PortalError };
export type { CustomerMessage, CustomerTicket } from '@ramal/contract/portal/portal-tickets';
export type OpenTicket = ResponseOf<typeof readCustomerTicket>;
type Recurring = ResponseOf<typeof getPortalRecurring>;
export type Portal = ResponseOf<typeof getPortal> & { readonly recurring: Recurring };
export type RecurringOffer = NonNullable<Recurring['offer']>;
export type Authorization = ResponseOf<typeof getPortalAuthorization>;
export type Debit = NonNullable<Authorization['next']>;
export type Refusal = NonNullable<Authorization['refusal']>;
/** A payment. With `authorization`, its code also authorizes the following months. */
export type Charge = ResponseOf<typeof getPortalCharge> & {
  readonly authorization?: Authorization;
};
export type Plan = Portal['plans'][number];
export type Coupon = ResponseOf<typeof readPortalCoupon>;
export type Method = Charge['method'];
export type Outcome = NonNullable<Charge['outcome']>;

const MARK = 'ramal-portal-browser';

/**
 * Signs in and returns the key. Also sends the browser mark of an earlier sign-in. Solves a proof
 * of work if the server requires it.
 */
export async function signIn(username: string, password: string): Promise<string> {
  const mark = localStorage.getItem(MARK);
  const sent = { username, password, ...(mark ? { browserMark: mark } : {}) };
  const enter = (more: object = {}) =>
    request<typeof signInToPortal>('/api/portal/sign-in', { ...sent, ...more });
  const entered = await enter().catch(async (error: unknown) => {
    if (!(error instanceof PortalError && error.needsWork)) throw error;
    const { solveHardProof } = await import('./hard-proof.ts');
    return enter({ proofOfWork: await solveHardProof() });
  });
  localStorage.setItem(MARK, entered.browserMark);
  return entered.key;
}

export async function readPortal(key: string): Promise<Portal> {
  const [home, recurring] = await Promise.all([
    request<typeof getPortal>('/api/portal/home', { key }),
    request<typeof getPortalRecurring>('/api/portal/recurring', { key }),
  ]);
  return { ...home, recurring };
}

/**
 * Requests a payment at the price that the page shows. The server refuses if the price has changed.
 */
export const charge = (
  key: string,
  { months, value }: Plan,
  method: Method,
  coupon?: string,
): Promise<Charge> =>
  request<typeof chargePortal>('/api/portal/charge', {
    key,
    months,
    method,
    value,
    ...(coupon === undefined ? {} : { coupon }),
  });

/** Reads what a coupon changes in the plans of the line. */
export const readCoupon = (key: string, coupon: string): Promise<Coupon> =>
  request<typeof readPortalCoupon>('/api/portal/coupon', { key, coupon });

/** Reads a payment, together with its authorization if it has one. */
export const readCharge = async (
  key: string,
  { reference, authorization }: Charge,
): Promise<Charge> =>
  authorization
    ? withAuthorization(
        await request<typeof getPortalAuthorization>('/api/portal/authorization-state', {
          key,
          reference: authorization.reference,
        }),
      )
    : request<typeof getPortalCharge>('/api/portal/charge-state', { key, reference });

export const withAuthorization = (authorization: Authorization): Charge => ({
  ...authorization.charge,
  authorization,
});

/** Requests the code that pays the first month and authorizes the following months. */
export const authorize = async (
  key: string,
  payer: { readonly cpf: string; readonly name: string; readonly value: number },
): Promise<Charge> =>
  withAuthorization(
    await request<typeof authorizePortal>('/api/portal/authorize', { key, ...payer }),
  );

export const endAuthorization = (key: string, { reference }: Authorization) =>
  request<typeof endPortalAuthorization>('/api/portal/authorization-end', { key, reference });

/**
 * Requests the Pix code of the charge behind the month's debit. Paying this code cancels the debit.
 */
export const chargeDebit = (key: string): Promise<Charge> =>
  request<typeof chargePortalDebit>('/api/portal/debit-charge', { key });

export const listTickets = (key: string) =>
  request<typeof listCustomerTickets>('/api/portal/tickets', { key });

export const openTicket = (
  key: string,
  ticket: { readonly clientId: string; readonly category: number; readonly text: string },
) => request<typeof openCustomerTicket>('/api/portal/open-ticket', { key, ...ticket });

export const readTicket = (key: string, id: number, after: number) =>
  request<typeof readCustomerTicket>('/api/portal/read-ticket', { key, id, after });

export const writeMessage = (
  key: string,
  sent: { readonly id: number; readonly clientId: string; readonly text: string },
) => request<typeof writeCustomerMessage>('/api/portal/write-message', { key, ...sent });
