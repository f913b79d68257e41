/**
 * How much the property tests try: the same few cases every time in `npm test`, new ones and many in
 * `npm run test:long`. Vitest loads this file before each test file, so that it holds for every property.
 * A failure is printed at once with its seed and its case: shrinking a case that needs a database would
 * outlast the test. RAMAL_SEED tries the cases of that seed again, RAMAL_SHRINK=1 shrinks them.
 */
import fc from 'fast-check';

export const isLong = process.env.RAMAL_LONG === '1';

const SEED_OF_EVERY_DAY = 20_261_121;
export const seed = Number(
  process.env.RAMAL_SEED ?? (isLong ? Date.now() % 1_000_000_000 : SEED_OF_EVERY_DAY),
);

const LONG = 20;

/** The number of cases of a property: `usual` of them, and many times that in the long form. */
export const runs = (usual: number): number => (isLong ? usual * LONG : usual);

/** The time limit of a test whose number of cases is `runs`. */
export const timeLimit = (usualMs: number): number => (isLong ? usualMs * LONG : usualMs);

fc.configureGlobal({ seed, endOnFailure: process.env.RAMAL_SHRINK !== '1' });
