/**
 * The `db.tx` of a use case inside a chunk's transaction: it joins that transaction instead of
 * beginning one.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Db, type Plan, type Tx, isUnavailable } from '../foundation/database.ts';

/**
 * `undoing`: what a row wrote is rolled back when it throws. `plain`: only the whole chunk can be
 * rolled back.
 */
export type TransactionMode = 'plain' | 'undoing';

export function rowTransactions(tx: Tx, mode: TransactionMode): Db['tx'] {
  const planned = plannedOnce(tx);
  if (mode === 'plain') return (work) => work(planned);
  return async (work) => {
    await tx.run(sql`savepoint batch_row`);
    try {
      const result = await work(planned);
      await tx.run(sql`release savepoint batch_row`);
      return result;
    } catch (error) {
      if (!isUnavailable(error)) await tx.run(sql`rollback to savepoint batch_row`);
      throw error;
    }
  };
}

const KNOWN_STATEMENTS = 200;
const known = new Set<string>();

/** The same few statements are sent for every row, so a connection plans each of them once. */
function plannedOnce(tx: Tx): Tx {
  return {
    ...tx,
    many: (query, plan = planOf(query)) => tx.many(query, plan),
    first: (query, plan = planOf(query)) => tx.first(query, plan),
    run: (query, plan = planOf(query)) => tx.run(query, plan),
    // The chunk goes on.
    finish: async (query, plan = planOf(query)) => void (await tx.run(query, plan)),
  };
}

/** Once so many texts are prepared, further ones are not: each takes memory on every connection. */
function planOf({ text }: Sql): Plan | undefined {
  if (known.size < KNOWN_STATEMENTS) known.add(text);
  return known.has(text) ? 'prepared' : undefined;
}
