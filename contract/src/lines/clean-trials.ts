/**
 * Deletes the caller's own IPTV tests (E-25, K-74). Also returns the number of tests that each
 * range would delete.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { regPassword, whole } from '../api/fields.ts';

/**
 * Ranges by minimum age in days. The first range deletes all tests. The other ranges delete expired
 * tests that were created more than this number of days ago (Q-CLEAN).
 */
export const trialRanges = [
  { range: 1, days: 0 },
  { range: 2, days: 15 },
  { range: 3, days: 7 },
] as const;
export type TrialRange = (typeof trialRanges)[number]['range'];

export const countTrials = endpoint({
  name: 'count-trials',
  method: 'GET',
  path: '/api/clean-trials',
  summary: 'Quantos dos próprios testes IPTV cada limpeza levaria agora.',
  access: { profiles },
  answer: z.object({
    all: z.int(),
    /** Number of tests that have not expired yet. Only the first range deletes them. */
    running: z.int(),
    olderThan15Days: z.int(),
    olderThan7Days: z.int(),
  }),
  errors: [],
});

export const cleanTrials = endpoint({
  name: 'clean-trials',
  method: 'POST',
  path: '/api/clean-trials',
  summary:
    'Deleta os próprios testes IPTV: 1 todos, 2 os criados há mais de 15 dias, 3 há mais de 7; em 2 e 3 os que ainda valem ficam.',
  access: { profiles },
  body: z.object({ range: whole('Período', 1, 3), regPassword: regPassword }),
  answer: z.object({ message: z.string(), count: z.int() }),
  errors: [],
});
