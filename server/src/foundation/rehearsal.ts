/**
 * A rehearsal runs a use case unchanged and then undoes it. All its statements use one connection,
 * whose transaction is rolled back after the response. No row, job, event or signal of it remains.
 * Code with effects outside the database, such as an order at a provider, checks `isRehearsed`
 * first.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

interface Rehearsal {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  isFinished: boolean;
}

const rehearsals = new AsyncLocalStorage<Rehearsal>();

/** True if the current work will be undone. */
export const isRehearsed = (): boolean => rehearsals.getStore() !== undefined;

/** Returns the connection that replaces the pool while a rehearsal runs. */
export function rehearsalClient(pool: pg.Pool): pg.PoolClient | undefined {
  const rehearsal = rehearsals.getStore();
  if (rehearsal?.pool !== pool) return undefined;
  // The use case did not wait for this work. After the rehearsal the work could be committed, so it
  // fails.
  if (rehearsal.isFinished) throw new Error('the rehearsal is over');
  return rehearsal.client;
}

export async function rehearse<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const rehearsal: Rehearsal = { pool, client: await pool.connect(), isFinished: false };
  let broken: Error | undefined;
  try {
    await rehearsal.client.query('begin');
    return await rehearsals.run(rehearsal, work);
  } finally {
    rehearsal.isFinished = true;
    await rehearsal.client.query('rollback').catch((error: Error) => (broken = error));
    rehearsal.client.release(broken);
  }
}

/** Runs a transaction of the use case. An error undoes the writes of this transaction only. */
export async function inSavepoint<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint rehearsed');
  try {
    const result = await work();
    await client.query('release savepoint rehearsed');
    return result;
  } catch (error) {
    await client.query('rollback to savepoint rehearsed; release savepoint rehearsed');
    throw error;
  }
}
