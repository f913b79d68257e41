/**
 * Tracks calls with an unknown outcome: they are still running, or no response arrived. If the same
 * call is made again from any screen or dialog of this page, it uses the same key. The server
 * therefore does and charges nothing twice.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { ApiError, isOffline } from './api.ts';
import { currentSession } from './session.ts';

/** Lifetime of an unsettled attempt. The same call after this time counts as a new request. */
const KEPT_MS = 10 * 60_000;

interface UnsettledAttempt {
  readonly key: string;
  readonly until: number;
}

/** Unsettled attempts by changed object, then by content of the request. */
const unsettled = new Map<string, Map<string, UnsettledAttempt>>();

/**
 * Returns the key of the same unsettled call, or creates a key. The key is stored until the outcome
 * of the call is known.
 */
export function getAttemptKey(declaration: Endpoint, sent: unknown, newKey: () => string): string {
  const [object, what] = namesOf(declaration, sent);
  const attempts = unsettled.get(object) ?? new Map<string, UnsettledAttempt>();
  const attempt = attempts.get(what);
  const now = Date.now();
  const key = attempt && now < attempt.until ? attempt.key : newKey();
  unsettled.set(object, attempts.set(what, { key, until: now + KEPT_MS }));
  return key;
}

/**
 * Removes all unsettled attempts on this object. Called after the server has answered: the user has
 * seen the result, so the next call is a new request.
 */
export const settleAttempt = (declaration: Endpoint, sent: unknown): void =>
  void unsettled.delete(namesOf(declaration, sent)[0]);

/** True if the server may have done the work, because an error can occur after the work. */
export const isOutcomeUnknown = (error: ApiError): boolean =>
  isUnanswered(error) || error.status >= 500;

/** True if no response arrived from the panel's server. */
const isUnanswered = (error: ApiError): boolean => isOffline(error) || error.code === 'unreadable';

/** Adds the note that a retry is safe, because the user may fear a second payment. */
export function addRetryNote(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isUnanswered(error)) return error;
  const { status, code, title, fields, requestId, retryAfter } = error;
  const message = `${error.message} Se já tiver sido feito, não se repete.`;
  return new ApiError(
    { status, code, title, message, fields, requestId, retryAfter },
    { cause: error },
  );
}

/**
 * Returns two texts that identify a call: its object and its content. Fields that may differ
 * between two attempts of the same call are omitted, as on the server (foundation/http/bind.ts).
 */
function namesOf(declaration: Endpoint, sent: unknown): [object: string, what: string] {
  const { params, query, body } = (sent ?? {}) as Record<string, unknown>;
  const meant = {
    ...(body as object | undefined),
    code2fa: undefined,
    regPassword: undefined,
    gRecaptchaResponse: undefined,
  };
  const what = JSON.stringify([query, meant]);
  // A new object has no id yet, so the content of the request identifies it. Two customers may be
  // created at the same time.
  const object = [currentSession()?.userId, declaration.name, params ?? what];
  return [JSON.stringify(object), what];
}
