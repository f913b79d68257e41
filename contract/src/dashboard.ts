/** Figures of the home screen (E-01, Q-DASHDEFS). */
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
    totalWatching: z.int(),
    totalResellers: z.int(),
    totalResellersUnder: z.int(),
    generateTests: z.int(),
    /** Balance in credits. The value is 0 for an admin, because an admin has no balance. */
    credits: z.number(),
    tickets: z.int(),
    newMessage: z.boolean(),
    /**
     * Number of official lines that the caller created this month. Promoted tests count too, and
     * lines that expired or were deleted since then (Q-COUNTS).
     */
    createdUsers: z.int(),
    nextGoal: z.int(),
    usersIptv: z.int(),
    /**
     * Number of lines on both P2P services together. `usersNewP2p` counts only the lines on new
     * P2P.
     */
    usersP2p: z.int(),
    usersNewP2p: z.int(),
    expiringIptv: z.int(),
    expiringP2p: z.int(),
    expiringNewP2p: z.int(),
    iptvTests: z.int(),
    p2pTests: z.int(),
    newP2pTests: z.int(),
    /**
     * Number of the caller's customers imported from a file this month. `migratedUsers` counts
     * customers that were taken over from another server or moved to another platform.
     */
    importedUsers: z.int(),
    migratedUsers: z.int(),
    /**
     * Number of official lines that the caller and its descendants created this month. The number
     * of the descendants can be a few minutes old.
     */
    totalNewUsers: z.int(),
    totalOnline: z.int(),
    childrens: z.object({
      iptvActives: z.int(),
      iptvExpired: z.int(),
      p2pActives: z.int(),
      p2pExpired: z.int(),
      newP2pActives: z.int(),
      newP2pExpired: z.int(),
      totalTestsIptv: z.int(),
      totalTestsP2p: z.int(),
      totalTestsNewP2p: z.int(),
    }),
    /**
     * First steps of a new account. Absent if all steps are done, or if the user dismissed them.
     */
    firstSteps: z.array(z.object({ name: z.enum(firstSteps), done: z.boolean() })).optional(),
    /** Time of the figures, dd/mm/yyyy hh:mm. */
    asOf: z.string(),
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
