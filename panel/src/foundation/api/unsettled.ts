/**
 * Calls of which nobody knows whether the server acts on them: they are on their way, or no answer came. The same
 * call again carries the same key, from whichever window it is made, so that nothing is done or charged twice.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { ApiError, isOffline } from './api.ts';
import { currentSession } from './session.ts';

/** Whoever makes the same call so much later means another one. */
const KEPT_MS = 10 * 60_000;

interface Unsettled {
  readonly key: string;
  readonly until: number;
}

/** By what is acted on, and within it by what is sent. */
const unsettled = new Map<string, Map<string, Unsettled>>();

/** The key of the same call that is not settled, or the new one, which is kept until the outcome is known. */
export function keyOfAttempt(declaration: Endpoint, sent: unknown, newKey: () => string): string {
  const [object, what] = namesOf(declaration, sent);
  const attempts = unsettled.get(object) ?? new Map<string, Unsettled>();
  const known = attempts.get(what);
  const now = Date.now();
  const key = known && now < known.until ? known.key : newKey();
  unsettled.set(object, attempts.set(what, { key, until: now + KEPT_MS }));
  return key;
}

/**
 * The server has answered. Whoever acts on the same thing again has seen what became of it, so that whatever was not
 * settled before is another act by now.
 */
export const settleAttempt = (declaration: Endpoint, sent: unknown): void =>
  void unsettled.delete(namesOf(declaration, sent)[0]);

/** A server that failed may have failed after it acted. */
export const isOutcomeUnknown = (error: ApiError): boolean =>
  isUnanswered(error) || error.status >= 500;

/** No answer of the panel's server came. */
const isUnanswered = (error: ApiError): boolean => isOffline(error) || error.code === 'unreadable';

/** Told with such a failure, because a person fears to pay twice. */
export function sayingItIsSafe(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isUnanswered(error)) return error;
  const { status, code, title, fields, requestId, retryAfter } = error;
  const message = `${error.message} Se já tiver sido feito, não se repete.`;
  return new ApiError(
    { status, code, title, message, fields, requestId, retryAfter },
    { cause: error },
  );
}

/** What differs between two tries of one call is left out, as the server does (foundation/http/bind.ts). */
function namesOf(declaration: Endpoint, sent: unknown): [object: string, what: string] {
  const { params, query, body } = (sent ?? {}) as Record<string, unknown>;
  const meant = {
    ...(body as object | undefined),
    code_2fa: undefined,
    reg_password: undefined,
    g_recaptcha_response: undefined,
  };
  const what = JSON.stringify([query, meant]);
  // What is made anew has no name yet: two customers may be created at once.
  const object = [currentSession()?.userId, declaration.name, params ?? what];
  return [JSON.stringify(object), what];
}
