/** Announcements of the administration on the home screen (E-26, E-27, Q-ANNTYPES, Q-UPDATESPAGE). */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { whole } from './api/fields.ts';

/** 1 Mural de Informações, 2 Últimas Atualizações, 3 IPTV notices, 5 P2P notices (K-65). */
export const announcementTypes = [1, 2, 3, 5] as const;
export const UPDATES_PER_PAGE = 5;

export const announcement = z.object({
  id: z.int(),
  titulo: z.string(),
  /** HTML, sanitised again wherever it is shown (Q-HTMLXSS). */
  mensagem: z.string(),
  type: z.literal(announcementTypes),
  date_formatted: z.string(),
  timestamp: z.int(),
});
export type Announcement = z.output<typeof announcement>;

const group = z.array(announcement);

export const listAnnouncements = endpoint({
  name: 'list-announcements',
  method: 'GET',
  path: '/api/anuncios',
  summary: 'Mural, atualizações e avisos, os mais novos primeiro; a página é a das atualizações.',
  access: { profiles },
  query: z.object({ page: whole('Página', 1, 1_000_000).default(1) }),
  answer: z.object({
    anuncios: group,
    /** One page, described by the paging fields beside it. */
    atualizacoes: group,
    anunciosPortal: group,
    anunciosP2P: group,
    /** The same rows as anunciosP2P until the two kinds are separated. */
    anunciosPortalP2P: group,
    total: z.int(),
    total_exact: z.boolean(),
    current_page: z.int(),
    per_page: z.int(),
    last_page: z.int(),
  }),
  errors: [],
});

export const getBonusUsers = endpoint({
  name: 'get-bonus-users',
  method: 'GET',
  path: '/api/totalUsersBonus',
  summary: 'Quantos usuários contam para o próximo bônus (Q-GOAL).',
  access: { profiles },
  answer: z.object({ total: z.int() }),
  errors: [],
});
