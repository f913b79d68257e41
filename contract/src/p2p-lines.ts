/**
 * Customers' lines on the two P2P services. Both speak the same shapes on their own paths (E-10 to
 * E-13, K-76), so they are declared once and made twice.
 */
import { z } from 'zod';
import { profiles, sellers } from './access.ts';
import { endpoint } from './endpoint.ts';
import { exportStarted } from './exports.ts';
import { day, flag, idParam, regPassword, text, whatsapp, whole } from './fields.ts';
import {
  charge,
  deletedFilter,
  deletionFields,
  expiringFilter,
  lineCounts,
  newLineFields,
  termCredits,
  tickedLines,
  whose,
} from './lines.ts';
import { pageOf, pageQuery } from './paging.ts';
import { type Platform, type PlatformKey, platforms } from './platforms.ts';

export const p2pLine = z.object({
  id: z.int(),
  name: z.string(),
  /** A dash where the line is only activated by the panel. */
  pass: z.string(),
  /** 1 active, 2 test, 0 disabled. */
  status: z.literal([0, 1, 2]),
  is_trial: z.boolean(),
  startTime: z.string(),
  endTime: z.string(),
  startTime_timestamp: z.int(),
  endTime_timestamp: z.int(),
  id_res: z.int(),
  nota: z.string(),
  expiring: z.literal([0, 1, 2]),
  whatsapp: z.string().nullable(),
  productid: z.int(),
  product_name: z.string(),
  /** Trust was given in this paid period. */
  trusted: z.boolean(),
  /** Earliest day a roll-back may choose, yyyy-mm-dd; null when none is left. */
  rollback_min: z.string().nullable(),
  reseller: z.object({ username: z.string() }),
  ...deletionFields,
});
export type P2pLine = z.output<typeof p2pLine>;

/** As `lineSorts` of lines.ts: by other columns than the first three at most 10.000 lines. */
export const p2pSorts = [
  'endTime',
  'name',
  'startTime',
  'pass',
  'status',
  'reseller',
  'nota',
  'product_name',
  'whatsapp',
] as const;
export type P2pSort = (typeof p2pSorts)[number];

export const p2pReceipt = z.object({
  id: z.int(),
  name: z.string(),
  pass: z.string(),
  exp_date_formatted: z.string(),
  exp_date_timestamp: z.int(),
  is_trial: z.boolean(),
  /** Only for a test. */
  test_hours: z.int().optional(),
  /** Opens adult content in the app; the same for all (Q-ADULTPASS). */
  adult_password: z.string(),
  links_franchise: z.string(),
  whatsapp: z.string().nullable(),
  nota: z.string(),
  product_name: z.string(),
});
export type P2pReceipt = z.output<typeof p2pReceipt>;

const name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}._@-]+$/u)
  .min(4)
  .max(20)
  .meta({ title: 'Usuário' });

const listQuery = pageQuery(p2pSorts).extend({
  status: whole('Status', 0, 2).optional(),
  expiring: expiringFilter,
  deleted: deletedFilter,
  reseller_id: whose,
  reg_password: regPassword,
});

/** Both spellings are read; the documents write each in its place (Q-PRODFIELD). */
const product = whole('Pacote', 1);

const changedLine = p2pLine.extend({ message: z.string() });
const changedExpiry = changedLine.extend({ exp_date_formatted: z.string() });
const onlyRegPassword = z.object({ reg_password: regPassword });

