/**
 * Combines reads that are requested at about the same time, so that a few queries replace many
 * small ones. A single read runs at once. A combined read begins after all its requests, so no
 * answer is older than its request. Only a few combined reads run at the same time, so they use few
 * connections.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Minimum time in milliseconds between the starts of two combined reads. */
const EVERY_MS = 5;
const MAX_CONCURRENT = 4;
const MAX_BATCH = 500;

interface Waiting<Question, Answer> extends PromiseWithResolvers<Answer> {
  readonly question: Question;
}

/**
 * Creates a function that combines its read with the reads of other callers. `read` must return a
 * function that finds the answer for the key of a question.
 */
export function createGatheredReads<Question, Answer>(
  keyOf: (question: Question) => string,
  read: (questions: readonly Question[]) => Promise<(key: string) => Answer>,
): (question: Question) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Question, Answer>>();
  let underWay = 0;
  let isDue = false;
  let begunAt = -Infinity;
  // A combined read belongs to no single request, so it runs outside their contexts.
  const outsideRequests = AsyncLocalStorage.snapshot();

  function schedule(): void {
    if (isDue || underWay >= MAX_CONCURRENT || waiting.size === 0) return;
    isDue = true;
    const early = begunAt + EVERY_MS - performance.now();
    // The read starts after this iteration of the event loop, so that more callers can join it.
    if (early > 0) setTimeout(() => void readSome(), early);
    else setImmediate(() => void readSome());
  }

  async function readSome(): Promise<void> {
    isDue = false;
    begunAt = performance.now();
    underWay += 1;
    const batch = takeSome();
    schedule();
    try {
      const answerTo = await read(batch.map(({ question }) => question));
      for (const { question, resolve } of batch) resolve(answerTo(keyOf(question)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    schedule();
  }

  function takeSome(): Waiting<Question, Answer>[] {
    const batch: Waiting<Question, Answer>[] = [];
    for (const [key, request] of waiting) {
      if (batch.length === MAX_BATCH) break;
      batch.push(request);
      waiting.delete(key);
    }
    return batch;
  }

  return (question) => {
    const key = keyOf(question);
    const same = waiting.get(key);
    if (same) return same.promise;
    const request = { question, ...Promise.withResolvers<Answer>() };
    waiting.set(key, request);
    outsideRequests(schedule);
    return request.promise;
  };
}
