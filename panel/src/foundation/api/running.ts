/**
 * Time in ms that the browser needs to draw an answer. Prefetches start after all calls have ended
 * and this time has passed.
 */
const DRAWING_MS = 400;

let running = 0;
let lastAnswer = 0;

/**
 * True after the first quiet moment since the last navigation. Later calls are not initial calls of
 * the screen.
 */
let rested = false;
let cameAt = 0;

export const hasBeenQuiet = (): boolean => rested;

export function startVisit(): void {
  rested = false;
  cameAt = performance.now();
}

export const countRunningCalls = (): number => running;

export function isQuiet(): boolean {
  const quiet = running === 0 && performance.now() - lastAnswer > DRAWING_MS;
  rested ||= quiet && lastAnswer > cameAt;
  return quiet;
}

export async function trackCall<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    lastAnswer = performance.now();
  }
}
