/** The first figures of the day (E-01, Q-DASHDEFS). */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';

export const firstSteps = [
  'catalogue',
  'package',
  'reseller',
  'second-factor',
  'test',
  'sale',
  'whatsapp',
  'text',
] as const;
export type FirstStep = (typeof firstSteps)[number];

export const getDashboard = endpoint({
  name: 'get-dashboard',
  method: 'GET',
  path: '/api/dash-reseller',
  summary: 'Totais próprios e da rede de quem pergunta.',
  access: { profiles },
  answer: z.object({
    total_watching: z.int(),
    total_resellers: z.int(),
    total_resellers_under: z.int(),
    generate_tests: z.int(),
    /** Balance in credits; 0 for an admin, who has none. */
    credits: z.number(),
    tickets: z.int(),
    new_message: z.boolean(),
    /** Own official lines and tests made this month, whatever became of them (Q-COUNTS). */
    created_users: z.int(),
    next_goal: z.int(),
    users_iptv: z.int(),
    /** On both P2P services together, and the part of the new one. */
    users_p2p: z.int(),
    users_new_p2p: z.int(),
    expiring_iptv: z.int(),
    expiring_p2p: z.int(),
    expiring_new_p2p: z.int(),
    iptv_tests: z.int(),
    p2p_tests: z.int(),
    new_p2p_tests: z.int(),
    /** Own customers brought from a file this month, and those taken over or moved by a migration. */
    imported_users: z.int(),
    migrated_users: z.int(),
    /** Own and of the whole network; the network's part is a few minutes old. */
    total_new_users: z.int(),
    total_online: z.int(),
    childrens: z.object({
      iptv_actives: z.int(),
      iptv_expired: z.int(),
      p2p_actives: z.int(),
      p2p_expired: z.int(),
      new_p2p_actives: z.int(),
      new_p2p_expired: z.int(),
      total_tests_iptv: z.int(),
      total_tests_p2p: z.int(),
      total_tests_new_p2p: z.int(),
    }),
    /** Only of a new account; missing once all are done or dismissed. */
    first_steps: z.array(z.object({ name: z.enum(firstSteps), done: z.boolean() })).optional(),
    /** Time of the figures, dd/mm/yyyy hh:mm. */
    as_of: z.string(),
  }),
  errors: [],
});

export const dismissFirstSteps = endpoint({
  name: 'dismiss-first-steps',
  method: 'DELETE',
  path: '/api/first-steps',
  summary: 'Dispensa os primeiros passos de quem chama; o início não os mostra mais.',
  access: { profiles },
  answer: z.object({ message: z.string() }),
  errors: [],
});
