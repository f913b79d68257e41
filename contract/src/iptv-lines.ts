/** Customers' lines on the IPTV platform: names and action codes are the documents' (E-06 to E-09, E-18, K-75). */
import { z } from 'zod';
import { profiles, sellers } from './access.ts';
import { endpoint } from './endpoint.ts';
import { exportStarted } from './exports.ts';
import { day, digits, flag, idParam, regPassword, text, whatsapp, whole } from './fields.ts';
import {
  charge,
  deletedFilter,
  deletionFields,
  expiringFilter,
  lineCounts,
  lineFilters,
  lineSorts,
  lineStatuses,
  newLineFields,
  termCredits,
  tickedLines,
  whose,
  whoseOrAll,
} from './lines.ts';
import { pageOf, pageQuery } from './paging.ts';

export const iptvLine = z.object({
  id: z.int(),
  id_iptv: z.int(),
  username: z.string(),
  password: z.string(),
  status: z.enum(lineStatuses),
  is_trial: z.boolean(),
  online: z.boolean(),
  /** Title being watched; empty when nobody watches. */
  watching: z.string(),
  nota: z.string(),
  exp_date: z.string(),
  exp_date_timestamp: z.int(),
  created_at: z.string(),
  created_at_timestamp: z.int(),
  /** Unix seconds of the last watching seen; null when never. */
  last_watched_timestamp: z.int().nullable(),
  expiring: z.literal([0, 1, 2]),
  id_res: z.int(),
  whatsapp: z.string().nullable(),
  /** Package id; 0 for a custom set of bouquets. */
  package: z.int(),
  package_name: z.string(),
  bouquets: z.array(z.int()),
  /** Trust was given in this paid period. */
  trusted: z.boolean(),
  /** Earliest day a roll-back may choose, yyyy-mm-dd; null when none is left. */
  rollback_min: z.string().nullable(),
  block_abuse: z.boolean(),
  abuse_reasons: z.string(),
  reseller: z.object({ username: z.string() }),
  ...deletionFields,
});
export type IptvLine = z.output<typeof iptvLine>;

const lineListQuery = pageQuery(lineSorts).extend({
  status: z.enum(lineFilters).optional().meta({ title: 'Status' }),
  expiring: expiringFilter,
  deleted: deletedFilter,
  reg_password: regPassword,
});

const suspect = flag('Suspeitos').optional();
/** Only lines blocked for abuse (S-IPTVLIST-03). */
const blocked = flag('Bloqueados por abuso').optional();

export const listIptvLines = endpoint({
  name: 'list-iptv-lines',
  method: 'GET',
  path: '/api/users-iptv',
  summary: 'Linhas IPTV: as próprias, as de uma revenda da rede ou as da rede inteira.',
  access: { profiles },
  query: lineListQuery.extend({ reseller_id: whose, blocked }),
  answer: pageOf(iptvLine),
  errors: ['reseller_not_found', 'forbidden', 'sort_too_many'],
});

export const listAllIptvLines = endpoint({
  name: 'list-all-iptv-lines',
  method: 'GET',
  path: '/api/users-iptv-admin',
  summary: 'Todas as linhas IPTV do sistema, com a revenda de cada uma.',
  access: { profiles: ['admin'] },
  query: lineListQuery.extend({ suspect, blocked }),
  answer: pageOf(iptvLine),
  errors: ['sort_too_many'],
});

export const countIptvLines = endpoint({
  name: 'count-iptv-lines',
  method: 'GET',
  path: '/api/users-iptv-counts',
  summary: 'Quantas linhas há em cada filtro de status.',
  access: { profiles },
  query: z.object({ reseller_id: whoseOrAll }),
  answer: lineCounts,
  errors: ['reseller_not_found'],
});

/** Of both lists: `reseller_id=all` and `suspect` are the admin's. */
export const exportIptvLines = endpoint({
  name: 'export-iptv-lines',
  method: 'POST',
  path: '/api/export-users-iptv',
  summary: 'Gera a planilha UsersIPTV.xlsx com os filtros da lista ou só com as linhas marcadas.',
  access: { profiles },
  body: lineListQuery
    .omit({ page: true, per_page: true })
    .extend({ reseller_id: whoseOrAll, suspect, blocked, ids: tickedLines }),
  answer: exportStarted,
  errors: ['reseller_not_found', 'forbidden', 'nothing_to_export', 'sort_too_many'],
});

/** Addresses a customer may use; texts of several lines are plain text (E-18, Q-LINKDEFAULTS). */
export const lineLinks = z.object({
  M3U8: z.string(),
  short_M3U8: z.string(),
  M3U8_2: z.string(),
  short_M3U8_2: z.string(),
  SSIPTV_M3U8: z.string(),
  short_SSIPTV_M3U8: z.string(),
  DNS_SMARTER: z.string(),
  links_franchise: z.string(),
  links_Stb: z.string(),
  links_WebPlayer: z.string(),
  /** Missing when the flag disable-xcloud hides it (K-78). */
  links_Xcloud: z.string().optional(),
});

export const iptvReceipt = lineLinks.extend({
  id: z.int(),
  username: z.string(),
  password: z.string(),
  exp_date_formatted: z.string(),
  exp_date_timestamp: z.int(),
  is_trial: z.boolean(),
  /** Only for a test. */
  test_hours: z.int().optional(),
  whatsapp: z.string().nullable(),
  nota: z.string(),
  package_name: z.string(),
});
export type IptvReceipt = z.output<typeof iptvReceipt>;

