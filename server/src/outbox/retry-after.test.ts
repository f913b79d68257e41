import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2026-11-24T13:00:00Z');
const waitFor = (retryAfter: string | undefined) =>
  retryAfterMs(retryAfter, { now, usualMs: 60_000, mostMs: 3_600_000 });

it.each<[string | undefined, number]>([
  ['120', 120_000],
  [' 120 ', 120_000],
  ['Tue, 24 Nov 2026 13:02:00 GMT', 120_000],
  ['Tuesday, 24-Nov-26 13:02:00 GMT', 120_000],
  ['86400', 3_600_000],
  ['99999999999999999999', 3_600_000],
  ['Wed, 25 Nov 2026 13:00:00 GMT', 3_600_000],
  ['Tue, 24 Nov 2026 12:00:00 GMT', 60_000],
  ['0', 60_000],
  ['-5', 60_000],
  ['soon', 60_000],
  ['', 60_000],
  [undefined, 60_000],
])('waits for a Retry-After of «%s» during %d ms', (retryAfter, waits) => {
  expect(waitFor(retryAfter)).toBe(waits);
});
