/**
 * Queue of receipts that the seller sends for renewals. The customers paid these renewals on the
 * portal.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam } from '../api/fields.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';

/**
 * Maximum number of receipts in one response. The next response contains the following receipts.
 */
export const MAX_RECEIPTS = 20;

/** Days after which an unsent receipt is removed from the queue. */
export const RECEIPT_DAYS = 7;

export const listRenewalReceipts = endpoint({
  name: 'list-renewal-receipts',
  method: 'GET',
  path: '/api/renewal-receipts',
  summary:
    'Renovações pagas pelos próprios clientes nos últimos sete dias cujo recibo ainda não foi enviado, a mais antiga primeiro.',
  access: { profiles: sellers },
  answer: z.object({
    total: z.int(),
    receipts: z.array(
      translated({
        /** Id of the paid charge. */
        id: z.int(),
        lineId: wire('line_id', z.int()),
        platform: z.enum(platformKeys),
        username: z.string(),
        note: wire('nota', z.string()),
        whatsapp: z.string().nullable(),
        /** Amount in R$. */
        value: z.number(),
        renewedUntil: wire('renewed_until_timestamp', timestamp),
      }),
    ),
  }),
  errors: [],
});

export const settleRenewalReceipt = endpoint({
  name: 'settle-renewal-receipt',
  method: 'POST',
  path: '/api/renewal-receipts/:id/sent',
  summary: 'Tira um recibo da fila: a conversa foi aberta, ou ele foi dispensado.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string() }),
  errors: ['recharge_not_found'],
});
