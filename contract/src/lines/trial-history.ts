/**
 * Earlier tests of a customer, shown before another one is created. They are found by WhatsApp
 * number, by MAC of the device, and by the connection that watched the number's lines. All lines
 * count, deleted ones included, because such customers change resellers. Only counts are shown, so
 * that no reseller learns of another's customers. Source: issue «Lines, complete», «Trial abuse».
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { mac } from '../rules/mac.ts';

/** Days that are examined: as long as a deleted line is stored (Q-UNDO). */
export const TRIAL_DAYS = 30;

/** A connection of at least this many lines belongs to a carrier and does not identify a person. */
export const SHARED_CONNECTION_LINES = 8;

const tally = z.object({
  tests: z.int(),
  /** Tests created by the caller or in its network. */
  own: z.int(),
  /** Time of the last one; null without one. */
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
    /** Created for this number. */
    number: tally,
    /** On this MAC, or created for others and used on a device of this number's lines. */
    device: tally,
    /** Created for others and watched over a connection of this number's lines. */
    connection: tally,
  }),
  errors: ['too_many_attempts'],
});
