/**
 * Returns memory of the start to the system. V8 otherwise retains garbage and the enlarged heap
 * until memory is short.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Time in milliseconds after which the jobs that start with the server have run once. */
const AFTER_START_MS = 5_000;

/**
 * Collects garbage once after the start, so that V8 returns the memory. This takes a tenth of a
 * second. Works only with `--expose-gc`, which `npm start` sets (docs/decisions/memory.md).
 */
export async function releaseStartMemory(): Promise<void> {
  await pause(AFTER_START_MS, undefined, { ref: false });
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
