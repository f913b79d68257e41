/** Finds lines of all platforms by a few characters, for the command palette (Ctrl K). */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { text } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { lineStatuses } from './lines.ts';
import { platformKeys } from '../rules/platforms.ts';

/** Maximum number of results. The lists of lines show further matches. */
export const FOUND_LINES = 6;

export const findLines = endpoint({
  name: 'find-lines',
  method: 'GET',
  path: '/api/find-lines',
  summary:
    'As linhas da rede, de qualquer plataforma, que têm este texto no usuário, na nota ou no WhatsApp.',
  access: { profiles },
  query: z.object({ search: text('Busca', 100, 2) }),
  answer: z.object({
    /**
     * Found lines. The order is: the exact user name, user names and notes that begin with the
     * text, active lines, the nearest expiry.
     */
    lines: z.array(
      translated({
        id: z.int(),
        platform: z.enum(platformKeys),
        username: z.string(),
        password: z.string(),
        note: wire('nota', z.string()),
        whatsapp: z.string().nullable(),
        status: z.enum(lineStatuses),
        isTrial: z.boolean(),
        expDate: z.string(),
        expDateTimestamp: z.int(),
        expiring: z.literal([0, 1, 2]),
        reseller: z.object({ username: z.string() }),
      }),
    ),
    /** Number of matches for each platform, and whether that number is exact. */
    totals: z.array(
      z.object({ platform: z.enum(platformKeys), total: z.int(), totalExact: z.boolean() }),
    ),
  }),
  errors: [],
});
