import { HOUR_MS } from '@ramal/contract/rules/durations';
import { expect, it } from 'vitest';
import { createRecentKeys } from './recent-keys.ts';

it('adds a key once within the period, and again after it', () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const add = createRecentKeys({ now: () => now, timeZone: 'UTC' }, HOUR_MS);
  expect([add('a'), add('a'), add('b')]).toEqual([true, false, true]);
  now = new Date(now.getTime() + HOUR_MS - 1);
  expect(add('a')).toBe(false);
  now = new Date(now.getTime() + 2);
  expect([add('a'), add('a')]).toEqual([true, false]);
});

it('removes the oldest keys when there are too many', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const add = createRecentKeys({ now: () => now, timeZone: 'UTC' }, HOUR_MS);
  for (let n = 0; n <= 20_000; n += 1) add(`key ${n}`);
  expect([add('key 20000'), add('key 0')]).toEqual([false, true]);
});
