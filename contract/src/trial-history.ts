/**
 * Tests somebody took already, told to a reseller before one more is given: by the WhatsApp number, by
 * the MAC of the device, and by the connection the number's lines were watched from. Counted over everybody's
 * lines, deleted ones included, because who lives on tests goes from reseller to reseller; numbers alone,
 * so that nobody learns of another's customers. Source: issue «Lines, complete», «Trial abuse».
 */
import { z } from 'zod';
import { sellers } from './access.ts';
import { endpoint } from './endpoint.ts';
import { whatsapp } from './fields.ts';
import { mac } from './mac.ts';

/** How far back is looked: what a deleted line is kept (Q-UNDO). */
export const TRIAL_DAYS = 30;

/** From so many different lines on, a connection is a carrier's and says nothing about a person. */
export const SHARED_CONNECTION_LINES = 8;

const tally = z.object({
  tests: z.int(),
  /** How many of them were given by oneself or in one's own network. */
  own: z.int(),
  /** When the last was given; null without any. */
  last_timestamp: z.int().nullable(),
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
    /** Given to this number. */
    number: tally,
    /** Put on this MAC, or given to others and put on a device of this number's lines. */
    device: tally,
    /** Given to others and watched over a connection of this number's lines. */
    connection: tally,
  }),
  errors: ['too_many_attempts'],
});
