/** Process that reads a file. Uploads are untrusted and may be malicious. */
import { Worker } from 'node:worker_threads';
import type { ParsedFile } from './read-file.ts';
import { readRows } from './read-rows.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

// A separate thread measures the time, because this thread is busy with reading.
new Worker(new URL('./cpu-limit.worker.ts', import.meta.url)).unref();
process.once('disconnect', () => process.exit());
process.once('message', (bytes: Uint8Array) => {
  void sendResult(bytes);
});

async function sendResult(bytes: Uint8Array): Promise<void> {
  process.send!(await read(bytes));
}

const read = (bytes: Uint8Array): Promise<ParsedFile> =>
  readRows(bytes).then(
    (rows) => ({ rows }),
    (error: unknown) =>
      error instanceof ExplainedFailure ? { reason: error.message } : { failed: String(error) },
  );
