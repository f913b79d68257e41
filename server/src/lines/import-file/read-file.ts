/**
 * Reads a file somebody sent, in a process of its own with little memory and little time: a file made to
 * hurt ends that one and nothing else, which a thread cannot promise. One at a time, so that many at once
 * take no more.
 */
import { fork } from 'node:child_process';
import { refuse } from '@ramal/contract/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import type { FileCells } from './file-rows.ts';

const MOST_HEAP_MB = 384;
const MOST_MS = 30_000;
const TOO_MUCH = 'Este arquivo é grande ou complicado demais para ser lido.';

/** `failed`: not as a file is expected to be wrong. */
export type ParsedFile =
  | { readonly rows: FileCells[] }
  | { readonly reason: string }
  | { readonly failed: string };

let last: Promise<unknown> = Promise.resolve();

/** Refuses with the reason, in words. */
export async function readFile(
  { log }: Pick<AppContext, 'log'>,
  bytes: Uint8Array,
): Promise<FileCells[]> {
  const turn = last.then(() => inProcess(bytes));
  // Where not even a process can be started, the next one is tried all the same.
  last = turn.catch(() => undefined);
  const told = await turn;
  if ('rows' in told) return told.rows;
  if ('failed' in told) log.warn({ failed: told.failed }, 'a file of lines could not be read');
  const reason = 'reason' in told ? told.reason : TOO_MUCH;
  return refuse('line_file_unreadable', { values: { reason } });
}

/** Never rejects: whatever ends the process, the file was the reason. */
function inProcess(bytes: Uint8Array): Promise<ParsedFile> {
  return new Promise((resolve) => {
    const child = fork(new URL('./read-file.process.ts', import.meta.url), [], {
      execArgv: [`--max-old-space-size=${MOST_HEAP_MB}`],
      // None of the house's secrets; Windows starts nothing without this.
      env: { SystemRoot: process.env.SystemRoot },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (told: ParsedFile) => {
      clearTimeout(timer);
      resolve(told);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end({ failed: 'took too long' }), MOST_MS);
    child.once('message', (told) => end(told as ParsedFile));
    child.once('error', (error) => end({ failed: String(error) }));
    child.once('exit', (code, signal) => end({ failed: `ended with ${signal ?? code}` }));
    child.send(bytes, (error) => error && end({ failed: String(error) }));
  });
}
