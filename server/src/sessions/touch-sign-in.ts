/**
 * Remembers when a sign-in was used last: at most every five minutes, on the way, and never at the cost
 * of the request it comes with.
 */
import { MINUTE_MS } from '@ramal/contract/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

const EVERY_MS = 5 * MINUTE_MS;

/** Nobody waits for it; where it fails, the next request tries again. */
export function touchSignIn(
  { db, clock, log }: AppContext,
  signInId: string,
  lastUsedAt: Date,
): void {
  const now = clock.now();
  const due = new Date(now.getTime() - EVERY_MS);
  if (lastUsedAt > due) return;
  // Of many requests at once, here and in other processes, one writes.
  db.first(
    sql`
      update sign_ins set last_used_at = ${now}
      where id = ${signInId} and coalesce(last_used_at, created_at) <= ${due}`,
    'touch-sign-in',
  ).catch((error: unknown) => log.debug({ err: error }, 'last use of a sign-in was not kept'));
}
