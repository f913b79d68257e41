/**
 * Adds a name that our account at the registrar contains, but that the restored database lacks.
 * Then the zone and the record are created as in a purchase. The name belongs to the admin and not
 * to its buyer, because the restore also returned the buyer's credits.
 */
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';
import { callRegistrar } from './purchase/offers.ts';
import { getRegistrars } from './registrars/registrars.ts';

const DESCRIPTION = 'Comprado antes da restauração';

/**
 * Returns false if the registrar does not have the name. A name that is already listed does not
 * change.
 */
export async function adoptHostname(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  name: string,
): Promise<boolean> {
  const registrar = await getRegistrars(ctx).current();
  if (!(await callRegistrar(() => registrar.read(name)))) return false;
  const renewCents = (await callRegistrar(() => registrar.renewCents(name))) ?? null;
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
          after: { name },
        }),
      }),
    );
  });
  return true;
}
