/**
 * Hostnames for customers' links: bought at a registrar with credits, or added by hand. Source: D3
 * §2, §7; S-DNS, V-66 to V-72, K-68, K-70, Q-DNSBUY, Q-2FAGATE.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, freshCode, hostnameField, labelled, text, whole, worded } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { readHostname } from '../rules/host.ts';
import { failedLayers, hourStates } from './balancers.ts';
import { dnsRecord } from './dns-providers.ts';

/** K-68. */
export const hostnameExtensions = ['.top', '.click', '.cfd', '.sbs'] as const;
const MOST_HOSTNAMES_ASKED = hostnameExtensions.length;
export const LONGEST_TERM_YEARS = 10;

const LABEL = /^[a-z0-9]{1,63}$/;

/** V-66, V-67: letters and digits, and one of the extensions that are sold. */
export function isSold(name: string): boolean {
  const extension = hostnameExtensions.find((suffix) => name.endsWith(suffix));
  return extension !== undefined && LABEL.test(name.slice(0, -extension.length));
}

export const hostname = z.object({
  id: z.int(),
  dns: z.string(),
  description: z.string().nullable(),
  /** US dollars; only admins see it. */
  buyValue: z.number().nullable(),
  /** dd/mm/yyyy; null for a name that was added by hand, or is being prepared. */
  dueDateFormatted: z.string().nullable(),
  /** 1 once its records are made. */
  status: z.literal([0, 1]),
  /**
   * State through the internet, `flapping` if it answers irregularly; `unknown` if it is not
   * probed.
   */
  health: z.enum(['up', 'down', 'flapping', 'unknown']),
  /** Start of its outage in Unix seconds; null while it answers. */
  downSinceTimestamp: z.int().nullable(),
  /** Milliseconds of its last response. */
  answerMs: z.int().nullable(),
  /** Networks whose resolvers return other addresses. */
  blockedIn: z.array(z.string()),
  isRotation: z.boolean(),
  /** True if it is the one of the rotation in the links now. */
  isCurrent: z.boolean(),
  /** Position in the owner's rotation. */
  order: z.int().nullable(),
  /** True if it is shared with all descendants of the owner. */
  isShared: z.boolean(),
  /** Number of the owner's descendants, while it is shared. */
  sharedWith: z.int(),
  /** For one shared with the caller: true if the caller uses it. */
  isActiveShared: z.boolean(),
  /** True if it is renewed automatically, fifteen days before it ends. */
  autorenew: z.boolean(),
  /** Price of a further year in credits; null for an admin, and if it cannot be renewed. */
  creditsRenew: z.int().nullable(),
  /** Account of the owner; 0 if its name is hidden. */
  /** The same in US dollars; only admins see it. */
  renewValue: z.number().nullable(),
  idRes: z.int(),
  /** Empty for an account above the caller's own seller (Q-LOGSCOPE). */
  owner: z.string(),
  /** Reason why the last automatic renewal failed; it is repeated every day. */
  renewalFailure: z.string().nullable(),
  /** Bought at the built-in registrar: it leads to no server. */
  isSandbox: z.boolean(),
  /** Record at the DNS provider; null if the panel manages none. */
  record: dnsRecord.nullable(),
});
export type Hostname = z.output<typeof hostname>;

/**
 * Source of the hostname in the account's links: the first available one of these, else the
 * default.
 */
export const linkSources = ['rotation', 'own', 'shared'] as const;
export type LinkSource = (typeof linkSources)[number];

/** Maximum number of listed hostnames, the newest; the screen searches and pages them itself. */
export const MOST_HOSTNAMES_LISTED = 1_000;

export const listHostnames = endpoint({
  name: 'list-dns',
  method: 'GET',
  path: '/api/list-dns',
  summary: 'Os DNS da conta. Administradores veem os de todas.',
  access: { profiles },
  answer: z.object({
    data: z.array(hostname),
    /** Nothing is paid or registered outside the panel. */
    isSandbox: z.boolean(),
    /** Video that the operator shows on this host; null on every other (S-DNS-08). */
    tutorialVideo: z.string().nullable(),
    links: z.object({
      rotation: z.string().nullable(),
      own: z.string().nullable(),
      shared: z.string().nullable(),
      /** Null: the default. */
      used: z.enum(linkSources).nullable(),
    }),
  }),
  errors: [],
});

