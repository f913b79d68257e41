/** Calls of a customer's page, which shows one line of any platform. */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam } from '../api/fields.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';
import { sharedRow } from './iptv-lines.ts';

export const getLine = endpoint({
  name: 'get-line',
  method: 'GET',
  path: '/api/lines/:id',
  summary: 'Uma linha de qualquer plataforma, com o começo do período pago e as telas que ela tem.',
  access: { profiles },
  params: idParam,
  answer: translated({
    ...sharedRow,
    platform: z.enum(platformKeys),
    /** Start of the current period: the last renewal, or the creation of the line. */
    periodStart: wire('period_start_timestamp', timestamp),
    /** Maximum number of screens; 0 is unlimited. Null on a platform without Ramal's player. */
    screens: z.int().nullable(),
  }),
  errors: ['line_not_found'],
});

/** Number of payments that a customer's page shows. */
export const SHOWN_PAYMENTS = 3;

export const listLinePayments = endpoint({
  name: 'list-line-payments',
  method: 'GET',
  path: '/api/lines/:id/payments',
  summary: 'Os últimos pagamentos de um cliente próprio, os mais novos primeiro.',
  access: { profiles: sellers },
  params: idParam,
  answer: z.array(
    z.object({
      id: z.int(),
      cents: z.int(),
      /** Payment method of the portal. `manual` is a payment that the seller marked. */
      method: z.enum(['pix', 'card', 'manual']),
      paidAtTimestamp: z.int(),
    }),
  ),
  errors: ['line_not_found'],
});
