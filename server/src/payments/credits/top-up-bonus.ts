/** Settings of the bonus that an account adds to the top-ups of its direct children. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type {
  getTopUpBonus as getDeclaration,
  saveTopUpBonus as declaration,
} from '@ramal/contract/payments/top-up-bonus';
import type { TopUpBonus } from '@ramal/contract/rules/payments/top-up-bonus';
import sql from 'sql-template-tag';
import { toCredits } from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { localDay } from '../../foundation/clock.ts';
import { combineCtes, type Reader } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { refuseWhileOlderServes } from '../../foundation/start/running-releases.ts';
import { readLowestPrice } from '../../limits/limits.ts';
import { requireSecondFactor } from './portal-credits.ts';

interface StoredBonus extends TopUpBonus {
  readonly startsOn: string;
  readonly endsOn: string;
}

const readBonus = (reader: Reader, accountId: number): Promise<StoredBonus | undefined> =>
  reader.first(sql`
    select per_credits, bonus_credits, starts_on::text, ends_on::text
    from top_up_bonuses where account_id = ${accountId}`);

export async function getTopUpBonus(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { actor }: { readonly actor: Pick<Actor, 'id' | 'profile'> },
): Promise<HandlerResult<typeof getDeclaration>> {
  const [bonus, lowest] = await Promise.all([
    readBonus(db, actor.id),
    readLowestPrice(db, { id: actor.id, profile: 'reseller' }),
  ]);
  const today = localDay(clock.now(), clock.timeZone);
  return {
    bonus: bonus ? { ...bonus, isRunning: bonus.startsOn <= today && today <= bonus.endsOn } : null,
    lowestPrice: toCredits(lowest),
  };
}

/** First release whose processes add the bonus to a top-up. */
const BONUS_RELEASE = '0.22.0';

export async function saveTopUpBonus(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(actor);
  const { bonus } = body;
  await ctx.db.tx(async (tx) => {
    await tx.first(sql`select from accounts where id = ${actor.id} for no key update`);
    if (bonus) await refuseWhileOlderServes(tx, BONUS_RELEASE);
    const before = await readBonus(tx, actor.id);
    await tx.run(
      combineCtes({
        bonus: bonus
          ? sql`
            insert into top_up_bonuses (account_id, per_credits, bonus_credits, starts_on, ends_on)
            values (${actor.id}, ${bonus.perCredits}, ${bonus.bonusCredits}, ${bonus.startsOn}, ${bonus.endsOn})
            on conflict (account_id) do update set per_credits = excluded.per_credits,
              bonus_credits = excluded.bonus_credits, starts_on = excluded.starts_on,
              ends_on = excluded.ends_on`
          : sql`delete from top_up_bonuses where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'top-up-bonus-set',
          actorId: actor.id,
          before: { bonus: before ?? null },
          after: { bonus },
        }),
      }),
    );
  });
  const answer = await getTopUpBonus(ctx, { actor });
  return { message: bonus ? 'Bônus guardado' : 'Bônus retirado', ...answer };
}
