/**
 * Queue for expensive work of this process. The number of running and of waiting tasks is limited.
 * A caller beyond the limit is rejected and may try again later, which is better than a long wait
 * for all callers.
 */
import { refuse } from '@ramal/contract/api/errors';

interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
}

const RETRY_SECONDS = 5;

type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createBoundedQueue({
  running: slots,
  waiting: waitingSlots,
}: QueueLimits): RunQueued {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** Resolves when the caller has a slot. Completed work passes its slot to the next caller. */
  function acquireSlot(): Promise<void> {
    if (running < slots) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= waitingSlots) refuse('overloaded', { retryAfterSeconds: RETRY_SECONDS });
    return new Promise((resolve) => waiting.push(resolve));
  }

  function releaseSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await acquireSlot();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
