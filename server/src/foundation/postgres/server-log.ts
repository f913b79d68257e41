import { closeSync, constants, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDir } from './data-dir.ts';

const MAX_BYTES = 10_000_000;

type ServerLog = { handle: number; wordsSince: () => string; close: () => void };

/** Opens the server's log for appending. A large log is renamed first. */
export function openLog({ folder }: DataDir): ServerLog {
  const file = join(folder, 'postgres.log');
  let start = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (start > MAX_BYTES) {
    renameSync(file, `${file}.1`);
    start = 0;
  }
  // Links are rejected, because the folder belongs to the server's account and we may be root.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  return {
    handle,
    wordsSince: () => lastLines(readFileSync(file).subarray(start).toString()),
    close: () => closeSync(handle),
  };
}

/** Returns the last output of a program, on one text line and without timestamps. */
export function lastLines(text: string): string {
  const lines = text.trim().split('\n').slice(-6);
  return lines.map((line) => line.replace(/^[-\d]+ [:.\d]+ \w+ \[\d+\] /, '')).join(' · ');
}
