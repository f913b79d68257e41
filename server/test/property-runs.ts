/**
 * Sets the number of cases in property tests. `npm test` runs the same few cases every time, and
 * `npm run test:long` runs many new cases. Vitest loads this file before each test file. A failure
 * is printed immediately with its seed and case. The case is not shrunk, because shrinking a case
 * with a database takes too long. RAMAL_SEED repeats the cases of a seed, and RAMAL_SHRINK=1
 * shrinks them.
 */
import fc from 'fast-check';

export const isLong = process.env.RAMAL_LONG === '1';

const SEED_OF_EVERY_DAY = 20_261_121;
export const seed = Number(
  process.env.RAMAL_SEED ?? (isLong ? Date.now() % 1_000_000_000 : SEED_OF_EVERY_DAY),
);

const LONG = 20;

/**
 * Returns the number of cases of a property: `usual`, or many times as many in `npm run test:long`.
 */
export const runs = (usual: number): number => (isLong ? usual * LONG : usual);

/** Returns the time limit of a test whose number of cases comes from `runs`. */
export const timeLimit = (usualMs: number): number => (isLong ? usualMs * LONG : usualMs);

fc.configureGlobal({ seed, endOnFailure: process.env.RAMAL_SHRINK !== '1' });
