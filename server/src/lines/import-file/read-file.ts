/**
 * Reads an uploaded file in a separate process with limited memory and processor time. A malicious
 * file can then end only this process. A thread would not protect the server in this way. At most
 * two files are read at the same time, in the order of arrival, and at most one per account. One
 * account can therefore not block the others.
 */
import { fork } from 'node:child_process';
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedQueue } from '../../foundation/limits/bounded-queue.ts';
import type { FileCells } from './file-rows.ts';

const MAX_HEAP_MB = 384;
/**
 * Limit of elapsed time. The process usually ends itself earlier by its processor time
 * (`cpu-limit.worker.ts`).
 */
const MAX_MS = 30_000;
const TOO_MUCH = 'Este arquivo é grande ou complicado demais para ser lido.';

/** `failed` means an unexpected error rather than an invalid file. */
export type ParsedFile =
  | { readonly rows: FileCells[] }
  | { readonly reason: string }
  | { readonly failed: string };

const readers = createBoundedQueue({ running: 2, waiting: 50 });

interface FileReading {
  readonly log: AppContext['log'];
  /** Called if reading the file used up the time or the memory. */
  readonly onExhausted?: () => Promise<void>;
}

/** Reads a file; refuses an unreadable file with the reason as a message. */
export async function readFile(
  { log, onExhausted }: FileReading,
  bytes: Uint8Array,
): Promise<FileCells[]> {
  const result = await readers(() => inProcess(bytes));
  if ('rows' in result) return result.rows;
  if ('failed' in result) {
    log.warn({ failed: result.failed }, 'a file of lines could not be read');
    await onExhausted?.();
  }
  const reason = 'reason' in result ? result.reason : TOO_MUCH;
  return refuse('line_file_unreadable', { values: { reason } });
}

/**
 * Reads the file in a process and never rejects. If the process ends unexpectedly, the file is
 * reported as failed.
 */
function inProcess(bytes: Uint8Array): Promise<ParsedFile> {
  return new Promise((resolve) => {
    const child = fork(new URL('./read-file.process.ts', import.meta.url), [], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      // The environment is replaced, so that the process gets no secrets of the server. Windows
      // needs `SystemRoot` to start a process.
      env: { SystemRoot: process.env.SystemRoot },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (result: ParsedFile) => {
      clearTimeout(timer);
      resolve(result);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end({ failed: 'took too long' }), MAX_MS);
    child.once('message', (result) => end(result as ParsedFile));
    child.once('error', (error) => end({ failed: String(error) }));
    child.once('exit', (code, signal) => end({ failed: `ended with ${signal ?? code}` }));
    child.send(bytes, (error) => error && end({ failed: String(error) }));
  });
}
