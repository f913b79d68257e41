/**
 * Writes when a session was last used: at most every five minutes, in the background, so that no
 * request is slower or fails for it.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';

const EVERY_MS = 5 * MINUTE_MS;

/** No request waits for it; where it fails, the next request tries again. */
export function touchSignIn(
  { db, clock, log }: AppContext,
  signInId: string,
  lastUsedAt: Date,
): void {
  const now = clock.now();
  const due = new Date(now.getTime() - EVERY_MS);
  if (lastUsedAt > due) return;
  // If many requests run at once, here and in other processes, only one writes.
  db.first(
    sql`
      update sign_ins set last_used_at = ${now}
      where id = ${signInId} and coalesce(last_used_at, created_at) <= ${due}`,
    'prepared',
  ).catch((error: unknown) => log.debug({ err: error }, 'last use of a sign-in was not kept'));
}
