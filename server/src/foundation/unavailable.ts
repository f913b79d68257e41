/** Recognises errors that mean that the database is unavailable, and logs its loss and recovery. */
import type { Logger } from 'pino';
import { UNREACHABLE, isStaleConnection } from './queries/pool.ts';
import { CommitOutcomeUnknown } from './queries/transaction.ts';

const DEADLOCK_OR_CONFLICT = new Set(['40P01', '40001']);

export const isDeadlockOrConflict = (error: unknown): boolean =>
  DEADLOCK_OR_CONFLICT.has(errorCode(error));

/**
 * Returns true if the driver received no response in time. The connection is not usable after this
 * error.
 */
export const isResponseTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * True if the database is unavailable, full, restarting or overloaded, or if it cancelled the
 * transaction because of a deadlock or conflict. A retry can succeed. The outcome of a commit may
 * be unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isResponseTimeout(error)) return true;
  if (isDeadlockOrConflict(error) || UNREACHABLE.test(errorCode(error))) return true;
  if (isStaleConnection((error ?? {}) as { code?: string; routine?: string })) return true;
  const message = error instanceof Error ? error.message : '';
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    message,
  );
}

function errorCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

interface Outage {
  since: number;
  failedAt: number;
  failures: number;
}

/** Outages by logger. All parts of a process share a logger, so each process has one outage. */
const outages = new WeakMap<Logger, Outage>();

/**
 * Minimum time in milliseconds between the last failure and a success that ends the outage. An
 * earlier success may come from a connection that the outage has not yet reached.
 */
const QUIET_MS = 1_000;

/**
 * Logs the failure of work that uses only the database. While the database is unavailable, further
 * failures are counted and not logged.
 */
export function logDatabaseFailure(log: Logger, error: unknown, message: string): void {
  if (!isUnavailable(error)) {
    log.warn(reason(error), message);
    return;
  }
  const now = performance.now();
  const outage = outages.get(log);
  if (outage) {
    outage.failedAt = now;
    outage.failures += 1;
    return;
  }
  outages.set(log, { since: now, failedAt: now, failures: 1 });
  log.warn(reason(error), `database unavailable, further failures are counted: ${message}`);
}

/**
 * Logs the end of an outage, if the last failure was at least QUIET_MS ago. Call this after a
 * commit, a claimed job or a successful LISTEN: each proves that the database is available.
 */
export function logDatabaseAnswer(log: Logger): void {
  const outage = outages.get(log);
  const now = performance.now();
  if (!outage || now - outage.failedAt < QUIET_MS) return;
  outages.delete(log);
  const seconds = Math.round((now - outage.since) / 1_000);
  log.warn({ failures: outage.failures, seconds }, 'database available again');
}

/**
 * Returns the loggable part of an error. The pool attaches its whole connection to an error, which
 * must not be logged.
 */
const reason = (error: unknown): object =>
  error instanceof Error && 'client' in error ? { stack: error.stack } : { err: error };