const hostnameOffer = z.object({
  domain: z.string(),
  /** US dollars, for `duration` years; only admins see both prices. */
  price: z.number().nullable(),
  renew: z.number().nullable(),
  /** Price for the caller; null for an admin, who pays the registrar directly. */
  credits: z.int().nullable(),
  creditsRenew: z.int().nullable(),
  /** Years that the price is for. */
  duration: z.int(),
});
export type HostnameOffer = z.output<typeof hostnameOffer>;

/** A name in DNS form; other text is sent to the registrar unchanged and returns as invalid. */
const name = (label: string) =>
  text(label, 253).transform((typed) => readHostname(typed) ?? typed.toLowerCase());

/** M-101 */
const HOSTNAME_SEARCH_INCOMPLETE = 'Preencha os campos corretamente!';

export const verifyHostnames = endpoint({
  name: 'verify-dns',
  method: 'POST',
  path: '/api/verify-dns',
  summary: 'Pergunta ao registrador quais nomes estão livres e por quanto.',
  access: { profiles },
  body: z.object({
    domains: worded(
      z.array(name('DNS')).min(1).max(MOST_HOSTNAMES_ASKED).meta({ title: 'DNS' }),
      HOSTNAME_SEARCH_INCOMPLETE,
    ),
  }),
  answer: z.object({
    /** K-70: 300 means success. */
    reply: z.object({
      code: z.literal(300),
      invalid: z.array(z.string()),
      available: z.array(hostnameOffer),
      unavailable: z.array(z.string()),
    }),
  }),
  errors: ['registrar_silent', 'too_many_attempts'],
});

export const createHostname = endpoint({
  name: 'create-dns',
  method: 'POST',
  path: '/api/create-dns',
  summary:
    'Compra um DNS: o preço é conferido no servidor e os créditos voltam se o registrador recusar. Com manual um administrador cadastra um que já tem.',
  access: { profiles },
  body: z.object({
    domain: name('DNS'),
    /** Years; the only term of an offer with one. */
    duration: whole('Prazo', 1, LONGEST_TERM_YEARS).optional(),
    description: text('Descrição', 200).optional(),
    manual: flag('Manual').default(false),
    /** Price that the client expects; the server reads the registrar's instead (Q-DNSBUY). */
    credits: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .meta({ title: 'Créditos' }),
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    /** `processing`: the panel continues automatically. */
    state: z.enum(['processing', 'done', 'refunded']),
  }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'insufficient_credits',
    'registrar_without_funds',
    'hostname_taken',
    'hostname_not_free',
    'registrar_silent',
    'too_many_attempts',
  ],
  keyed: true,
  freshCode: true,
});

const every = { data: z.array(hostname) } as const;
const changed = z.object({ message: z.string() });
const id = z.object({ id: whole('ID', 1) });

export const listRemovedHostnames = endpoint({
  name: 'list-dns-removed',
  method: 'GET',
  path: '/api/list-dns-removed',
  summary: 'Os DNS removidos da lista, que podem voltar a ela.',
  access: { profiles },
  answer: z.object(every),
  errors: [],
});

export const listSharedHostnames = endpoint({
  name: 'list-dns-shared',
  method: 'GET',
  path: '/api/list-dns-shared',
  summary: 'Os DNS que alguém acima compartilha com a conta.',
  access: { profiles },
  answer: z.object(every),
  errors: [],
});

/** Q-SHARESIZE: any positive size shares with all descendants, 0 ends it. */
export const shareHostname = endpoint({
  name: 'share-dns',
  method: 'POST',
  path: '/api/share-dns',
  summary: 'Compartilha um DNS com todas as revendas abaixo, ou deixa de compartilhar com size 0.',
  access: { profiles },
  body: z.object({ id: whole('ID', 1), size: whole('Tamanho', 0) }),
  answer: changed,
  errors: ['hostname_not_found'],
});

/** Q-SHAREDTOGGLE. */
export const toggleSharedHostname = endpoint({
  name: 'remove-shared-dns',
  method: 'GET',
  path: '/api/remove-shared-dns/:dns',
  summary: 'Ativa ou desativa, só para a conta, um DNS que alguém acima compartilha.',
  access: { profiles },
  writes: true,
  params: z.object({ dns: hostnameField('DNS') }),
  answer: z.object({ message: z.string(), isActiveShared: z.boolean() }),
  errors: ['hostname_not_found'],
});

export const rotateHostname = endpoint({
  name: 'rotate-dns',
  method: 'GET',
  path: '/api/rotate-dns/:id',
  summary: 'Põe um DNS no fim do rodízio da conta, ou o tira dele.',
  access: { profiles },
  writes: true,
  params: id,
  answer: z.object({ message: z.string(), isRotation: z.boolean() }),
  errors: ['hostname_not_found'],
});

