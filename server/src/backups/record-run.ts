/**
 * Stores the result of each backup run in a row. The screen shows these rows, and the next base run
 * checks them.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { storeFailureReason } from './stores/store-failure.ts';

interface Run {
  readonly file: string;
  readonly bytes: number;
  readonly rows?: number;
  /** Problems that did not stop the backup, as text for people. Null without problems. */
  readonly failure: string | null;
}

export async function recordRun<T extends Run>(
  ctx: AppContext,
  kind: 'snapshot' | 'base',
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = ctx.clock.now();
  const startedMs = performance.now();
  // Stores the result of the run. The duration uses the machine's clock, because the context's
  // clock may be frozen in tests.
  const record = async (made: Partial<Run>, failure: string | null) => {
    const finishedAt = new Date(startedAt.getTime() + performance.now() - startedMs);
    await ctx.db.tx((tx) =>
      tx.run(sql`
        insert into backup_runs (kind, started_at, finished_at, file, bytes, rows, failure)
        values (${kind}, ${startedAt}, ${finishedAt}, ${made.file ?? null}, ${made.bytes ?? null},
          ${made.rows ?? null}, ${failure})`),
    );
  };
  try {
    const made = await work();
    await record(made, made.failure);
    return made;
  } catch (error) {
    await record({}, storeFailureReason(error));
    throw error;
  }
}
