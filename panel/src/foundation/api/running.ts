/** Whether calls are being answered: what can wait is not fetched beside them, nor beside the drawing after them. */
const DRAWING_MS = 400;

let running = 0;
let lastAnswer = 0;

/** Whether the first screen has stood: what is asked for after that does not belong to the start. */
let rested = false;

export const hasRested = (): boolean => rested;

export function isQuiet(): boolean {
  const quiet = running === 0 && performance.now() - lastAnswer > DRAWING_MS;
  rested ||= quiet && lastAnswer > 0;
  return quiet;
}

export async function whileCalling<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    lastAnswer = performance.now();
  }
}
