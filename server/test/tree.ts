/** Invariants of the tree of accounts. They must be true after any number of concurrent actions. */
import { expect } from 'vitest';
import { verifyLedger } from '../src/credits/credits.ts';
import type { TestContext } from './context.ts';

/**
 * Expects that the path of every account is the path of its parent and the account itself. Then the
 * tree has no circle. The parent of an account that is not deleted must exist.
 */
export async function expectWholeTree(ctx: TestContext): Promise<void> {
  const { rows } = await ctx.owner.query(`
    select a.id::int, a.ancestors::text as path, p.ancestors::text as above, p.deleted_at is not null as orphan
    from accounts a left join accounts p on p.id = a.parent_id
    where a.ancestors <> coalesce(p.ancestors, '{}') || a.id or (a.deleted_at is null and p.deleted_at is not null)
      or (a.deleted_at is null) <> (a.deletion_id is null)`);
  expect(rows).toEqual([]);
}

/**
 * Expects that the sum of the ledger is zero, every running balance is correct, no balance is
 * negative, and no deleted account has a balance.
 */
export async function expectWholeLedger(ctx: TestContext): Promise<void> {
  expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  const { rows } = await ctx.owner.query(`
    select w.id from wallets w join accounts a on a.id = w.account_id
    where w.balance < 0 or (a.deleted_at is not null and w.balance <> 0)`);
  expect(rows).toEqual([]);
}

/** Returns the accounts above an account, from the root down. */
export async function readTreePath(ctx: TestContext, id: number): Promise<number[]> {
  const { rows } = await ctx.owner.query<{ path: number[] }>(
    `select to_json(trim_array(ancestors, 1)) as path from accounts where id = $1`,
    [id],
  );
  return rows[0]!.path;
}

/**
 * Returns the events about an account with their data, oldest first. Leaves out sign-ins and
 * sign-outs.
 */
export async function listEventsAbout(
  ctx: TestContext,
  id: number,
): Promise<{ kind: string; before: unknown; after: unknown; actor: number }[]> {
  const { rows } = await ctx.owner.query(
    `select kind, before, after, actor_id::int as actor from events
     where account_id = $1 and kind not like 'sign%' order by id`,
    [id],
  );
  return rows;
}
