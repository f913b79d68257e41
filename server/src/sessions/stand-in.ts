/** Work asked for a while ago acts as whoever asked, with what that account may now. */
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { type Standing, actorOf, standing } from './standing.ts';

/** Undefined when the account is blocked or deleted. Signing out ends no work. */
export async function standIn({ db, clock }: House, accountId: number): Promise<Actor | undefined> {
  const account = await db.first<Standing>(
    sql`select ${standing(clock.now())} from accounts a where a.id = ${accountId}`,
    'stand-in',
  );
  if (!account || account.isDeleted || account.isBlocked) return undefined;
  return { ...actorOf(account), signInId: '', regPasswordHash: Buffer.alloc(0) };
}
