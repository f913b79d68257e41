/** Number of tickets for the menu. It is in a separate file, because every screen requests it. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';

export const countTickets = endpoint({
  name: 'count-tickets',
  method: 'GET',
  path: '/api/ticket-counts',
  summary:
    'Quantos tickets esperam por esta conta: os pendentes, para a administração; os com resposta não lida, para as revendas.',
  access: { profiles },
  answer: z.object({ tickets: z.int(), portal: z.int() }),
  errors: [],
});
