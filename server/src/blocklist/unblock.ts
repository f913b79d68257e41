/**
 * Unblocks one address or all of them. The change applies at once in this process, and within
 * seconds in the other processes.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { getBlocklist } from './blocks.ts';
import { isListed } from './list-blocked.ts';
import { parseNetwork, readNetwork } from './read-network.ts';

/**
 * Unblocks an address for an admin in the panel. The row and the history are deleted, so that the
 * address starts without a record.
 */
export async function deleteBlockedIp(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  ip: string,
): Promise<void> {
  const network = parseNetwork(ip, 'ip');
  await ctx.db.tx(async (tx) => {
    const gone = await tx.first(
      sql`delete from blocked_addresses b
        where network = ${network}::cidr and ${isListed(ctx.clock.now())} returning 1 as one`,
    );
    if (!gone) refuse('ip_not_listed');
    await tx.run(sql`delete from refused_players where address <<= ${network}::inet`);
    await recordEvent(tx, requestMeta, {
      kind: 'address-unblocked',
      actorId: actor.id,
      after: { network },
    });
  });
  getBlocklist(ctx).forget();
}

/**
 * Unblocks addresses for `npm run admin`. Without an address, unblocks all of them. Returns the
 * number of deleted rows, or undefined if the address is unreadable.
 */
export async function unblock(ctx: AppContext, ip?: string): Promise<number | undefined> {
  const network = ip === undefined ? undefined : readNetwork(ip);
  if (ip !== undefined && network === undefined) return undefined;
  const rows = await ctx.db.tx((tx) =>
    tx.many(sql`
      delete from blocked_addresses where ${network === undefined ? sql`true` : sql`network <<= ${network}::cidr`}
      returning 1 as one`),
  );
  return rows.length;
}
