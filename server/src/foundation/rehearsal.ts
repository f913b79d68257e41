/**
 * A rehearsal runs a use case as it is and undoes it: everything it asks of the database goes to one
 * connection, whose transaction is rolled back when the answer is there. No row, job, event or signal
 * of it stays. What leaves the database, such as an order elsewhere, asks `isRehearsed` first.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

interface Rehearsal {
  readonly pool: pg.Pool;
  readonly client: pg.PoolClient;
  isOver: boolean;
}

const rehearsals = new AsyncLocalStorage<Rehearsal>();

/** Whether what is done now will be undone. */
export const isRehearsed = (): boolean => rehearsals.getStore() !== undefined;

/** The connection that stands for the pool while a rehearsal runs. */
export function rehearsalClient(pool: pg.Pool): pg.PoolClient | undefined {
  const rehearsal = rehearsals.getStore();
  if (rehearsal?.pool !== pool) return undefined;
  // Left running by the use case: it must not be written for good.
  if (rehearsal.isOver) throw new Error('the rehearsal is over');
  return rehearsal.client;
}

export async function rehearse<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const rehearsal: Rehearsal = { pool, client: await pool.connect(), isOver: false };
  let broken: Error | undefined;
  try {
    await rehearsal.client.query('begin');
    return await rehearsals.run(rehearsal, work);
  } finally {
    rehearsal.isOver = true;
    await rehearsal.client.query('rollback').catch((error: Error) => (broken = error));
    rehearsal.client.release(broken);
  }
}

/** A transaction of the use case: what it wrote before an error is undone, what came earlier is not. */
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
