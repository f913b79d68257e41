/**
 * Texts and addresses for customers: app links by franchise, the Telegram group, the portal's
 * playlists and short links (E-69, E-70, E-71, E-72, Q-LINKTYPES, Q-FRANCHSCOPE, Q-SHORTENER).
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { freshCode, text, webLink, whole } from './api/fields.ts';

/**
 * Types of links: 1 IPTV, 2 P2P, 3 new P2P if it differs, 4 portal, 5 STB, 6 web player, 7 X-CLOUD.
 * Type 8 is the portal of P2P, which the specification does not contain.
 */
const appLinkTypes = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type AppLinkType = (typeof appLinkTypes)[number];

/** Maximum number of characters, HTML included. */
const MAX_LINKS_LENGTH = 20_000;

const linkType = whole('Tipo').pipe(z.literal(appLinkTypes)).meta({ title: 'Tipo' });
const franchise = { idFranchise: whole('Franquia', 1, 2_147_483_647).optional() };

const appLinks = z.object({
  /**
   * Text as HTML. Empty if no text was published, neither for the franchise nor for all franchises.
   */
  links: z.string(),
  type: z.literal(appLinkTypes),
  idFranchise: z.int().nullable(),
  /** True if the franchise has no text of its own, so that the common text is shown. */
  inherited: z.boolean(),
  dateFormatted: z.string().nullable(),
});

export const getAppLinks = endpoint({
  name: 'get-app-links',
  method: 'GET',
  path: '/api/get-links',
  summary:
    'O texto de links de um tipo, em HTML. Administradores escolhem a franquia; os outros leem o da sua.',
  access: { profiles },
  query: z.object({ type: linkType, ...franchise }),
  answer: appLinks.extend({
    /** HTML that is shown while no text is published. */
    defaultLinks: z.string(),
    /** Franchises that an admin may choose, by the names of their brands; empty for other profiles. */
    franchises: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  errors: [],
});

const publishers = { profiles: ['admin', 'franchise'] } as const;

export const saveAppLinks = endpoint({
  name: 'save-app-links',
  method: 'POST',
  path: '/api/save-links',
  summary:
    'Publica um texto de links, para todos ou para uma franquia; vazio, volta a valer o geral. Uma franquia publica só o seu.',
  access: publishers,
  body: z.object({
    links: text('Links', MAX_LINKS_LENGTH).nullable(),
    type: linkType,
    ...franchise,
  }),
  answer: appLinks.extend({ message: z.string() }),
  errors: ['forbidden'],
});

export const getLinksInfo = endpoint({
  name: 'get-links-info',
  method: 'GET',
  path: '/api/get-links-info-iptv',
  summary: 'Os textos de links da própria franquia pelo número do tipo; o 7 some com o X-CLOUD.',
  access: { profiles },
  answer: z.object({
    1: z.string(),
    2: z.string(),
    5: z.string(),
    6: z.string(),
    7: z.string().optional(),
    'disable-xcloud': z.literal([0, 1]),
  }),
  errors: [],
});

const admins = { profiles: ['admin'] } as const;

export const getTelegram = endpoint({
  name: 'get-telegram',
  method: 'GET',
  path: '/api/get-telegram',
  summary: 'O link do canal no Telegram; vazio onde não há.',
  access: { profiles },
  answer: z.object({ link: z.string() }),
  errors: [],
});

export const saveTelegram = endpoint({
  name: 'save-telegram',
  method: 'POST',
  path: '/api/save-telegram',
  summary: 'Publica o link do canal no Telegram; vazio o tira.',
  access: admins,
  body: z.object({ link: webLink('Link do Telegram').nullable() }),
  answer: z.object({ link: z.string(), message: z.string() }),
  errors: [],
});

const portalLinks = z.object({
  m3u8: z.string(),
  ssiptv: z.string(),
  m3u8Encurtado: z.string(),
  ssiptvEncurtado: z.string(),
  /**
   * True if the server created the short link. Such a link keeps its code when its target changes
   * (Q-PORTALSHORT).
   */
  automatic: z.object({ m3u8: z.boolean(), ssiptv: z.boolean() }),
});

/**
 * Links of the portal in a request. An absent field keeps the stored value, and empty text removes
 * it. If a short link is empty, the server creates one.
 */
const portalLinkFields = {
  m3u8: webLink('M3U8').nullish(),
  ssiptv: webLink('SSIPTV').nullish(),
  m3u8Encurtado: webLink('M3U8 encurtado').nullish(),
  ssiptvEncurtado: webLink('SSIPTV encurtado').nullish(),
};
const portalLinksBody = z
  .object(portalLinkFields)
  .refine(
    (links) =>
      Object.entries(links).some(
        ([name, value]) => name in portalLinkFields && value !== undefined,
      ),
    {
      error: `Envie ao menos um destes campos: ${Object.keys(portalLinkFields).join(', ')}.`,
    },
  );
export type PortalLinksBody = z.output<typeof portalLinksBody>;

export const getPortalLinks = endpoint({
  name: 'get-portal-links',
  method: 'GET',
  path: '/api/get-dns',
  summary: 'As listas do portal, vazias onde não há.',
  access: publishers,
  answer: portalLinks,
  errors: [],
});

export const savePortalLinks = endpoint({
  name: 'save-portal-links',
  method: 'POST',
  path: '/api/save-portal-dns',
  summary:
    'Publica as listas do portal. Um campo ausente fica como está, um vazio é removido; uma encurtada vazia é feita pelo servidor e segue a lista.',
  access: admins,
  freshCode: true,
  body: portalLinksBody.safeExtend(freshCode),
  answer: portalLinks.extend({ message: z.string() }),
  errors: [],
});

/** Same call as `savePortalLinks`, with the path and body of the specification (Q-SAVEDNSLINKS). */
export const savePortalLinksAsDns = endpoint({
  name: 'save-portal-links-as-dns',
  method: 'POST',
  path: '/api/save-dns',
  selector: 'links',
  summary: 'Publica as listas do portal, como /api/save-portal-dns.',
  access: admins,
  freshCode: true,
  body: z.object({ ...freshCode, links: portalLinksBody.meta({ title: 'Links' }) }),
  answer: portalLinks.extend({ message: z.string() }),
  errors: [],
});

export const shortenLink = endpoint({
  name: 'shorten-link',
  method: 'POST',
  path: '/api/encurtar-link',
  summary: 'Encurta um endereço da web. O mesmo endereço dá o mesmo link.',
  access: admins,
  body: z.object({ link: webLink('Link') }),
  answer: z.object({ link: z.string(), message: z.string() }),
  errors: [],
});
