/**
 * Sets the time of all events of an account, because the database writes them with the real time.
 */
import type { TestContext } from './context.ts';

export async function moveEvents(ctx: TestContext, accountId: number, at: string): Promise<void> {
  await ctx.owner.query('alter table events disable trigger user');
  await ctx.owner.query('update events set at = $2 where account_id = $1', [accountId, at]);
  await ctx.owner.query('alter table events enable trigger user');
}
