/**
 * Announcements of the administration. Admins write them, and the home screen shows them (E-26,
 * E-27, Q-ANNTYPES, Q-UPDATESPAGE).
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { idParam, minute, readVersion, text, whole } from './api/fields.ts';
import { MAX_PAGE_SIZE, PAGE_SIZES, pageSchema } from './api/paging.ts';

/** Types: 1 Mural de Informações, 2 Últimas Atualizações, 3 IPTV notices, 5 P2P notices (K-65). */
export const announcementTypes = [1, 2, 3, 5] as const;
export const UPDATES_PER_PAGE = 5;

export const announcement = z.object({
  id: z.int(),
  heading: z.string(),
  /** Text as HTML. Every page sanitises it again before it shows it (Q-HTMLXSS). */
  bodyText: z.string(),
  type: z.literal(announcementTypes),
  dateFormatted: z.string(),
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
    /** Page of the updates. The paging fields below apply to it. */
    atualizacoes: group,
    anunciosPortal: group,
    anunciosP2P: group,
    /** Contains the same rows as `anunciosP2P`. */
    anunciosPortalP2P: group,
    total: z.int(),
    totalExact: z.boolean(),
    currentPage: z.int(),
    perPage: z.int(),
    lastPage: z.int(),
  }),
  errors: [],
});

const admins = { profiles: ['admin'] } as const;

/** Announcement as admins see it. Admins also see it before its publication and after its end. */
const writtenAnnouncement = announcement.extend({
  /** Time of publication, yyyy-mm-ddThh:mm in the panel's time zone. */
  publishAt: z.string(),
  endsAt: z.string().nullable(),
  state: z.enum(['scheduled', 'published', 'ended']),
  /** Version of the row, which changes with every save. */
  version: z.string(),
});
export type WrittenAnnouncement = z.output<typeof writtenAnnouncement>;

const announcementType = whole('Tipo').pipe(z.literal(announcementTypes)).meta({ title: 'Tipo' });

export const listWrittenAnnouncements = endpoint({
  name: 'list-written-announcements',
  method: 'GET',
  path: '/api/anuncios-escritos',
  summary: 'Os anúncios de um tipo para quem os escreve: também os agendados e os encerrados.',
  access: admins,
  query: z.object({
    type: announcementType,
    page: whole('Página', 1, 1_000_000).default(1),
    perPage: whole('Itens por página', 1, MAX_PAGE_SIZE).default(PAGE_SIZES[0]),
  }),
  answer: pageSchema(writtenAnnouncement),
  errors: [],
});

export const getAnnouncement = endpoint({
  name: 'get-announcement',
  method: 'GET',
  path: '/api/anuncios/:id',
  summary: 'Um anúncio, para editar.',
  access: admins,
  params: idParam,
  answer: writtenAnnouncement,
  errors: ['announcement_not_found'],
});

/** Maximum number of characters, HTML included. */
const MAX_ANNOUNCEMENT_LENGTH = 20_000;

export const saveAnnouncement = endpoint({
  name: 'save-announcement',
  method: 'POST',
  path: '/api/anuncios',
  summary:
    'Publica um anúncio novo (id 0), na hora ou em uma data, ou altera um publicado. Do HTML só fica o permitido.',
  access: admins,
  body: z.object({
    id: whole('ID').default(0),
    heading: text('Título', 120),
    bodyText: text('Mensagem', MAX_ANNOUNCEMENT_LENGTH),
    type: announcementType,
    /**
     * Time of publication. Without this field a new announcement is published at once, and a
     * published announcement keeps its date.
     */
    publishAt: minute('Publicar').optional(),
    /**
     * End of the announcement. A new announcement without an end stays until an admin removes it.
     * In an edit, null or empty text removes the end.
     */
    endsAt: minute('Sai do ar').nullish(),
    version: readVersion,
  }),
  answer: writtenAnnouncement.extend({ message: z.string() }),
  errors: ['announcement_not_found', 'changed_meanwhile'],
});

export const deleteAnnouncement = endpoint({
  name: 'delete-announcement',
  method: 'DELETE',
  path: '/api/anuncios/:id',
  summary: 'Tira um anúncio de onde ele aparece.',
  access: admins,
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['announcement_not_found'],
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
