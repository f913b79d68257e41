/**
 * Calls of the portal. Only types are imported from the contract, because its schemas would double
 * the code that a phone loads.
 */
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import type { ErrorBody } from '@ramal/contract/api/errors';
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
import { namesInside, namesOnWire } from '@ramal/contract/api/wire-names';
import { setServerTime } from './clock.ts';

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

/** Error codes which mean that the current offer differs from the one on the page. */
const staleCodes: readonly ErrorBody['code'][] = [
  'price_changed',
  'plan_not_offered',
  'renewal_blocked',
];

export class PortalError extends Error {
  /** True if the key is no longer valid. */
  readonly isKeyInvalid: boolean;
  readonly isStale: boolean;
  /** True if the coupon is the reason of the refusal. */
  readonly isAboutCoupon: boolean;
  readonly code: ErrorBody['code'] | undefined;
  /** Texts of the refused fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * True if the browser must send a proof of work first, because strangers guess passwords of this
   * user name.
   */
  readonly needsWork: boolean;

  constructor(message: string, { code, fields }: Partial<ErrorBody> = {}) {
    super(message);
    this.code = code;
    this.fields = fields ?? {};
    this.isKeyInvalid = code === 'portal_key_refused';
    this.needsWork = code === 'proof_of_work_required';
    this.isAboutCoupon = code?.startsWith('coupon_') ?? false;
    this.isStale = code !== undefined && staleCodes.includes(code);
  }
}

async function ask<E extends Endpoint>(path: E['path'], body: object): Promise<ResponseOf<E>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(namesOnWire(body)),
    });
  } catch {
    throw new PortalError('Sem conexão. Confira a internet e tente de novo.');
  }
  setServerTime(response.headers.get('date'));
  const answer = namesInside(await response.json().catch(() => undefined)) as
    | (ResponseOf<E> & Partial<ErrorBody>)
    | undefined;
  if (response.ok && answer) return answer;
  throw new PortalError(
    // The message of the field is more precise than the general message.
    Object.values(answer?.fields ?? {})[0] ??
      answer?.message ??
      'Não deu certo agora. Tente de novo em instantes.',
    answer,
  );
}

const MARK = 'ramal-portal-browser';

/**
 * Signs in and returns the key. Also sends the browser mark of an earlier sign-in. Solves a proof
 * of work if the server requires it.
 */
export async function signIn(username: string, password: string): Promise<string> {
  const mark = localStorage.getItem(MARK);
  const sent = { username, password, ...(mark ? { browserMark: mark } : {}) };
  const enter = (more: object = {}) =>
    ask<typeof signInToPortal>('/api/portal/sign-in', { ...sent, ...more });
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
    ask<typeof getPortal>('/api/portal/home', { key }),
    ask<typeof getPortalRecurring>('/api/portal/recurring', { key }),
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
  ask<typeof chargePortal>('/api/portal/charge', {
    key,
    months,
    method,
    value,
    ...(coupon === undefined ? {} : { coupon }),
  });

/** Reads what a coupon changes in the plans of the line. */
export const readCoupon = (key: string, coupon: string): Promise<Coupon> =>
  ask<typeof readPortalCoupon>('/api/portal/coupon', { key, coupon });

/** Reads a payment, together with its authorization if it has one. */
export const readCharge = async (
  key: string,
  { reference, authorization }: Charge,
): Promise<Charge> =>
  authorization
    ? withAuthorization(
        await ask<typeof getPortalAuthorization>('/api/portal/authorization-state', {
          key,
          reference: authorization.reference,
        }),
      )
    : ask<typeof getPortalCharge>('/api/portal/charge-state', { key, reference });

export const withAuthorization = (authorization: Authorization): Charge => ({
  ...authorization.charge,
  authorization,
});

/** Requests the code that pays the first month and authorizes the following months. */
export const authorize = async (
  key: string,
  payer: { readonly cpf: string; readonly name: string; readonly value: number },
): Promise<Charge> =>
  withAuthorization(await ask<typeof authorizePortal>('/api/portal/authorize', { key, ...payer }));

export const endAuthorization = (key: string, { reference }: Authorization) =>
  ask<typeof endPortalAuthorization>('/api/portal/authorization-end', { key, reference });

/**
 * Requests the Pix code of the charge behind the month's debit. Paying this code cancels the debit.
 */
export const chargeDebit = (key: string): Promise<Charge> =>
  ask<typeof chargePortalDebit>('/api/portal/debit-charge', { key });

export const listTickets = (key: string) =>
  ask<typeof listCustomerTickets>('/api/portal/tickets', { key });

export const openTicket = (
  key: string,
  ticket: { readonly clientId: string; readonly category: number; readonly text: string },
) => ask<typeof openCustomerTicket>('/api/portal/open-ticket', { key, ...ticket });

export const readTicket = (key: string, id: number, after: number) =>
  ask<typeof readCustomerTicket>('/api/portal/read-ticket', { key, id, after });

export const writeMessage = (
  key: string,
  sent: { readonly id: number; readonly clientId: string; readonly text: string },
) => ask<typeof writeCustomerMessage>('/api/portal/write-message', { key, ...sent });
