/** Six months in charts. Source: D2 §2.10, §3 Reports response; S-REPORTS, K-45, Q-REPORTSCOPE. */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';

/** The current one included. */
export const REPORT_MONTHS = 6;

/** `mes` is mm/yyyy, the oldest first; missing months are there as 0. */
const monthly = z.array(z.object({ mes: z.string(), users: z.int() }));
/** mm/yyyy → R$ */
const money = z.record(z.string(), z.number());

/** Figures of the account and its network; for admins of all accounts. */
export const getReports = endpoint({
  name: 'get-reports',
  method: 'GET',
  path: '/api/get-reports',
  summary: 'Os últimos seis meses: vendas, novos usuários, renovações, vencimentos e créditos.',
  access: { profiles },
  answer: z.object({
    /**
     * Credits sold within the network (top-ups and opening credits, at their price), less what was
     * taken back: each time credits changed hands counts. For admins all that was sold by anybody.
     */
    financeiro: money,
    /** The part that the account itself sold to its direct resellers; for admins the credits they issued. */
    financeiro_proprio: money,
    /** Official lines made, tests not counted. */
    novos_usuarios_iptv: monthly,
    /** On both P2P services together. */
    novos_usuarios_p2p: monthly,
    /** Official lines moved to another platform, tests not counted (Q-MIGRATETEST). */
    novos_usuarios_migrados: monthly,
    /** Customers brought from another list, or in a file (Q-COUNTS). */
    novos_usuarios_importados: monthly,
    /** Paid extensions, however long. */
    renovacoes: monthly,
    /** Times the paid time of an official line ran out, whether or not it was renewed later. */
    vencimentos: monthly,
    /**
     * Credits of the account's own wallet: what came in, what lines cost, and all else that left, given
     * or returned; the first less the others is how the balance changed. For admins: what they issued,
     * what lines cost everybody, what resellers passed on among themselves.
     */
    creditos: z.array(
      z.object({
        mes: z.string(),
        recebidos: z.number(),
        consumidos: z.number(),
        enviados: z.number(),
      }),
    ),
    /** dd/mm/yyyy hh:mm: a few minutes ago; null before the first sums. */
    as_of: z.string().nullable(),
  }),
  errors: [],
});
