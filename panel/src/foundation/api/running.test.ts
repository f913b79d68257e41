import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startVisit, hasBeenQuiet, isQuiet, trackCall } from './running.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('is quiet after the last answer had time to be drawn, which ends the start', async () => {
  vi.advanceTimersByTime(1_000);
  expect(isQuiet()).toBe(true);
  expect(hasBeenQuiet()).toBe(false);
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const calls = [trackCall(() => wait(100)), trackCall(() => wait(300))];
  expect(isQuiet()).toBe(false);
  await vi.advanceTimersByTimeAsync(300);
  await Promise.all(calls);
  expect(isQuiet()).toBe(false);
  expect(hasBeenQuiet()).toBe(false);
  await vi.advanceTimersByTimeAsync(401);
  expect(isQuiet()).toBe(true);
  expect(hasBeenQuiet()).toBe(true);
  startVisit();
  expect(isQuiet()).toBe(true);
  expect(hasBeenQuiet()).toBe(false);
});

it('counts a failed call as answered', async () => {
  const call = trackCall(() => Promise.reject(new Error('no network')));
  expect(isQuiet()).toBe(false);
  await expect(call).rejects.toThrow('no network');
  await vi.advanceTimersByTimeAsync(401);
  expect(isQuiet()).toBe(true);
});
