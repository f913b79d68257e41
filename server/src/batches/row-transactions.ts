/**
 * The `db.tx` of a use case inside a chunk's transaction: it joins that transaction instead of
 * beginning one.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Db, type Tx, isUnavailable } from '../foundation/database.ts';

/**
 * `undoing`: what a row wrote is rolled back when it throws. `plain`: only the whole chunk can be
 * rolled back.
 */
export type TransactionMode = 'plain' | 'undoing';

export function rowTransactions(tx: Tx, way: TransactionMode): Db['tx'] {
  const planned = plannedOnce(tx);
  if (way === 'plain') return (work) => work(planned);
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
const names = new Map<string, string>();

/** The same few statements are sent for every row, so a connection plans each of them once. */
function plannedOnce(tx: Tx): Tx {
  return {
    ...tx,
    many: (query, name = nameOf(query)) => tx.many(query, name),
    first: (query, name = nameOf(query)) => tx.first(query, name),
    run: (query, name = nameOf(query)) => tx.run(query, name),
  };
}

/** One statement name for each text; once there are many, further texts go unnamed. */
function nameOf({ text }: Sql): string | undefined {
  if (!names.has(text) && names.size < KNOWN_STATEMENTS) names.set(text, `batch-row-${names.size}`);
  return names.get(text);
}
