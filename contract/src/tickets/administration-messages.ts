/** A message of the administration to a reseller, its first level or its whole tree (E-68, Q-MESSAGE). */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { flag, text, whole } from '../api/fields.ts';

export const sendMessageToResellers = endpoint({
  name: 'send-message-to-resellers',
  method: 'POST',
  path: '/api/send-message',
  summary:
    'Envia uma mensagem a uma revenda, ao primeiro nível dela ou à árvore toda (que vence o primeiro nível). Chega como ticket da Administracao e como faixa no início.',
  access: { profiles: ['admin'] },
  body: z.object({
    revenda: whole('Revenda', 1),
    /** HTML, of which only what is allowed is kept. */
    texto: text('Mensagem', 20_000),
    arvore: flag('Toda a árvore').default(false),
    nivel_um: flag('Primeiro nível').default(false),
  }),
  answer: z.object({ id: z.int(), sent: z.int(), message: z.string() }),
  errors: ['reseller_not_found'],
});