export const enableHostnameRenewal = endpoint({
  name: 'enable-autorenew-dns',
  method: 'GET',
  path: '/api/enable-autorenew-dns/:id',
  summary: 'Um DNS comprado passa a ser renovado sozinho, quinze dias antes de vencer.',
  access: { profiles },
  writes: true,
  params: id,
  answer: changed,
  errors: ['hostname_not_found'],
});

export const disableHostnameRenewal = endpoint({
  name: 'disable-autorenew-dns',
  method: 'GET',
  path: '/api/disable-autorenew-dns/:id',
  summary: 'Um DNS deixa de ser renovado sozinho.',
  access: { profiles },
  writes: true,
  params: id,
  answer: changed,
  errors: ['hostname_not_found'],
});

/** V-72, Q-DNSREMOVED: only removing an own purchased hostname requires a fresh code. */
export const removeHostname = endpoint({
  name: 'remove-active-dns',
  method: 'PUT',
  path: '/api/remove-active-dns/:id',
  summary: 'Tira um DNS da lista e dos links, ou o traz de volta.',
  access: { profiles },
  params: id,
  body: z.object({ ...freshCode }),
  answer: z.object({ message: z.string(), isRemoved: z.boolean() }),
  errors: ['hostname_not_found', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

export const configureHostname = endpoint({
  name: 'configure-dns',
  method: 'PUT',
  path: '/api/configure-dns/:id',
  summary: 'Continua agora uma compra que ainda prepara a zona.',
  access: { profiles },
  params: id,
  reachesOut: true,
  answer: z.object({ message: z.string(), status: z.literal([0, 1]) }),
  errors: ['in_quarantine', 'hostname_not_found', 'too_many_attempts'],
});

export const renewHostname = endpoint({
  name: 'renew-dns',
  method: 'POST',
  path: '/api/renew-dns',
  alias: '/api/renew-dns/',
  summary: 'Renova um DNS comprado por mais um ano.',
  access: { profiles },
  body: z.object({ domain: hostnameField('DNS'), ...freshCode }),
  answer: createHostname.answer,
  reachesOut: true,
  errors: [...createHostname.errors, 'hostname_not_found', 'hostname_renewing'],
  keyed: true,
  freshCode: true,
});

export const getHostnameHealth = endpoint({
  name: 'get-dns-health',
  method: 'GET',
  path: '/api/dns-health/:id',
  summary: 'Como um DNS respondeu: 24 horas, 90 dias, o que mudou e de onde se vê.',
  access: { profiles },
  params: id,
  answer: z.object({
    dns: z.string(),
    /** The last 24, oldest first. */
    hours: z.array(z.enum(hourStates)),
    /** The last 90, oldest first. */
    days: z.array(z.enum(hourStates)),
    /** Share of 90 days in percent with one decimal; null before the first probe. */
    uptime: z.number().nullable(),
    /** dd/mm/yyyy; null without one. */
    certificateEndsFormatted: z.string().nullable(),
    /** Last report of each probe agent; empty without any. */
    places: z.array(
      z.object({
        name: z.string(),
        failed: z.enum(failedLayers).nullable(),
        answerMs: z.int().nullable(),
        atTimestamp: z.int(),
      }),
    ),
    /** Newest first. */
    changes: z.array(
      z.object({
        atTimestamp: z.int(),
        description: z.string(),
      }),
    ),
  }),
  errors: ['hostname_not_found'],
});

export const hostnameLogSorts = ['id', 'username', 'description', 'ip'] as const;

/** S-DNS-29 to -34; the newest first by default. */
export const listHostnameLogs = endpoint({
  name: 'list-logs-dns',
  method: 'GET',
  path: '/api/list-logs-dns',
  summary:
    'O que houve com os DNS da conta, do mais novo ao mais antigo; administradores veem o de todas.',
  access: { profiles },
  query: pageQuery(hostnameLogSorts).extend({
    dir: labelled('Sentido', z.enum(['asc', 'desc']).default('desc')),
  }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      idUser: z.int().nullable(),
      /** Actor, `Administração` if an admin is not named to the reader; null for automatic acts. */
      username: z.string().nullable(),
      description: z.string(),
      /** dd/mm/yyyy hh:mm */
      date: z.string(),
      ip: z.string().nullable(),
    }),
  ),
  errors: ['sort_too_many'],
});
