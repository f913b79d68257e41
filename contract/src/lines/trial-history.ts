/**
 * Earlier tests of a customer, shown before the user creates another test. Tests are found by
 * WhatsApp number, by MAC of the device, and by the connection of the number's lines. Deleted lines
 * count too. Lines of all resellers count, because customers who collect tests change resellers.
 * Only counts are shown, so that no reseller sees another reseller's customers.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { mac } from '../rules/mac.ts';

/** Number of past days that are searched. Deleted lines are stored for the same time (Q-UNDO). */
export const TRIAL_DAYS = 30;

/**
 * Minimum number of lines on one connection for the connection to count as one of a carrier. Such a
 * connection does not identify a person.
 */
export const SHARED_CONNECTION_LINES = 8;

const tally = z.object({
  tests: z.int(),
  /** Number of these tests that belong to the caller or to its descendants. */
  own: z.int(),
  /** Time of the last test. Null if there was no test. */
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
     * Tests on this MAC. Without a MAC: tests for other numbers on a device of this number's lines.
     */
    device: tally,
    /**
     * Tests for other numbers that were watched over the same connection as this number's lines.
     */
    connection: tally,
  }),
  errors: ['too_many_attempts'],
});
