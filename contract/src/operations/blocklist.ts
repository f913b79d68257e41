/**
 * Blocked addresses: they guess passwords of lines at the player, or of accounts at the panel. A
 * block depends on the number of distinct wrong pairs of name and password, because a television
 * may repeat an old password for days. Source: S-BLACKLIST, E-94, E-95, M-105, M-106, K-61,
 * Q-BLPASS.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, day, idParam, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { isTooWideToExempt } from '../rules/networks.ts';

/** Number of blocked addresses per page (K-61). */
export const BLOCKED_IPS_A_PAGE = 12;

/**
 * Duration in minutes of the first to the fifth block of an address. Later blocks are as long as
 * the fifth.
 */
export const BLOCK_MINUTES = [1, 5, 30, 180, 1440] as const;

/** Period in minutes in which wrong pairs are counted. */
export const PAIR_WINDOW_MINUTES = 10;

export const blockReasons = ['pairs', 'one-password', 'panel'] as const;
export type IpBlockReason = (typeof blockReasons)[number];

const admins = { profiles: ['admin'] } as const;

const ip = text('IP', 60);

export const blockedIpStates = ['blocked', 'released'] as const;
export type BlockedIpState = (typeof blockedIpStates)[number];
/** Number of hours for which an address stays in the list after the end of its last block. */
export const LISTED_HOURS = 24;

const blockedIp = z.object({
  /** IPv4 address, or the /64 network of an IPv6 subscriber. */
  ip: z.string(),
  /** Number of wrong attempts, including attempts during a block. */
  total: z.int(),
  reason: z.enum(blockReasons),
  /** Number of distinct wrong pairs within ten minutes when the block began. */
  pairs: z.int(),
  /** `released`: the block ended within the last 24 hours (Q-BLRECENT). */
  state: z.enum(blockedIpStates),
  blockedUntilTimestamp: z.int(),
  /** Duration of the block in minutes. */
  minutes: z.int(),
  /**
   * True if customers with correct passwords use the same address. Then the block rejects only
   * sign-ins with a wrong password.
   */
  shared: z.boolean(),
});
export type BlockedIp = z.output<typeof blockedIp>;

export const blockedIpSorts = ['total', 'ip', 'state', 'reason', 'blocked_until'] as const;

const perPage = { perPage: whole('Itens por página', 1, 100).default(BLOCKED_IPS_A_PAGE) };

export const listBlockedIps = endpoint({
  name: 'list-blocked-ips',
  method: 'GET',
  path: '/api/list-all-block',
  summary:
    'Os IPs que não entram e os que foram liberados nas últimas 24 horas, por página, com as tentativas de cada um.',
  access: admins,
  query: pageQuery(blockedIpSorts).extend({
    ...perPage,
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    state: z.enum(blockedIpStates).optional().meta({ title: 'Estado' }),
  }),
  answer: pageSchema(blockedIp),
  errors: [],
});

const refusedAttempt = z.object({
  ip: z.string(),
  username: z.string(),
  /** First and last character of the password, and its length (Q-BLPASS). */
  maskedPassword: z.string(),
  /** Host name of the request, or «painel». */
  host: z.string(),
  createdAt: z.string(),
  createdAtTimestamp: z.int(),
});
export type RefusedAttempt = z.output<typeof refusedAttempt>;

export const refusedAttemptSorts = ['created_at', 'username', 'senha', 'host'] as const;

export const listBlockedAttempts = endpoint({
  name: 'list-blocked-attempts',
  method: 'POST',
  path: '/api/list-all-block-registries',
  summary:
    'As tentativas erradas de um IP e por que está bloqueado; sem `sort`, as mais novas primeiro.',
  access: admins,
  body: z.object({
    ip,
    page: whole('Página', 1, 1_000_000).default(1),
    ...perPage,
    sort: z.enum(refusedAttemptSorts).default('created_at').meta({ title: 'Ordem' }),
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(refusedAttempt).extend({
    /** Block of the address. Null if its last block ended more than 24 hours ago. */
    block: blockedIp.nullable(),
    /**
     * Number of lines and accounts that signed in from this address with a correct password within
     * a day.
     */
    honest: z.int(),
    /**
     * Number of blocks in succession. A block more than seven days after the last one starts a new
     * succession.
     */
    blocks: z.int(),
  }),
  errors: ['ip_not_listed', 'sort_too_many'],
});

export const deleteBlockedIp = endpoint({
  name: 'delete-blocked-ip',
  method: 'POST',
  path: '/api/delete-blacklist',
  summary: 'Tira um IP da lista, com o histórico dele: em segundos ele volta a entrar.',
  access: admins,
  body: z.object({ ip }),
  answer: z.object({ message: z.string(), ip: z.string() }),
  errors: ['ip_not_listed'],
});

export const exemptNetwork = z.object({
  id: z.int(),
  /** Network in CIDR notation: `203.0.113.0/24`. */
  network: z.string(),
  reason: z.string(),
  /** Last day of the exemption. Null if it has no end. */
  ends: z.iso.date().nullable(),
  createdFormatted: z.string(),
});
export type ExemptNetwork = z.output<typeof exemptNetwork>;

export const exemptNetworkSorts = ['created_at', 'network', 'reason', 'ends'] as const;

export const listExemptNetworks = endpoint({
  name: 'list-exempt-networks',
  method: 'GET',
  path: '/api/exempt-networks',
  summary: 'As redes que nunca são bloqueadas.',
  access: admins,
  query: pageQuery(exemptNetworkSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(exemptNetwork),
  errors: [],
});

export const createExemptNetwork = endpoint({
  name: 'create-exempt-network',
  method: 'POST',
  path: '/api/exempt-networks',
  summary: 'Isenta uma rede: ela sai da lista e não volta.',
  access: admins,
  body: z.object({
    ...freshCode,
    network: text('IP ou rede', 60).refine((network) => !isTooWideToExempt(network), {
      error: 'Esta rede é larga demais: isente no máximo um /16, ou um /32 em IPv6.',
    }),
    reason: text('Motivo', 200, 3),
    ends: day('Até').optional(),
  }),
  freshCode: true,
  answer: exemptNetwork.extend({ message: z.string() }),
  errors: ['network_taken'],
});

export const deleteExemptNetwork = endpoint({
  name: 'delete-exempt-network',
  method: 'DELETE',
  path: '/api/exempt-networks/:id',
  summary: 'Tira a isenção de uma rede.',
  access: admins,
  params: idParam,
  query: z.object(freshCode),
  freshCode: true,
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['exempt_network_not_found'],
});
