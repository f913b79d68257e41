/** Whether a line that is found sharing is blocked at once. Of those found before nobody is blocked by the switch. */
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';

export async function readAutomaticBlocking({ db }: House): Promise<boolean> {
  const row = await db.first<{ automatic: boolean }>(sql`select automatic from abuse_detection`);
  return row!.automatic;
}

export async function setAutomaticBlocking(
  house: House,
  { actor, origin }: By,
  automatic: boolean,
): Promise<boolean> {
  return house.db.tx(async (tx) => {
    const changed = await tx.run(
      sql`update abuse_detection set automatic = ${automatic} where automatic <> ${automatic}`,
    );
    if (changed === 0) return automatic;
    await tx.run(
      recording(origin, {
        kind: 'abuse-blocking-set',
        actorId: actor.id,
        accountId: actor.id,
        before: { automatic: !automatic },
        after: { automatic },
      }),
    );
    return automatic;
  });
}
