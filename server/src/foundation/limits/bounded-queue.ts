/**
 * A queue for costly work of this process: a few at a time, and only so many waiting. Beyond that the
 * caller is asked to come back, which is kinder than to let everybody wait.
 */
import { refuse } from '@ramal/contract/api/errors';

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

const RETRY_SECONDS = 5;

export type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createBoundedQueue({
  running: slots,
  waiting: waitingSlots,
}: QueueLimits): RunQueued {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** Resolves once the caller has one of the slots, which a finished work hands on. */
  function takeSlot(): Promise<void> {
    if (running < slots) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= waitingSlots) refuse('overloaded', { retryAfterSeconds: RETRY_SECONDS });
    return new Promise((resolve) => waiting.push(resolve));
  }

  function leaveSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await takeSlot();
    try {
      return await work();
    } finally {
      leaveSlot();
    }
  };
}
