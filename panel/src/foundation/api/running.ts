/** Whether calls are being answered: what can wait is not fetched beside them, nor beside the drawing after them. */
const DRAWING_MS = 400;

let running = 0;
let lastAnswer = 0;

export const isQuiet = (): boolean => running === 0 && performance.now() - lastAnswer > DRAWING_MS;

export async function whileCalling<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    lastAnswer = performance.now();
  }
}
