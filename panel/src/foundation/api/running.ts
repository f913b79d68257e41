/** Whether calls are being answered: what can wait is not fetched beside them, nor beside the drawing after them. */
const DRAWING_MS = 400;

let running = 0;
let lastAnswer = 0;

/** Whether the screen has stood since somebody came to it: what is asked for after that is not what it begins with. */
let rested = false;
let cameAt = 0;

export const hasRested = (): boolean => rested;

export function comeToScreen(): void {
  rested = false;
  cameAt = performance.now();
}

export function isQuiet(): boolean {
  const quiet = running === 0 && performance.now() - lastAnswer > DRAWING_MS;
  rested ||= quiet && lastAnswer > cameAt;
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
