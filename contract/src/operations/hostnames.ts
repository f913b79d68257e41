/**
 * Hostnames in the links of customers. Accounts buy them at a registrar with credits, or an admin
 * adds them. Source: D3 §2, §7; S-DNS, V-66 to V-72, K-68, K-70, Q-DNSBUY, Q-2FAGATE.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, freshCode, hostnameField, labelled, text, whole, withError } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { readHostname } from '../rules/host.ts';
import { failedLayers, hourStates } from './balancers.ts';
import { dnsRecord } from './dns-providers.ts';

/** Domain extensions that the panel sells (K-68). */
export const hostnameExtensions = ['.top', '.click', '.cfd', '.sbs'] as const;
const MAX_HOSTNAMES_REQUESTED = hostnameExtensions.length;
export const MAX_TERM_YEARS = 10;

const LABEL = /^[a-z0-9]{1,63}$/;

/** True if the name has only letters and digits, and an extension that is sold (V-66, V-67). */
export function isSold(name: string): boolean {
  const extension = hostnameExtensions.find((suffix) => name.endsWith(suffix));
  return extension !== undefined && LABEL.test(name.slice(0, -extension.length));
}

export const hostname = z.object({
  id: z.int(),
  dns: z.string(),
  description: z.string().nullable(),
  /** Price in US dollars. Null for all accounts except admins. */
  buyValue: z.number().nullable(),
  /** Expiry, dd/mm/yyyy. Null for a name that an admin added or whose purchase is not complete. */
  dueDateFormatted: z.string().nullable(),
  /** 1 if the DNS records exist, otherwise 0. */
  status: z.literal([0, 1]),
  /** State as probed from the internet. `flapping`: irregular responses. `unknown`: not probed. */
  health: z.enum(['up', 'down', 'flapping', 'unknown']),
  /** Start of the outage in Unix seconds. Null while the hostname answers. */
  downSinceTimestamp: z.int().nullable(),
  /** Duration of the last response in ms. */
  answerMs: z.int().nullable(),
  /** Networks whose resolvers return other addresses than public resolvers. */
  blockedIn: z.array(z.string()),
  isRotation: z.boolean(),
  /** True if the hostname is in a rotation whose links currently use it. */
  isCurrent: z.boolean(),
  /** Position in the owner's rotation. */
  order: z.int().nullable(),
  /** True if the hostname is shared with all descendants of its owner. */
  isShared: z.boolean(),
  /** Number of descendants that may use the hostname; 0 if it is not shared. */
  sharedWith: z.int(),
  /** True if the caller uses this hostname, which another account shares with it. */
  isActiveShared: z.boolean(),
  /** True if the hostname is renewed automatically, fifteen days before its expiry. */
  autorenew: z.boolean(),
  /** Price of another year in credits. Null for an admin, or if it cannot be renewed. */
  creditsRenew: z.int().nullable(),
  /** Price of another year in US dollars; null for all accounts but admins. */
  renewValue: z.number().nullable(),
  /** Id of the owner's account. 0 if the name of the owner is hidden. */
  idRes: z.int(),
  /** Owner; empty if that account is above the direct parent of the caller (Q-LOGSCOPE). */
  owner: z.string(),
  /** Reason why the last automatic renewal failed. The renewal is retried every day. */
  renewalFailure: z.string().nullable(),
  /** True if the hostname was bought from the built-in registrar and leads to no server. */
  isSandbox: z.boolean(),
  /** Record at the DNS provider. Null if the panel manages no record for the hostname. */
  record: dnsRecord.nullable(),
});
export type Hostname = z.output<typeof hostname>;

/**
 * Possible sources of the hostname in an account's links. The first source with an available
 * hostname is used. The fallback is the default hostname.
 */
export const linkSources = ['rotation', 'own', 'shared'] as const;
export type LinkSource = (typeof linkSources)[number];

/**
 * Maximum number of listed hostnames. The list contains the newest ones, and the screen searches
 * and pages them.
 */
export const MAX_HOSTNAMES_LISTED = 1_000;

