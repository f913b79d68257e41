/**
 * Replacement of `db.tx` for the rows of a batch. A use case that calls it runs in the transaction of
 * the chunk instead of a new one.
 */
import sql, { type Sql } from 'sql-template-tag';
import { type Db, type StatementMode, type Tx, isUnavailable } from '../foundation/database.ts';

/**
 * `savepoint`: an error rolls back only the writes of its row. `plain`: an error rolls back the whole
 * chunk, which is faster because rows need no savepoint.
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
    // The transaction must stay open for the next row, so this does not commit.
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
