/**
 * Time in ms after the last answer in which the browser is still drawing. Prefetches wait for
 * running calls and for this time.
 */
const DRAWING_MS = 400;

let running = 0;
let lastAnswer = 0;

/**
 * True if the screen has been quiet since the last navigation. Calls made after that are not
 * initial calls of the screen.
 */
let rested = false;
let cameAt = 0;

export const hasBeenQuiet = (): boolean => rested;

export function startVisit(): void {
  rested = false;
  cameAt = performance.now();
}

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
