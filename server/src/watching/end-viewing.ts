/**
 * Ends a running viewing on request of a person. A `.ts` stream is disconnected within a second,
 * HLS at its next request. The same player cannot open the same stream for a minute. A viewing
 * outside the caller's tree is answered as not found.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { inTree } from '../access/access.ts';
import { endViewings } from './viewings.sql.ts';

export async function endViewingByHand(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: string,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    // The second of two simultaneous requests finds that the viewing has ended.
    const viewing = await tx.first<{ lineId: number; ownerId: number; title: string }>(sql`
      select v.line_id, l.owner_id, v.title
      from viewings v join lines l on l.id = v.line_id and l.deleted_at is null
      where v.id = ${id} and v.ended_at is null and ${inTree(actor, sql`l.owner_id`)}
      for no key update of v`);
    if (!viewing) return refuse('viewing_not_found');
    await tx.run(endViewings([id], 'ended-by-hand', now));
    const event = insertEventCte(requestMeta, {
      kind: 'viewing-ended',
      actorId: actor.id,
      accountId: viewing.ownerId,
      lineId: viewing.lineId,
      before: { watching: viewing.title },
    });
    await tx.run(combineCtes({ event }));
  });
}