const iptvName = digits('Usuário', 20, 4);
const bouquets = z.array(whole('Bouquet', 1)).max(500).meta({ title: 'Bouquet' });

export const createIptvLine = endpoint({
  name: 'create-iptv-line',
  method: 'POST',
  path: '/api/users-iptv',
  summary: 'Cria uma linha IPTV oficial, paga com créditos, ou um teste grátis.',
  access: { profiles: sellers, flag: 'iptv' },
  keyed: true,
  body: z.object({
    ...newLineFields,
    username: iptvName.optional(),
    isCustomPackage: flag('Pacote personalizado').default(false),
    package: whole('Pacote', 0).optional(),
    bouquets: bouquets.optional(),
    reg_password: regPassword,
  }),
  answer: iptvReceipt.extend(charge.shape),
  errors: [
    'package_missing',
    'package_unknown',
    'bouquet_unknown',
    'username_taken',
    'insufficient_credits',
    'platform_off',
    'tests_off',
    'limit_platform',
    'limit_lines',
    'limit_trials_a_day',
    'limit_credits_a_day',
    'key_reused',
  ],
});

const iptvAct = {
  method: 'PUT',
  path: '/api/users-iptv/:id',
  access: { profiles },
  params: idParam,
} as const;

const changedLine = iptvLine.extend({ message: z.string() });

export const switchIptvLine = endpoint({
  ...iptvAct,
  name: 'switch-iptv-line',
  action: 0,
  summary: 'Liga ou desliga a linha; desligada, ela para de tocar em até 15 segundos.',
  body: z.object({ on: flag('Ligada').optional(), reg_password: regPassword }),
  answer: changedLine,
  errors: ['line_not_found'],
});

export const extendIptvLine = endpoint({
  ...iptvAct,
  name: 'extend-iptv-line',
  action: 1,
  summary: 'Renova a linha pelo tempo que os créditos valem; paga quem renova.',
  keyed: true,
  body: z.object({ credits: termCredits, reg_password: regPassword }),
  answer: changedLine.extend({ exp_date_formatted: z.string(), ...charge.shape }),
  errors: [
    'line_not_found',
    'trial_not_renewable',
    'insufficient_credits',
    'limit_credits_a_day',
    'key_reused',
  ],
});

export const deleteIptvLine = endpoint({
  ...iptvAct,
  name: 'delete-iptv-line',
  action: 2,
  summary: 'Deleta a linha; créditos não voltam.',
  body: z.object({ id_iptv: whole('id_iptv', 1).optional(), reg_password: regPassword }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['line_not_found', 'id_mismatch'],
});

export const editIptvLine = endpoint({
  ...iptvAct,
  name: 'edit-iptv-line',
  action: 3,
  summary:
    'Edita os dados da linha ou, com flagVencimento 1, retrocede o vencimento em até 3 dias.',
  body: z.object({
    flagVencimento: flag('flagVencimento').default(false),
    exp_day: day('Vencimento').optional(),
    username: iptvName.optional(),
    whatsapp: whatsapp().optional(),
    nota: text('Anotações', 255).optional(),
    /** 0 keeps the current package (V-18). */
    package: whole('Pacote', 0).optional(),
    isCustomPackage: flag('Pacote personalizado').default(false),
    bouquets: bouquets.optional(),
    id_iptv: whole('id_iptv', 1).optional(),
    reg_password: regPassword,
  }),
  answer: changedLine,
  errors: [
    'line_not_found',
    'id_mismatch',
    'username_taken',
    'package_missing',
    'package_unknown',
    'bouquet_unknown',
    'rollback_out_of_range',
    'rollback_not_earlier',
  ],
});

export const trustIptvLine = endpoint({
  ...iptvAct,
  name: 'trust-iptv-line',
  action: 7,
  summary: 'Dá 48 horas de confiança, uma vez por período pago.',
  body: z.object({ reg_password: regPassword }),
  answer: changedLine.extend({ exp_date_formatted: z.string() }),
  errors: ['line_not_found', 'trial_not_renewable', 'trust_used'],
});

export const getIptvLinks = endpoint({
  ...iptvAct,
  name: 'get-iptv-links',
  action: 8,
  summary: 'Os dados de acesso e todos os links da linha.',
  body: z.object({ reg_password: regPassword }),
  answer: iptvReceipt,
  errors: ['line_not_found'],
});

export const endOfDayIptvLine = endpoint({
  ...iptvAct,
  name: 'end-of-day-iptv-line',
  action: 10,
  summary: 'Leva o horário do vencimento para 23:59 do mesmo dia.',
  body: z.object({ reg_password: regPassword }),
  answer: changedLine.extend({ exp_date_formatted: z.string() }),
  errors: ['line_not_found', 'trial_not_renewable', 'line_expired'],
});

export const getIptvPackages = endpoint({
  name: 'get-iptv-packages',
  method: 'POST',
  path: '/api/get-iptv-packages',
  summary: 'Pacotes prontos (package 1) ou bouquets (package 0).',
  access: { profiles },
  body: z.object({ package: flag('Pacote').default(true), reg_password: regPassword }),
  answer: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Screens at once; 0 is without limit. Only for ready packages. */
      max_connections: z.int().optional(),
      allows_tests: z.boolean().optional(),
    }),
  ),
  errors: [],
});
