/** Reads the bonus that an account adds to the top-ups of its direct children. */
import sql, { type Sql } from 'sql-template-tag';
import type { TopUpBonus } from '@ramal/contract/rules/payments/top-up-bonus';
import { type Clock, localDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';

/** Column `bonus`: the bonus that the account gives today; null without one. */
export const bonusColumn = (accountId: number, clock: Clock): Sql => sql`
  (select json_build_object('perCredits', per_credits, 'bonusCredits', bonus_credits)
   from top_up_bonuses where account_id = ${accountId}
     and ${localDay(clock.now(), clock.timeZone)}::date between starts_on and ends_on) as bonus`;

/** Returns the bonus that the account gives today; null without one. */
export async function readRunningBonus(
  reader: Reader,
  clock: Clock,
  accountId: number,
): Promise<TopUpBonus | null> {
  const row = await reader.first<{ bonus: TopUpBonus | null }>(
    sql`select ${bonusColumn(accountId, clock)}`,
  );
  return row!.bonus;
}
