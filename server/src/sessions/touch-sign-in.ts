/**
 * Stores the time of the last use of a session, at most every five minutes. The write runs in the
 * background, so that it neither delays a request nor makes it fail.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

const EVERY_MS = 5 * MINUTE_MS;

/**
 * Stores the time without delaying the request. If the write fails, the next request tries again.
 */
export function touchSignIn(
  { db, clock, log }: AppContext,
  signInId: string,
  lastUsedAt: Date,
): void {
  const now = clock.now();
  const due = new Date(now.getTime() - EVERY_MS);
  if (lastUsedAt > due) return;
  // If many requests run at the same time in all processes, only one of them writes.
  db.first(
    sql`
      update sign_ins set last_used_at = ${now}
      where id = ${signInId} and coalesce(last_used_at, created_at) <= ${due}`,
    'prepared',
  ).catch((error: unknown) => log.debug({ err: error }, 'last use of a sign-in was not stored'));
}
