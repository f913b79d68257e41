/**
 * Ends this session at once in every process. Other sessions of the account remain open (Q-LOGOUT).
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { EndSignInsInput } from '../access/access.ts';

export async function signOut(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
): Promise<{ message: string }> {
  const because: EndSignInsInput = 'signed-out';
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update sign_ins set ended_at = ${ctx.clock.now()}, ended_because = ${because} where id = ${actor.signInId}`);
    await recordEvent(tx, requestMeta, { kind: 'signed-out', actorId: actor.id });
  });
  return { message: 'Você saiu do painel.' };
}
