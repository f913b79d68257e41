/** Observes the server during a measurement: a task until its end, and the memory in use. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const LOOK_EVERY_MS = 250;

/** Returns the final message of the task. */
export async function taskEnded(database: pg.Client, id: number): Promise<string> {
  for (;;) {
    const { rows } = await database.query<{ state: string; message: string }>(
      'select state, message from tasks where id = $1',
      [id],
    );
    const { state, message } = rows[0]!;
    if (state === 'failed' || state === 'stopped') throw new Error(message);
    if (state !== 'waiting' && state !== 'running') return message;
    await pause(LOOK_EVERY_MS);
  }
}

/** Returns the highest value until the returned function is called. */
export function watchMemory(measure: () => number): () => Promise<number> {
  const over = new AbortController();
  const watching = (async () => {
    let most = 0;
    while (!over.signal.aborted) {
      most = Math.max(most, measure());
      await pause(LOOK_EVERY_MS);
    }
    return most;
  })();
  return () => {
    over.abort();
    return watching;
  };
}
