/**
 * Recovers an admin from the console of the machine: sets a new password, removes the second factor
 * and ends all sessions.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { RequestMeta } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { deleteSecondFactor } from '../second-factors/second-factors.ts';
import { endSignInsCte, hashPassword, randomPassword } from '../access/access.ts';

const console: RequestMeta = {
  ip: '127.0.0.1',
  userAgent: 'npm run admin',
  requestId: 'console',
  baseUrl: '',
};

/** Resets the admin and returns the new password. Undefined if no admin has this name. */
export async function resetAdmin(ctx: AppContext, username: string): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return ctx.db.tx(async (tx) => {
    const account = await tx.first<{ id: number }>(sql`
      update accounts set password_hash = ${passwordHash}
      where lower(username) = lower(${username}) and profile = 'admin' and deleted_at is null
      returning id`);
    if (!account) return undefined;
    await deleteSecondFactor(tx, account.id);
    await tx.run(endSignInsCte([account.id], 'reset', ctx.clock.now()));
    await recordEvent(tx, console, { kind: 'admin-reset', actorId: null, accountId: account.id });
    return password;
  });
}
