import { expiringLevel } from '@ramal/contract/rules/terms';
import { expect, it } from 'vitest';
import { expiryLevel } from './expiry-level.ts';

const now = new Date('2026-11-20T12:00:00Z');
const lineEndingIn = (hours: number, isTrial: boolean) => {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  return { isTrial, expiresAt, expiring: expiringLevel(expiresAt, now) };
};

it.each([
  [5, 'test'],
  [2, 'test'],
  [0.5, 2],
] as const)('gives a test that ends in %s hours the level %s', (hours, level) => {
  expect(expiryLevel(lineEndingIn(hours, true), now)).toBe(level);
});

it.each([
  [48, 1],
  [20, 2],
] as const)(
  'gives an official line that ends in %s hours the level %s of the server',
  (hours, level) => {
    expect(expiryLevel(lineEndingIn(hours, false), now)).toBe(level);
  },
);