/** Every call on the lines of one P2P service. */
function p2pCalls<const Key extends Exclude<PlatformKey, 'iptv'>>(
  platform: Platform & { readonly key: Key },
) {
  const { key, label, flag: switched, grant } = platform;
  const path = `/api${platform.listPath}` as const;
  const act = {
    method: 'PUT',
    path: `${path}/:id`,
    access: { profiles },
    params: idParam,
  } as const;
  return {
    list: endpoint({
      name: `list-${key}-lines`,
      method: 'GET',
      path,
      summary: `Linhas ${label}: as próprias, as de uma revenda da rede ou as da rede inteira.`,
      access: { profiles },
      query: listQuery,
      answer: pageOf(p2pLine),
      errors: ['reseller_not_found', 'forbidden', 'sort_too_many'],
    }),
    count: endpoint({
      name: `count-${key}-lines`,
      method: 'GET',
      path: `${path}-counts`,
      summary: 'Quantas linhas há em cada filtro de status.',
      access: { profiles },
      query: z.object({ reseller_id: whose }),
      answer: lineCounts.omit({ online: true }),
      errors: ['reseller_not_found'],
    }),
    exportSheet: endpoint({
      name: `export-${key}-lines`,
      method: 'POST',
      path: `/api/export${platform.listPath.replace('/', '-')}`,
      summary: `Gera a planilha ${platform.exportFile} com os filtros da lista ou só com as linhas marcadas.`,
      access: { profiles },
      body: listQuery.omit({ page: true, per_page: true }).extend({ ids: tickedLines }),
      answer: exportStarted,
      errors: ['reseller_not_found', 'forbidden', 'nothing_to_export', 'sort_too_many'],
    }),
    create: endpoint({
      name: `create-${key}-line`,
      method: 'POST',
      path,
      summary: `Cria uma linha ${label} oficial, paga com créditos, ou um teste grátis.`,
      access: { profiles: sellers, flag: switched, ...(grant ? { grant } : {}) },
      keyed: true,
      body: z.object({
        ...newLineFields,
        name: name.optional(),
        productid: product.optional(),
        product_id: product.optional(),
        reg_password: regPassword,
      }),
      answer: p2pReceipt.extend(charge.shape),
      errors: [
        'package_missing',
        'package_unknown',
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
    }),
    toggle: endpoint({
      ...act,
      name: `switch-${key}-line`,
      action: 0,
      summary: 'Liga ou desliga a linha.',
      body: z.object({ on: flag('Ligada').optional(), reg_password: regPassword }),
      answer: changedLine,
      errors: ['line_not_found'],
    }),
    extend: endpoint({
      ...act,
      name: `extend-${key}-line`,
      action: 1,
      summary: 'Renova a linha pelo tempo que os créditos valem; paga quem renova.',
      keyed: true,
      body: z.object({ credits: termCredits, reg_password: regPassword }),
      answer: changedExpiry.extend(charge.shape),
      errors: [
        'line_not_found',
        'trial_not_renewable',
        'insufficient_credits',
        'limit_credits_a_day',
        'key_reused',
      ],
    }),
    remove: endpoint({
      ...act,
      name: `delete-${key}-line`,
      action: 2,
      summary: 'Deleta a linha; créditos não voltam.',
      body: onlyRegPassword,
      answer: z.object({ message: z.string(), id: z.int() }),
      errors: ['line_not_found'],
    }),
    edit: endpoint({
      ...act,
      name: `edit-${key}-line`,
      action: 3,
      summary:
        'Edita nome e WhatsApp ou, com flagVencimento 1, retrocede o vencimento em até 3 dias.',
      body: z.object({
        flagVencimento: flag('flagVencimento').default(false),
        exp_day: day('Vencimento').optional(),
        name: name.optional(),
        whatsapp: whatsapp().optional(),
        reg_password: regPassword,
      }),
      answer: changedLine,
      errors: ['line_not_found', 'username_taken', 'rollback_out_of_range', 'rollback_not_earlier'],
    }),
    editNote: endpoint({
      ...act,
      name: `edit-${key}-note`,
      action: 4,
      summary: 'Edita as anotações da linha.',
      body: z.object({ nota: text('Anotações', 255), reg_password: regPassword }),
      answer: changedLine,
      errors: ['line_not_found'],
    }),
    editProduct: endpoint({
      ...act,
      name: `edit-${key}-product`,
      action: 5,
      summary: 'Troca o pacote da linha.',
      body: z.object({
        product_id: product.optional(),
        productid: product.optional(),
        reg_password: regPassword,
      }),
      answer: changedLine,
      errors: ['line_not_found', 'package_missing', 'package_unknown'],
    }),
    trust: endpoint({
      ...act,
      name: `trust-${key}-line`,
      action: 7,
      summary: 'Dá 48 horas de confiança, uma vez por período pago.',
      body: onlyRegPassword,
      answer: changedExpiry,
      errors: ['line_not_found', 'trial_not_renewable', 'trust_used'],
    }),
    receipt: endpoint({
      ...act,
      name: `get-${key}-links`,
      action: 8,
      summary: 'Os dados de acesso e os links da linha.',
      body: onlyRegPassword,
      answer: p2pReceipt,
      errors: ['line_not_found'],
    }),
    endOfDay: endpoint({
      ...act,
      name: `end-of-day-${key}-line`,
      action: 10,
      summary: 'Leva o horário do vencimento para 23:59 do mesmo dia.',
      body: onlyRegPassword,
      answer: changedExpiry,
      errors: ['line_not_found', 'trial_not_renewable', 'line_expired'],
    }),
    products: endpoint({
      name: `get-${key}-packages`,
      method: 'GET',
      path: `/api/get-${key}-packages`,
      summary: `Os pacotes que uma linha ${label} pode ter.`,
      access: { profiles },
      answer: z.array(z.object({ id: z.int(), name: z.string() })),
      errors: [],
    }),
  };
}

export type P2pCalls = ReturnType<typeof p2pCalls>;

export const p2pLines = p2pCalls({ ...platforms.p2p, key: 'p2p' });
export const newP2pLines = p2pCalls({ ...platforms['new-p2p'], key: 'new-p2p' });
