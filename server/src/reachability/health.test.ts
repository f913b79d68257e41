import { expect, it } from 'vitest';
import { type Health, type RoundResult, isFallen, nextHealth, unknownHealth } from './health.ts';

const START = Date.parse('2026-11-21T15:00:00Z');
const PERIOD_MS = 30_000;

/**
 * Returns the health after each round. One letter per round: o succeeded, s succeeded after a
 * retry, f failed.
 */
function rounds(letters: string, from = unknownHealth(new Date(START)), start = START): Health[] {
  const outcomes = { o: 'ok', s: 'shaky', f: 'failed' } as const;
  const list: Health[] = [];
  Array.from(letters).forEach((letter, n) => {
    const outcome = outcomes[letter as keyof typeof outcomes];
    const result: RoundResult = { outcome, reason: outcome === 'ok' ? null : 'connect' };
    const at = new Date(start + n * PERIOD_MS);
    list.push(nextHealth(list.at(-1) ?? from, result, at));
  });
  return list;
}

const states = (letters: string) => rounds(letters).map(({ state }) => state);

it('falls after one failed round but not after a retry', () => {
  expect(states('osof')).toEqual(['up', 'suspect', 'up', 'down']);
  expect(rounds('of').at(-1)).toMatchObject({
    reason: 'connect',
    since: new Date(START + PERIOD_MS),
  });
});

it('is up again after three successes and the hold time', () => {
  expect(states('ofoo')).toEqual(['up', 'down', 'returning', 'returning']);
  expect(states('ofooo').at(-1)).toBe('up');
  expect(states('offoofooo').at(-1)).toBe('up');
});

it('doubles the hold time at each fall within an hour and halves it after quiet hours', () => {
  let health = rounds('o')[0]!;
  const holds: number[] = [];
  let at = START;
  for (let n = 0; n < 6; n += 1) {
    at += 20 * 60_000;
    health = { ...rounds('f', { ...health, state: 'up' }, at)[0]! };
    holds.push(health.holdSeconds);
  }
  expect(holds).toEqual([60, 120, 240, 480, 900, 900]);
  const quiet = rounds('f', { ...health, state: 'up' }, at + 2 * 3_600_000)[0]!;
  expect(quiet.holdSeconds).toBe(225);
});

it('a flapping target counts as fallen until it is stable', () => {
  const list = rounds('ofoofoofoofo');
  expect(list.at(-1)!.isFlapping).toBe(true);
  expect(isFallen(list.at(-1)!)).toBe(true);
  const steady = rounds('o'.repeat(40), list.at(-1), START + 12 * PERIOD_MS);
  expect(isFallen(steady[0]!)).toBe(true);
  expect(isFallen(steady.at(-1)!)).toBe(false);
});

it('a target that flaps for an hour rarely changes between fallen and healthy', () => {
  const list = rounds('ofoo'.repeat(30));
  const changes = list.filter((item, n) => n > 0 && isFallen(item) !== isFallen(list[n - 1]!));
  expect(changes.length).toBeLessThanOrEqual(3);
});
