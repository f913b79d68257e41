/**
 * For an admin who is locked out, by whoever holds the machine: a new password, no second factor, and
 * every sign-in ended.
 */
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { Origin } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { takeSecondFactorAway } from '../second-factors/second-factors.ts';
import { endingSignIns } from './end-sign-ins.ts';
import { hashPassword, randomPassword } from './passwords.ts';

const console: Origin = {
  address: '127.0.0.1',
  userAgent: 'npm run admin',
  request: 'console',
  baseUrl: '',
};

/** The new password; undefined when no admin has this name. */
export async function resetAdmin(house: House, username: string): Promise<string | undefined> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return house.db.tx(async (tx) => {
    const account = await tx.first<{ id: number }>(sql`
      update accounts set password_hash = ${passwordHash}
      where lower(username) = lower(${username}) and profile = 'admin' and deleted_at is null
      returning id`);
    if (!account) return undefined;
    await takeSecondFactorAway(tx, account.id);
    await tx.run(endingSignIns([account.id], 'reset', house.clock.now()));
    await tx.run(recording(console, { kind: 'admin-reset', actorId: null, accountId: account.id }));
    return password;
  });
}
