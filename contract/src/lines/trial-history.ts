/**
 * Earlier tests of a customer, shown before another test is created. They are found by WhatsApp
 * number, by MAC of the device, and by the connection on which the lines of the number were
 * watched. Deleted lines count too. Lines of all resellers count, because such customers change
 * resellers. Only counts are shown, so that no reseller learns of another's customers.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { mac } from '../rules/mac.ts';

/** Number of days that are examined. Deleted lines are stored for the same time (Q-UNDO). */
export const TRIAL_DAYS = 30;

/**
 * A connection with at least this many lines belongs to a carrier and does not identify a person.
 */
export const SHARED_CONNECTION_LINES = 8;

const tally = z.object({
  tests: z.int(),
  /** Number of these tests that the caller or its network created. */
  own: z.int(),
  /** Time of the last test; null without a test. */
  lastTimestamp: z.int().nullable(),
});
export type TrialTally = z.output<typeof tally>;

export const getTrialHistory = endpoint({
  name: 'get-trial-history',
  method: 'GET',
  path: '/api/trial-history',
  summary: 'Quantos testes este número, aparelho ou conexão já recebeu nos últimos 30 dias.',
  access: { profiles: sellers },
  query: z.object({ whatsapp: whatsapp().optional(), mac: mac.optional() }),
  answer: z.object({
    /** Tests created for this number. */
    number: tally,
    /**
     * Tests on this MAC, and tests created for other numbers that were used on a device of this
     * number's lines.
     */
    device: tally,
    /**
     * Tests created for other numbers that were watched over a connection of this number's lines.
     */
    connection: tally,
  }),
  errors: ['too_many_attempts'],
});
