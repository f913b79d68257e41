/** Every making of a backup leaves a row, which the screen shows and the next one looks at. */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { reasonOf } from './stores/store-failure.ts';

interface Run {
  readonly file: string;
  readonly bytes: number;
  readonly rows?: number;
  /** What did not go well although it was made, in words for people. */
  readonly failure: string | null;
}

export async function recordRun<T extends Run>(
  ctx: AppContext,
  kind: 'snapshot' | 'base',
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = ctx.clock.now();
  const startedMs = performance.now();
  // From the clock of the machine, as the one of the context may stand still.
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
    await record({}, reasonOf(error));
    throw error;
  }
}
