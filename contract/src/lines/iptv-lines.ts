/**
 * Lines of customers on the IPTV platform. Names of fields and action codes are from the
 * specification (E-06, E-07, E-08, E-09, E-18, K-75).
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, flag, regPassword } from '../api/fields.ts';
import { lineCalls } from './line-calls.ts';
import { fieldsIn, lineFields } from './line-fields.ts';
import { paidFilter } from './line-payments.ts';
import {
  chargedField,
  deletedFilter,
  deletionFields,
  informedField,
  lineCounts,
  lineFilters,
  lineSorts,
  lineStatuses,
  onlineFilter,
  tickedLines,
  ownerFilter,
  ownerOrAllFilter,
  timeFilters,
  statusNote,
} from './lines.ts';
import { pageSchema, pageQuery, cursorAnswer, cursorQuery } from '../api/paging.ts';
import { platforms } from '../rules/platforms.ts';
import { accountName, timestamp, translated, wire } from '../api/translated.ts';

const fields = lineFields.iptv;

/** Fields of a line that the rows of every platform have, with the wire names of IPTV. */
export const sharedRow = {
  id: z.int(),
  ...fieldsIn(fields, 'row'),
  password: z.string(),
  status: z.enum(lineStatuses),
  isTrial: wire('is_trial', z.boolean()),
  online: z.boolean(),
  /** Title that the customer is watching; empty if no player is active. */
  watching: z.string(),
  expiresText: wire('exp_date', z.string()),
  expiresAt: wire('exp_date_timestamp', timestamp),
  createdText: wire('created_at', z.string()),
  createdAt: wire('created_at_timestamp', timestamp),
  /** Time of the last viewing. Null if the customer has not watched yet. */
  lastWatchedAt: wire('last_watched_timestamp', timestamp.nullable()),
  expiring: z.literal([0, 1, 2]),
  ownerId: wire('id_res', z.int()),
  packageName: wire('package_name', z.string()),
  /** True if the line received the 48 hours of trust in the current paid period. */
  trusted: z.boolean(),
  /**
   * Earliest day to which the expiry can be moved back, yyyy-mm-dd. Null if the expiry cannot be
   * moved back.
   */
  rollbackFrom: wire('rollback_min', z.string().nullable()),
  blockedForAbuse: wire('block_abuse', z.boolean()),
  abuseReasons: wire('abuse_reasons', z.string()),
  ownerName: wire('reseller', accountName),
  /**
   * End of a dispute between players that end each other's viewings. Until then the active player
   * keeps the screen.
   */
  contestedUntil: wire('contested_until_timestamp', timestamp.optional()),
  chargedAt: chargedField,
  informedAt: informedField,
  ...deletionFields,
};

const row = { platformId: wire('id_iptv', z.int()), ...sharedRow };
const iptvLine = translated(row);
/** Line in its wire form. */
export type IptvLine = z.input<typeof iptvLine>;

/**
 * Addresses for a customer. Texts with several text lines are plain text (E-18, Q-LINKDEFAULTS).
 */
export const lineLinks = {
  m3u8: wire('M3U8', z.string()),
  m3u8Short: wire('short_M3U8', z.string()),
  hls: wire('M3U8_2', z.string()),
  hlsShort: wire('short_M3U8_2', z.string()),
  ssiptv: wire('SSIPTV_M3U8', z.string()),
  ssiptvShort: wire('short_SSIPTV_M3U8', z.string()),
  smarters: wire('DNS_SMARTER', z.string()),
  franchise: wire('links_franchise', z.string()),
  stb: wire('links_Stb', z.string()),
  webPlayer: wire('links_WebPlayer', z.string()),
  /** X-CLOUD address. Absent if the flag disable-xcloud hides it (K-78). */
  xCloud: wire('links_Xcloud', z.string().optional()),
};

