/** V8 keeps what a start left behind, and the room that it needed, until it is short of memory. */
import { setTimeout as pause } from 'node:timers/promises';

/** By then the jobs that begin with the server have run once. */
const AFTER_START_MS = 5_000;

/**
 * Gives it back to the system a while after the start, once, in a pause of a tenth of a second. Only with
 * `--expose-gc`, as `npm start` begins the server (docs/decisions/memory.md).
 */
export async function giveBackStartMemory(): Promise<void> {
  await pause(AFTER_START_MS, undefined, { ref: false });
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
