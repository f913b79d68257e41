/** Reads a charge from its provider at the request of its open page. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Charge } from './charges.sql.ts';
import { confirmCharge } from './confirm-charge.ts';

/**
 * Minimum pause between two requests to the provider about one charge, for all open pages together.
 */
const ASK_EVERY_MS = 3_000;

/**
 * Returns the charge. Reads it from its provider first if it is pending or paid and was not read
 * just now. `find` refuses accounts that may not see it.
 */
export async function refreshCharge(ctx: AppContext, find: () => Promise<Charge>): Promise<Charge> {
  const charge = await find();
  if (charge.state !== 'pending' && charge.state !== 'paid') return charge;
  const now = ctx.clock.now();
  const claimed = await ctx.db.tx((tx) =>
    tx.run(sql`
      update charges set asked_at = ${now}
      where id = ${charge.id} and (asked_at is null or asked_at <= ${new Date(now.getTime() - ASK_EVERY_MS)})`),
  );
  if (claimed === 0) return charge;
  await confirmCharge(ctx, charge.id);
  return find();
}
