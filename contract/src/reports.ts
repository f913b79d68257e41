/**
 * Charts of the last six months. Source: D2 §2.10, §3 Reports response; S-REPORTS, K-45,
 * Q-REPORTSCOPE.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { pageSchema, pageQuery } from './api/paging.ts';
import { platformKeys } from './rules/platforms.ts';

/** Number of months in the reports, including the current month. */
export const REPORT_MONTHS = 6;

/** Months as mm/yyyy, oldest first. Months without lines have the number 0. */
const monthly = z.array(z.object({ mes: z.string(), users: z.int() }));
/** Amount in R$ by month (mm/yyyy). */
const money = z.record(z.string(), z.number());

/** Returns the figures of the account and its network. An admin receives those of all accounts. */
export const getReports = endpoint({
  name: 'get-reports',
  method: 'GET',
  path: '/api/get-reports',
  summary: 'Os últimos seis meses: vendas, novos usuários, renovações, vencimentos e créditos.',
  access: { profiles },
  answer: z.object({
    /**
     * Value in R$ of the credits that accounts of the network sold. Top-ups and opening credits are
     * added at their price, and withdrawals are subtracted. Every transfer counts. An admin
     * receives the sum of all sales.
     */
    financeiro: money,
    /**
     * Value in R$ of the credits that the account itself sold to its direct resellers. An admin
     * receives the value of the credits that admins issued.
     */
    financeiroProprio: money,
    /** New official lines, including promoted tests. */
    novosUsuariosIptv: monthly,
    /** New official lines on both P2P services together, including promoted tests. */
    novosUsuariosP2p: monthly,
    /**
     * Customers taken over from another server, and official lines moved to another platform
     * (Q-MIGRATETEST).
     */
    novosUsuariosMigrados: monthly,
    /** Customers imported from a file (Q-COUNTS). */
    novosUsuariosImportados: monthly,
    /** Paid extensions of any length. */
    renovacoes: monthly,
    /** Number of expiries of official lines, whether or not they were renewed later. */
    vencimentos: monthly,
    /**
     * Credits of the account's own wallet: received, spent on lines, and given or returned. The
     * balance changes by the received credits minus the other two. An admin receives issued
     * credits, costs of all lines, and transfers among resellers.
     */
    creditos: z.array(
      z.object({
        mes: z.string(),
        recebidos: z.number(),
        consumidos: z.number(),
        enviados: z.number(),
      }),
    ),
    /**
     * Time at which the sums were computed, dd/mm/yyyy hh:mm. It is at most a few minutes ago. Null
     * before the first computation.
     */
    asOf: z.string().nullable(),
  }),
  errors: [],
});

const expiredPeriod = z.object({
  lineId: z.int(),
  platform: z.enum(platformKeys),
  username: z.string(),
  /** User name of the account that owned the line. */
  reseller: z.string(),
  expiredAtTimestamp: z.int(),
  /** Time at which the line got a later expiry; null if that did not happen. */
  extendedAtTimestamp: z.int().nullable(),
});
export type ExpiredPeriod = z.output<typeof expiredPeriod>;

export const expirySorts = [
  'expired_at',
  'username',
  'platform',
  'reseller',
  'extended_at',
] as const;
export type ExpirySort = (typeof expirySorts)[number];

/**
 * Lists the expiries that `vencimentos` of the reports counts. Months outside the reports are
 * empty. A line that expired twice in a month has two rows.
 */
export const listExpiries = endpoint({
  name: 'list-expiries',
  method: 'GET',
  path: '/api/expiries',
  summary: 'Os vencimentos de um mês dos relatórios, linha por linha.',
  access: { profiles },
  query: pageQuery(expirySorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    /** yyyy-mm */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
      .meta({ title: 'Mês', example: '2026-12' }),
  }),
  answer: pageSchema(expiredPeriod),
  errors: ['sort_too_many'],
});
