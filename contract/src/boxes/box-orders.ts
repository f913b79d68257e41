/**
 * Messages and commands for a box, and the history of a box. The box fetches messages and commands
 * with its next poll.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, id, idParam, text, whole } from '../api/fields.ts';
import { boxOrder, boxOrderKinds } from './boxes.ts';

/** Maximum number of orders that wait for a box. */
export const MAX_WAITING_BOX_ORDERS = 20;

export const sendBoxMessage = endpoint({
  name: 'send-box-message',
  method: 'POST',
  path: '/api/boxes/:id/messages',
  summary: 'Mostra uma mensagem na TV. Uma caixa desligada a recebe quando ligar.',
  access: { profiles },
  params: idParam,
  body: z.object({
    text: text('Mensagem', 240),
    needsOk: flag('Pedir OK na TV').default(false),
    hideAfterSeconds: whole('Segundos na tela', 5, 3600).optional(),
  }),
  answer: z.object({ message: z.string(), order: boxOrder }),
  errors: ['box_not_found', 'box_orders_too_many'],
});

export const orderBox = endpoint({
  name: 'order-box',
  method: 'POST',
  path: '/api/boxes/:id/orders',
  summary: 'Reinicia a caixa, recarrega o portal ou muda o canal. A ordem chega em até 2 minutos.',
  access: { profiles },
  params: idParam,
  body: z.object({
    kind: z.enum(['restart', 'reload', 'channel']).meta({ title: 'Ordem' }),
    /** Channel to open, for the kind `channel`. */
    streamId: id('Canal').optional(),
  }),
  answer: z.object({ message: z.string(), order: boxOrder }),
  errors: ['box_not_found', 'box_off', 'box_orders_too_many', 'stream_not_found'],
});

const historyRow = z.object({
  kind: z.enum(['sign-in', 'other-device', ...boxOrderKinds]),
  atTimestamp: z.int(),
  /** Text of a message; empty otherwise. */
  text: z.string(),
  model: z.string(),
  deliveredTimestamp: z.int().nullable(),
  confirmedTimestamp: z.int().nullable(),
});

export const listBoxHistory = endpoint({
  name: 'list-box-history',
  method: 'GET',
  path: '/api/boxes/:id/history',
  summary: 'As últimas entradas, mensagens e ordens de uma caixa, no máximo cem.',
  access: { profiles },
  params: idParam,
  answer: z.array(historyRow),
  errors: ['box_not_found'],
});
