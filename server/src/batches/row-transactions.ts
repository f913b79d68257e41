/**
 * Creates the `db.tx` for the rows of a batch. A use case that calls it runs inside the transaction
 * of the chunk and starts no new one.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Db, type StatementMode, type Tx, isUnavailable } from '../foundation/database.ts';

/**
 * Effect of an error in a row. With `savepoint`, only the writes of the row are rolled back. With
 * `plain`, the whole chunk is rolled back, which is faster because rows need no savepoint.
 */
export type TransactionMode = 'plain' | 'savepoint';

export function rowTransactions(tx: Tx, mode: TransactionMode): Db['tx'] {
  const preparedTx = withPreparedStatements(tx);
  if (mode === 'plain') return (work) => work(preparedTx);
  return async (work) => {
    await tx.run(sql`savepoint batch_row`);
    try {
      const result = await work(preparedTx);
      await tx.run(sql`release savepoint batch_row`);
      return result;
    } catch (error) {
      if (!isUnavailable(error)) await tx.run(sql`rollback to savepoint batch_row`);
      throw error;
    }
  };
}

const MAX_PREPARED_STATEMENTS = 200;
const preparedTexts = new Set<string>();

/**
 * Prepares the statements, so that PostgreSQL plans them only once per connection. All rows of a
 * batch use the same few statements.
 */
function withPreparedStatements(tx: Tx): Tx {
  return {
    ...tx,
    many: (query, plan = chooseMode(query)) => tx.many(query, plan),
    first: (query, plan = chooseMode(query)) => tx.first(query, plan),
    run: (query, plan = chooseMode(query)) => tx.run(query, plan),
    // Does not commit, because the transaction must stay open for the next row.
    finish: async (query, plan = chooseMode(query)) => void (await tx.run(query, plan)),
  };
}

/**
 * Prepares only the first statements of a process. Every prepared statement uses memory on every
 * connection.
 */
function chooseMode({ text }: Sql): StatementMode | undefined {
  if (preparedTexts.size < MAX_PREPARED_STATEMENTS) preparedTexts.add(text);
  return preparedTexts.has(text) ? 'prepared' : undefined;
}
