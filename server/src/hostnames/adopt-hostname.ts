/**
 * Puts a name on the list that the registrar has of ours and the restored data does not know. The purchase goes
 * on where it stood, at zone and record. It is the administration's: whoever bought it has its credits back.
 */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';
import { askRegistrar } from './purchase/offers.ts';
import { registrarsOf } from './registrars/registrars.ts';

const DESCRIPTION = 'Comprado antes da restauração';

/** False where the registrar does not have it; one that is on the list stays as it is. */
export async function adoptHostname(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  name: string,
): Promise<boolean> {
  const registrar = await registrarsOf(ctx).current();
  if (!(await askRegistrar(() => registrar.read(name)))) return false;
  const renewCents = (await askRegistrar(() => registrar.renewCents(name))) ?? null;
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const added = await tx.run(sql`
      insert into hostnames (name, owner_id, description, renew_cents, registrar, state, created_at)
      values (${name}, ${actor.id}, ${DESCRIPTION}, ${renewCents}, ${registrar.kind}, 'preparing', ${now})
      on conflict (name) do nothing`);
    if (added === 0) return;
    await tx.run(
      combineCtes({
        purchase: sql`
          insert into hostname_purchases (name, buyer_id, years, price_cents, renew_cents, credits, registrar, state,
            created_at, ordered_at, registered_at, check_at)
          values (${name}, ${actor.id}, 1, 0, ${renewCents}, 0, ${registrar.kind}, 'registered',
            ${now}, ${now}, ${now}, ${now})`,
        event: insertEventCte(requestMeta, {
          kind: 'hostname-added',
          actorId: actor.id,
          accountId: actor.id,
          after: { name },
        }),
      }),
    );
  });
  return true;
}
