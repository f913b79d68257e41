/**
 * Makes every wait of a test end with a complete screen. Without it, a slow answer of another call
 * decides whether the next check without a wait passes. The module runs once per worker, because
 * the test files of a worker share the wrapped configuration.
 */
import { configure, getConfig } from '@testing-library/react';
import { countRunningCalls } from './api/running.ts';

/** Time in ms that a wait gives to calls that do not end. A test may hold an answer back. */
const SETTLE_MS = 100;
/** Turns of the event loop without a change of the document, after which the screen has settled. */
const CALM_TURNS = 2;

/** Calls of earlier tests of the worker that never end, because a test held their answer back. */
let abandonedCalls = 0;

export function ignoreEarlierCalls(): void {
  abandonedCalls = countRunningCalls();
}

// Some tests replace the timers.
const { setTimeout, performance } = globalThis;
const now = performance.now.bind(performance);
const defaults = getConfig();

configure({
  asyncWrapper: (wait) =>
    defaults.asyncWrapper(async () => {
      const awaited = await wait();
      await settle();
      return awaited;
    }),
});

/** Waits until no call runs and the document does not change any more. */
async function settle(): Promise<void> {
  let changes = 0;
  const observer = new MutationObserver(() => (changes += 1));
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  const end = now() + SETTLE_MS;
  for (let calm = 0; calm < CALM_TURNS && now() < end;) {
    const before = changes;
    await new Promise((resolve) => setTimeout(resolve, 0));
    calm = countRunningCalls() > abandonedCalls || changes > before ? 0 : calm + 1;
  }
  observer.disconnect();
}
