/**
 * Transaction on one connection. Its `begin` is sent with its first statement, and its `commit`
 * with the statement that the caller declares as the last. This saves two round trips.
 */
import type pg from 'pg';
import type { BundleResult, Edge, TransactionClient } from './bundled-query.ts';

/**
 * Error for a commit without a confirmation or a rejection. If the client repeats the request with
 * the same idempotency key, it learns the outcome.
 */
export class CommitOutcomeUnknown extends Error {}

export interface Transaction {
  ask(query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Sends the last statement and the commit. */
  finish(query: pg.QueryConfig): Promise<void>;
  /** Commits if `finish` was not called. */
  end(): Promise<void>;
  /** Rolls back. Returns the error if the connection is no longer usable. */
  rollback(): Promise<Error | undefined>;
}

/**
 * Starts a transaction. `bundles` is true if named statements may be prepared on this connection.
 * Only named statements can be bundled.
 */
export function openTransaction(client: TransactionClient, bundles: boolean): Transaction {
  let state: 'new' | 'open' | 'ended' = 'new';
  const isKnown = (edge: Edge, { name }: pg.QueryConfig): boolean =>
    bundles && name !== undefined && client.knows(edge);
  const run = (edge: Edge): Promise<pg.QueryResult> =>
    bundles ? client.learn(edge) : client.query(edge);

  async function send(query: pg.QueryConfig, isLast: boolean): Promise<BundleResult> {
    if (state === 'ended') throw new Error('the transaction has ended');
    const begins = state === 'new' && isKnown('begin', query);
    const commits = isLast && isKnown('commit', query);
    const beginning = state === 'new' && !begins ? run('begin') : undefined;
    state = commits ? 'ended' : 'open';
    await beginning;
    return client.bundle(query, { begins, commits });
  }

  async function end(): Promise<void> {
    if (state !== 'open') return;
    state = 'ended';
    await expectCommit(client, always, async () => (await run('commit')).command);
  }

  return {
    ask: async (query) => (await send(query, false)).statement,
    finish: async (query) => {
      const isCommitting = () => client.isCommitting;
      await expectCommit(client, isCommitting, async () => (await send(query, true)).ending);
      await end();
    },
    end,
    rollback: async () => {
      if (state === 'new') return undefined;
      try {
        await client.query('rollback');
        return undefined;
      } catch (error) {
        return error as Error;
      }
    },
  };
}

const always = () => true;

/**
 * Throws if the commit is not certain. A warning means that the wait for the standby was cancelled,
 * so the commit does not count as a success. PostgreSQL answers the commit of a failed transaction
 * with ROLLBACK and without an error.
 */
async function expectCommit(
  client: TransactionClient,
  isCommitting: () => boolean,
  commit: () => Promise<string | undefined>,
): Promise<void> {
  let doubt: string | undefined;
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (isCommitting() && notice.code?.startsWith('01')) doubt = notice.message ?? notice.code;
  };
  client.on('notice', onNotice);
  try {
    const ending = await commit();
    if (ending !== undefined && ending !== 'COMMIT') doubt = `the server answered ${ending}`;
  } finally {
    client.off('notice', onNotice);
  }
  if (doubt) throw new CommitOutcomeUnknown(`commit in doubt: ${doubt}`);
}
