/** V8 keeps the garbage of the start, and the heap that it needed, until memory is short. */
import { setTimeout as pause } from 'node:timers/promises';

/** The jobs that start with the server have run once by then. */
const AFTER_START_MS = 5_000;

/**
 * Returns the memory to the system once, some time after the start. This takes a tenth of a second.
 * Works only with `--expose-gc`, which `npm start` sets (docs/decisions/memory.md).
 */
export async function giveBackStartMemory(): Promise<void> {
  await pause(AFTER_START_MS, undefined, { ref: false });
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