export const iptvReceipt = {
  ...lineLinks,
  /** All addresses as one text. Absent for a test; a test has `testHours` instead. */
  linksText: wire('links', z.string().optional()),
  id: z.int(),
  ...fieldsIn(fields, 'receipt'),
  password: z.string(),
  expiresText: wire('exp_date_formatted', z.string()),
  expiresAt: wire('exp_date_timestamp', timestamp),
  isTrial: wire('is_trial', z.boolean()),
  /** Duration of a test in hours; absent for an official line. */
  testHours: wire('test_hours', z.int().optional()),
  packageName: wire('package_name', z.string()),
};

const listQuery = pageQuery(lineSorts).extend({
  ...cursorQuery,
  status: described(z.enum(lineFilters).optional().meta({ title: 'Status' }), statusNote('Ativo')),
  online: onlineFilter,
  ...timeFilters,
  paid: paidFilter,
  deleted: deletedFilter,
  regPassword: regPassword,
});

const suspect = flag('Suspeitos').optional();
/** Filter that selects only lines blocked for abuse (S-IPTVLIST-03). */
const blocked = flag('Bloqueados por abuso').optional();

const { list, ...others } = lineCalls(
  { ...platforms.iptv, key: 'iptv' },
  {
    fields,
    row,
    receipt: iptvReceipt,
    listQuery: listQuery.extend({ resellerId: ownerFilter, blocked }),
    countQuery: z.object({ resellerId: ownerOrAllFilter }),
    counts: lineCounts,
    /**
     * Filters of the export. Only admins may send `reseller_id=all` and `suspect`, as in the list.
     */
    exportBody: listQuery
      .omit({ page: true, perPage: true, from: true, place: true })
      .extend({ resellerId: ownerOrAllFilter, suspect, blocked, ids: tickedLines }),
    packageErrors: ['bouquet_unknown'],
    deleteErrors: ['id_mismatch'],
    editErrors: [
      'line_not_found',
      'id_mismatch',
      'username_taken',
      'package_missing',
      'package_unknown',
      'bouquet_unknown',
      'rollback_out_of_range',
      'rollback_not_earlier',
    ],
    summaries: {
      toggle: 'Liga ou desliga a linha; desligada, ela para de tocar em até 15 segundos.',
      edit: 'Edita os dados da linha ou, com flagVencimento 1, retrocede o vencimento em até 3 dias.',
      receipt: 'Os dados de acesso e todos os links da linha.',
    },
  },
);

const listAll = endpoint({
  name: 'list-all-iptv-lines',
  method: 'GET',
  path: '/api/users-iptv-admin',
  summary: 'Todas as linhas IPTV do sistema, com a revenda de cada uma.',
  access: { profiles: ['admin'] },
  query: listQuery.extend({ suspect, blocked }),
  answer: pageSchema(iptvLine).extend(cursorAnswer),
  errors: ['sort_too_many'],
});

export const iptvLines = { list, listAll, ...others };
export type IptvCalls = typeof iptvLines;

export const {
  list: listIptvLines,
  listAll: listAllIptvLines,
  count: countIptvLines,
  exportSheet: exportIptvLines,
  create: createIptvLine,
  toggle: switchIptvLine,
  extend: extendIptvLine,
  promote: promoteIptvLine,
  remove: deleteIptvLine,
  edit: editIptvLine,
  trust: trustIptvLine,
  receipt: getIptvLinks,
  endOfDay: endOfDayIptvLine,
} = iptvLines;

export const getIptvPackages = endpoint({
  name: 'get-iptv-packages',
  method: 'POST',
  path: '/api/get-iptv-packages',
  summary: 'Pacotes prontos (package 1) ou bouquets (package 0).',
  access: { profiles },
  body: z.object({ package: flag('Pacote').default(true), regPassword: regPassword }),
  answer: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /**
       * Maximum number of simultaneous screens; 0 means no limit. Only ready packages have this
       * field.
       */
      maxConnections: z.int().optional(),
      allowsTests: z.boolean().optional(),
    }),
  ),
  errors: [],
});
