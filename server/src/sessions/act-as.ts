/** Loads the account that a task works for, with its current permissions. */
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type AccountState, toActor, activeAccountSql } from './account-state.ts';

/** Returns the account; undefined if it is blocked or deleted. Signing out does not end a task. */
export async function actAs(
  { db, clock }: AppContext,
  accountId: number,
): Promise<Actor | undefined> {
  const account = await db.first<AccountState>(
    sql`select ${activeAccountSql(clock.now())} from accounts a where a.id = ${accountId}`,
    'prepared',
  );
  if (!account || account.isDeleted || account.isBlocked) return undefined;
  return { ...toActor(account), signInId: '', regPasswordHash: Buffer.alloc(0) };
}
