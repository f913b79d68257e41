/**
 * Reads and changes the setting «automatic blocking». If it is on, a line is blocked as soon as
 * sharing is detected. A line that is suspect already is blocked when sharing is detected again.
 */
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';

export async function readAutomaticBlocking({ db }: AppContext): Promise<boolean> {
  const row = await db.first<{ automatic: boolean }>(sql`select automatic from abuse_detection`);
  return row!.automatic;
}

export async function setAutomaticBlocking(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  automatic: boolean,
): Promise<boolean> {
  return ctx.db.tx(async (tx) => {
    const changed = await tx.run(
      sql`update abuse_detection set automatic = ${automatic} where automatic <> ${automatic}`,
    );
    if (changed === 0) return automatic;
    await recordEvent(tx, requestMeta, {
      kind: 'abuse-blocking-set',
      actorId: actor.id,
      before: { automatic: !automatic },
      after: { automatic },
    });
    return automatic;
  });
}
