/** The price at which an account sells credits to its direct children, in steps of quantity. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getTopUpPrices as getDeclaration,
  saveTopUpPrices as declaration,
} from '@ramal/contract/payments/top-ups';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes, type Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { enforceLimits, readAccountLimits } from '../../limits/limits.ts';
import { requireSecondFactor } from './portal-credits.ts';

export interface TopUpTier {
  /** Smallest quantity of the step, in whole credits. */
  readonly from: number;
  /** Price of one credit in cents. */
  readonly cents: number;
}

/** Reads the price steps, from the smallest quantity to the largest. */
export const readTopUpTiers = (reader: Reader, accountId: number): Promise<TopUpTier[]> =>
  reader.many(sql`
    select from_credits as from, cents from top_up_prices where account_id = ${accountId}
    order by from_credits`);

export const tiersOnWire = (tiers: readonly TopUpTier[]) =>
  tiers.map(({ from, cents }) => ({ fromCredits: from, value: fromHundredths(cents) }));

export const getTopUpPrices = async (
  { db }: AppContext,
  { actor }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> => ({
  tiers: tiersOnWire(await readTopUpTiers(db, actor.id)),
});

export async function saveTopUpPrices(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(actor);
  const newTiers = body.tiers.map(({ fromCredits, value }) => ({
    from: fromCredits,
    cents: value,
  }));
  const tiers = await ctx.db.tx(async (tx) => {
    // Locks the account, because two simultaneous requests would each keep the steps that the other
    // removed.
    await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
    const limits = await readAccountLimits(tx, actor);
    for (const { cents } of newTiers)
      await enforceLimits(tx, ctx, {
        actor,
        facts: limits,
        act: {
          hundredths: 0,
          sale: { unitPriceCents: cents },
        },
      });
    const before = await readTopUpTiers(tx, actor.id);
    await tx.run(sql`delete from top_up_prices where account_id = ${actor.id}`);
    await tx.run(
      combineCtes({
        prices: sql`
          insert into top_up_prices (account_id, from_credits, cents)
          select ${actor.id}, "from", cents
          from unnest(${newTiers.map(({ from }) => from)}::int[], ${newTiers.map(({ cents }) => cents)}::bigint[])
            as tier ("from", cents)`,
        event: insertEventCte(requestMeta, {
          kind: 'top-up-prices-set',
          actorId: actor.id,
          before: { tiers: before },
          after: { tiers: newTiers },
        }),
      }),
    );
    return readTopUpTiers(tx, actor.id);
  });
  return { message: 'Preços guardados', tiers: tiersOnWire(tiers) };
}
