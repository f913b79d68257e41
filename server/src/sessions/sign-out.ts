/** Ends this sign-in at once, in every process; others of the same person go on (Q-LOGOUT). */
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import type { Ending } from './end-sign-ins.ts';

export async function signOut(house: House, { actor, origin }: By): Promise<{ message: string }> {
  const because: Ending = 'signed-out';
  await house.db.tx(async (tx) => {
    await tx.run(sql`
      update sign_ins set ended_at = ${house.clock.now()}, ended_because = ${because} where id = ${actor.signInId}`);
    await tx.run(recording(origin, { kind: 'signed-out', actorId: actor.id, accountId: actor.id }));
  });
  return { message: 'Você saiu do painel.' };
}