export const listHostnames = endpoint({
  name: 'list-dns',
  method: 'GET',
  path: '/api/list-dns',
  summary: 'Os DNS da conta. Administradores veem os de todas.',
  access: { profiles },
  answer: z.object({
    data: z.array(hostname),
    /**
     * True if the built-in registrar is used. It pays and registers nothing outside of the panel.
     */
    isSandbox: z.boolean(),
    /** Address of the operator's tutorial video. Null on hosts that have no video (S-DNS-08). */
    tutorialVideo: z.string().nullable(),
    links: z.object({
      rotation: z.string().nullable(),
      own: z.string().nullable(),
      shared: z.string().nullable(),
      /** Source of the hostname that the links use. Null for the default hostname. */
      used: z.enum(linkSources).nullable(),
    }),
  }),
  errors: [],
});

const hostnameOffer = z.object({
  domain: z.string(),
  /** Price in US dollars for `duration` years. Null for all accounts except admins. */
  price: z.number().nullable(),
  renew: z.number().nullable(),
  /** Price in credits. Null for an admin, because an admin pays the registrar directly. */
  credits: z.int().nullable(),
  creditsRenew: z.int().nullable(),
  /** Number of years that the price includes. */
  duration: z.int(),
});
export type HostnameOffer = z.output<typeof hostnameOffer>;

/**
 * Name in DNS form. Other text is only converted to lower case, and the registrar reports it as
 * invalid.
 */
const name = (label: string) =>
  text(label, 253).transform((typed) => readHostname(typed) ?? typed.toLowerCase());

/** Error text of an incomplete search (M-101). */
const HOSTNAME_SEARCH_INCOMPLETE = 'Preencha os campos corretamente!';

export const verifyHostnames = endpoint({
  name: 'verify-dns',
  method: 'POST',
  path: '/api/verify-dns',
  summary: 'Pergunta ao registrador quais nomes estão livres e por quanto.',
  access: { profiles },
  body: z.object({
    domains: withError(
      z.array(name('DNS')).min(1).max(MAX_HOSTNAMES_REQUESTED).meta({ title: 'DNS' }),
      HOSTNAME_SEARCH_INCOMPLETE,
    ),
  }),
  answer: z.object({
    /** The code 300 means success (K-70). */
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
    /** Number of years. Required if the offer covers several years. Otherwise the value is 1. */
    duration: whole('Prazo', 1, MAX_TERM_YEARS).optional(),
    description: text('Descrição', 200).optional(),
    manual: flag('Manual').default(false),
    /** Price that the client expects. The server charges the price of the registrar (Q-DNSBUY). */
    credits: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .meta({ title: 'Créditos' }),
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    /** State of the purchase. `processing` means that the panel completes it automatically. */
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

/** Shares a hostname with all descendants. The size 0 stops the sharing (Q-SHARESIZE). */
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

/** Starts or stops the use of a shared hostname by the caller (Q-SHAREDTOGGLE). */
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

/**
 * Removes a hostname, or restores a removed one. Only the removal of a hostname that the caller
 * purchased requires a fresh code (V-72, Q-DNSREMOVED).
 */
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
    /** States of the last 24 hours, oldest first. */
    hours: z.array(z.enum(hourStates)),
    /** States of the last 90 days, oldest first. */
    days: z.array(z.enum(hourStates)),
    /** Uptime in 90 days, in percent with one decimal. Null before the first probe. */
    uptime: z.number().nullable(),
    /** Expiry of the certificate, dd/mm/yyyy; null without a certificate. */
    certificateEndsFormatted: z.string().nullable(),
    /** Last report of each probe agent. Empty if there are no agents. */
    places: z.array(
      z.object({
        name: z.string(),
        failed: z.enum(failedLayers).nullable(),
        answerMs: z.int().nullable(),
        atTimestamp: z.int(),
      }),
    ),
    /** Changes of the state, newest first. */
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

/** Lists the log of a hostname. Default order: newest first (S-DNS-29 to -34). */
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
      /**
       * User name of the actor. `Administração` hides an admin from the reader. Null for automatic
       * acts.
       */
      username: z.string().nullable(),
      description: z.string(),
      /** Date as dd/mm/yyyy hh:mm. */
      date: z.string(),
      ip: z.string().nullable(),
    }),
  ),
  errors: ['sort_too_many'],
});
