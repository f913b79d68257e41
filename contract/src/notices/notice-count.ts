/**
 * Number of unread notices. It is in a separate file, because every screen requests the number, but
 * not the list.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';

export const countNotices = endpoint({
  name: 'count-notices',
  method: 'GET',
  path: '/api/notices/count',
  summary: 'Quantos avisos do sino não foram lidos.',
  access: { profiles },
  answer: z.object({ unread: z.int() }),
  errors: [],
});
