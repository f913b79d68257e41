/**
 * Replaces `db.tx` for a use case inside a chunk's transaction. The use case then joins that
 * transaction and starts no new one.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Db, type Plan, type Tx, isUnavailable } from '../foundation/database.ts';

/**
 * `undoing`: if a row throws, only its writes are rolled back. `plain`: only the whole chunk can be
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
const preparedTexts = new Set<string>();

/**
 * Sends the statements as prepared ones, so that a connection plans them only once. Every row uses
 * the same few statements.
 */
function plannedOnce(tx: Tx): Tx {
  return {
    ...tx,
    many: (query, plan = planOf(query)) => tx.many(query, plan),
    first: (query, plan = planOf(query)) => tx.first(query, plan),
    run: (query, plan = planOf(query)) => tx.run(query, plan),
    // Runs the query without ending the transaction, because the chunk continues.
    finish: async (query, plan = planOf(query)) => void (await tx.run(query, plan)),
  };
}

/**
 * Returns the plan of a statement. The number of prepared statements is limited, because each takes
 * memory on every connection.
 */
function planOf({ text }: Sql): Plan | undefined {
  if (preparedTexts.size < KNOWN_STATEMENTS) preparedTexts.add(text);
  return preparedTexts.has(text) ? 'prepared' : undefined;
}
