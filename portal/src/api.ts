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
  signInToPortal,
} from '@ramal/contract/portal/portal';

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
export type Portal = ResponseOf<typeof getPortal>;
export type Charge = ResponseOf<typeof getPortalCharge>;
export type Plan = Portal['plans'][number];
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
  /**
   * True if the browser must send a proof of work first, because strangers guess passwords of this
   * user name.
   */
  readonly needsWork: boolean;

  constructor(message: string, code?: ErrorBody['code']) {
    super(message);
    this.isKeyInvalid = code === 'portal_key_refused';
    this.needsWork = code === 'proof_of_work_required';
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
    answer?.code,
  );
}

const MARK = 'ramal-portal-browser';

/**
 * Signs in with the device mark of an earlier sign-in. Solves a proof of work if the server
 * requires it.
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

export const readPortal = (key: string): Promise<Portal> =>
  ask<typeof getPortal>('/api/portal/home', { key });

/**
 * Requests a payment at the price that the page shows. The server refuses if the price has changed.
 */
export const charge = (key: string, { months, value }: Plan, method: Method): Promise<Charge> =>
  ask<typeof chargePortal>('/api/portal/charge', { key, months, method, value });

export const readCharge = (key: string, reference: string): Promise<Charge> =>
  ask<typeof getPortalCharge>('/api/portal/charge-state', { key, reference });

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
