/** Six months in charts. Source: D2 §2.10, §3 Reports response; S-REPORTS, K-45, Q-REPORTSCOPE. */
import { z } from 'zod';
import { profiles } from './access.ts';
import { endpoint } from './endpoint.ts';

export const REPORT_MONTHS = 6;

/** `mes` is mm/yyyy; missing months are there as 0. */
const monthly = z.array(z.object({ mes: z.string(), users: z.int() }));

export const getReports = endpoint({
  name: 'get-reports',
  method: 'GET',
  path: '/api/get-reports',
  summary: 'Os últimos seis meses: vendas, novos usuários, renovações, vencimentos e créditos.',
  access: { profiles },
  answer: z.object({
    /** mm/yyyy → R$ of the credits sold to the network; for admins all that was sold. */
    financeiro: z.record(z.string(), z.number()),
    novos_usuarios_iptv: monthly,
    novos_usuarios_p2p: monthly,
    novos_usuarios_migrados: monthly,
    /** Beyond the documents. */
    renovacoes: monthly,
    vencimentos: monthly,
    creditos: z.array(
      z.object({
        mes: z.string(),
        recebidos: z.number(),
        consumidos: z.number(),
        enviados: z.number(),
      }),
    ),
    as_of: z.string(),
  }),
  errors: [],
});
