/**
 * Lines of customers on the two P2P services. Both services have the same fields, but different
 * paths (E-10 to E-13, K-76).
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, regPassword, whole } from '../api/fields.ts';
import { lineAct, lineCalls } from './line-calls.ts';
import { fieldsIn, lineBody, lineFields } from './line-fields.ts';
import { paidFilter } from './line-payments.ts';
import {
  chargedField,
  deletedFilter,
  deletionFields,
  informedField,
  lineCounts,
  type LineSort,
  type LineStatus,
  lineSorts,
  lineStatuses,
  tickedLines,
  ownerFilter,
  timeFilters,
  statusNote,
} from './lines.ts';
import { pageQuery, cursorQuery } from '../api/paging.ts';
import { type Platform, type PlatformKey, platforms } from '../rules/platforms.ts';
import { accountName, timestamp, translated, wire } from '../api/translated.ts';
import { undoField } from '../undo.ts';

/** Codes of the statuses in the specification (K-18). */
export const p2pStatusCodes = { Desativado: 0, Ativo: 1, Teste: 2 } as const;
const statusOfCode = ['Desativado', 'Ativo', 'Teste'] as const satisfies LineStatus[];

const fields = lineFields.p2p;

const row = {
  id: z.int(),
  ...fieldsIn(fields, 'row'),
  /** Password. It is a dash if only the panel can activate the line. */
  password: wire('pass', z.string()),
  status: z.codec(z.literal([0, 1, 2]), z.enum(lineStatuses), {
    decode: (code) => statusOfCode[code],
    encode: (status) => p2pStatusCodes[status],
  }),
  isTrial: wire('is_trial', z.boolean()),
  createdText: wire('startTime', z.string()),
  expiresText: wire('endTime', z.string()),
  createdAt: wire('startTime_timestamp', timestamp),
  expiresAt: wire('endTime_timestamp', timestamp),
  ownerId: wire('id_res', z.int()),
  expiring: z.literal([0, 1, 2]),
  packageName: wire('product_name', z.string()),
  /** True if the line received the 48 hours of trust in the current paid period. */
  trusted: z.boolean(),
  /**
   * Earliest day to which the expiry can be moved back, yyyy-mm-dd. Null if the expiry cannot be
   * moved back.
   */
  rollbackFrom: wire('rollback_min', z.string().nullable()),
  ownerName: wire('reseller', accountName),
  chargedAt: chargedField,
  informedAt: informedField,
  ...deletionFields,
};
export const p2pLine = row;

export const p2pReceipt = {
  id: z.int(),
  ...fieldsIn(fields, 'receipt'),
  password: wire('pass', z.string()),
  expiresText: wire('exp_date_formatted', z.string()),
  expiresAt: wire('exp_date_timestamp', timestamp),
  isTrial: wire('is_trial', z.boolean()),
  /** Duration of a test in hours; absent for an official line. */
  testHours: wire('test_hours', z.int().optional()),
  /** Password for adult content in the app. It is the same for all lines (Q-ADULTPASS). */
  adultPassword: wire('adult_password', z.string()),
  franchise: wire('links_franchise', z.string()),
  packageName: wire('product_name', z.string()),
};

/**
 * Columns of the P2P list for the sort orders in `lineSorts` of lines.ts. Only the first three can
 * sort more than 10,000 lines.
 */
const sortNames = {
  endTime: 'exp_date',
  name: 'username',
  startTime: 'created_at',
  pass: 'password',
  status: 'status',
  reseller: 'reseller',
  nota: 'nota',
  product_name: 'package_name',
  whatsapp: 'whatsapp',
  deleted_at_timestamp: 'deleted_at_timestamp',
  restorable_until_timestamp: 'restorable_until_timestamp',
} as const satisfies Record<string, LineSort>;
export const p2pSorts = Object.keys(sortNames) as [P2pSort, ...P2pSort[]];
type P2pSort = keyof typeof sortNames;

/**
 * Returns the P2P column for a sort order. P2P lines have no viewings, so the sort order by viewing
 * becomes the default. The URL of another list can contain that sort order.
 */
export const toP2pSort = (sort: LineSort): P2pSort =>
  p2pSorts.find((name) => sortNames[name] === sort) ?? 'endTime';

const statusCode = whole('Status', 0, 2);

const listQuery = pageQuery(p2pSorts).extend({
  ...cursorQuery,
  sort: z.codec(z.enum(p2pSorts).default('endTime').meta({ title: 'Ordem' }), z.enum(lineSorts), {
    decode: (name) => sortNames[name],
    encode: toP2pSort,
  }),
  status: described(
    statusCode.transform((code) => statusOfCode[code as 0 | 1 | 2]).optional(),
    statusNote(1),
  ),
  ...timeFilters,
  paid: paidFilter,
  deleted: deletedFilter,
  resellerId: ownerFilter,
  regPassword: regPassword,
});

const changedLine = translated({ ...row, message: z.string(), ...undoField });

const p2pWire = {
  fields,
  row,
  receipt: p2pReceipt,
  listQuery,
  countQuery: z.object({ resellerId: ownerFilter }),
  counts: lineCounts.omit({ online: true }),
  exportBody: listQuery
    .omit({ page: true, perPage: true, from: true, place: true })
    .extend({ ids: tickedLines }),
  packageErrors: [],
  deleteErrors: [],
  editErrors: ['line_not_found', 'username_taken', 'rollback_out_of_range', 'rollback_not_earlier'],
  summaries: {
    toggle: 'Liga ou desliga a linha.',
    edit: 'Edita nome e WhatsApp ou, com flagVencimento 1, retrocede o vencimento em até 3 dias.',
    receipt: 'Os dados de acesso e os links da linha.',
  },
} as const;

/** Declares the calls that only P2P lines have. */
function ownCalls<const Key extends Exclude<PlatformKey, 'iptv'>>(
  platform: Platform & { readonly key: Key },
) {
  const { key, label } = platform;
  return {
    editNote: endpoint({
      ...lineAct(platform),
      name: `edit-${key}-note`,
      action: 4,
      summary: 'Edita as anotações da linha.',
      body: lineBody(fields, 'editNote'),
      answer: changedLine,
      errors: ['line_not_found'],
    }),
    editProduct: endpoint({
      ...lineAct(platform),
      name: `edit-${key}-product`,
      action: 5,
      summary: 'Troca o pacote da linha.',
      body: lineBody(fields, 'editProduct'),
      answer: changedLine,
      errors: ['line_not_found', 'package_missing', 'package_unknown'],
    }),
    products: endpoint({
      name: `get-${key}-packages`,
      method: 'GET',
      path: `/api/get-${key}-packages`,
      summary: `Os pacotes que uma linha ${label} pode ter.`,
      access: { profiles, grants: platform.grants },
      answer: z.array(z.object({ id: z.int(), name: z.string() })),
      errors: [],
    }),
  };
}

const p2pCalls = <const Key extends Exclude<PlatformKey, 'iptv'>>(
  platform: Platform & { readonly key: Key },
) => ({ ...lineCalls(platform, p2pWire), ...ownCalls(platform) });

export type P2pCalls = ReturnType<typeof p2pCalls>;

export const p2pLines = p2pCalls({ ...platforms.p2p, key: 'p2p' });
export const newP2pLines = p2pCalls({ ...platforms['new-p2p'], key: 'new-p2p' });
