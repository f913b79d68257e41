/** IPTV lines: their wire names (E-06 to E-09, E-18) in the panel's words. */
import {
  countIptvLines,
  createIptvLine,
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  exportIptvLines,
  extendIptvLine,
  getIptvLinks,
  getIptvPackages,
  type IptvLine,
  type IptvReceipt,
  listAllIptvLines,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/iptv-lines';
import { recreateIptvLine } from '@ramal/contract/line-recreation';
import { lineFilters } from '@ramal/contract/lines';
import type { Page } from '@ramal/contract/paging';
import { platforms } from '@ramal/contract/platforms';
import { countOf } from '../../foundation/numbers.ts';
import { deletionDates } from '../dialogs/deletion.ts';
import type { Line } from '../line.ts';
import {
  type LineChange,
  type LinePage,
  type LinePlatform,
  type LineQuery,
  lineSpreadsheet,
  type LineProduct,
  platformCall,
} from './platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { completeText, messageText, shortText } from '../receipt/receipt-text.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);

const line = (row: IptvLine): Line => ({
  id: row.id,
  username: row.username,
  password: row.password,
  status: row.status,
  isTrial: row.is_trial,
  online: row.online,
  watching: row.watching,
  note: row.nota,
  expiresAt: at(row.exp_date_timestamp),
  expiring: row.expiring,
  createdAt: at(row.created_at_timestamp),
  lastWatchedAt: row.last_watched_timestamp === null ? null : at(row.last_watched_timestamp),
  ownerId: row.id_res,
  ownerName: row.reseller.username,
  whatsapp: row.whatsapp,
  packageId: row.package,
  packageName: row.package_name,
  bouquetIds: row.bouquets,
  trusted: row.trusted,
  rollbackFrom: row.rollback_min,
  ...deletionDates(row),
  ...(row.block_abuse || row.abuse_reasons !== ''
    ? { abuse: { blocked: row.block_abuse, reasons: row.abuse_reasons } }
    : {}),
});

const page = (answer: Page<IptvLine>): LinePage => ({
  rows: answer.data.map(line),
  total: answer.total,
  totalExact: answer.total_exact,
});

const change = (answer: IptvLine & { charged?: number; balance?: number | null }): LineChange => ({
  line: line(answer),
  ...(answer.charged === undefined
    ? {}
    : { charge: { charged: answer.charged, balance: answer.balance ?? null } }),
});

export const iptvReceipt = (
  answer: IptvReceipt & { charged?: number; balance?: number | null },
): Receipt => ({
  id: answer.id,
  username: answer.username,
  password: answer.password,
  expiresText: answer.exp_date_formatted,
  isTrial: answer.is_trial,
  ...(answer.test_hours === undefined ? {} : { testHours: answer.test_hours }),
  whatsapp: answer.whatsapp,
  packageName: answer.package_name,
  links: {
    m3u8: answer.M3U8,
    m3u8Short: answer.short_M3U8,
    hls: answer.M3U8_2,
    hlsShort: answer.short_M3U8_2,
    ssiptv: answer.SSIPTV_M3U8,
    ssiptvShort: answer.short_SSIPTV_M3U8,
    smarters: answer.DNS_SMARTER,
    stb: answer.links_Stb,
    webPlayer: answer.links_WebPlayer,
    ...(answer.links_Xcloud === undefined ? {} : { xCloud: answer.links_Xcloud }),
  },
  franchise: answer.links_franchise,
  ...(answer.charged === undefined
    ? {}
    : { charge: { charged: answer.charged, balance: answer.balance ?? null } }),
});

const filters = (query: LineQuery) => ({
  search: query.search,
  status: query.status,
  expiring: query.expiring,
  sort: query.sort,
  dir: query.direction,
  ...(query.deleted ? { deleted: true } : {}),
  ...(query.abuse === 'suspect' ? { suspect: true } : {}),
  ...(query.abuse === 'blocked' ? { blocked: true } : {}),
});

const pages = (query: LineQuery) => ({
  ...filters(query),
  page: query.page,
  per_page: query.perPage,
});

/** Only what the choice means is sent: a ready package or bouquets, never both. */
const plan = ({ custom, packageId, bouquetIds }: LineProduct) => ({
  isCustomPackage: custom,
  ...(custom ? { bouquets: [...bouquetIds] } : {}),
  ...(!custom && packageId !== undefined ? { package: packageId } : {}),
});

const screens = (most: number): string =>
  most === 0 ? 'telas sem limite' : countOf(most, 'tela', 'telas');

export const iptvLines: LinePlatform = {
  is: platforms.iptv,
  apps: ['prime', 'lazer'],
  words: {
    listTitle: 'Listagem de Usuários IPTV',
    phoneTitle: 'Usuários IPTV',
    createTitle: 'Criar usuário IPTV',
    createButton: 'Criar usuário',
    name: 'Usuário',
    nameHint: 'Só números; vazio cria um',
    lines: 'linhas IPTV',
  },
  formFields: {
    credits: 'credits',
    test_hours: 'testHours',
    package: 'plan',
    bouquets: 'plan',
    username: 'username',
    whatsapp: 'whatsapp',
    nota: 'note',
  },
  columns: [
    { key: 'username', header: 'Usuário' },
    { key: 'password', header: 'Senha' },
    { key: 'status', header: 'Status' },
    { key: 'online', header: 'Assistindo' },
    { key: 'owner', header: platforms.iptv.headers.owner, when: 'others' },
    { key: 'note', header: platforms.iptv.headers.note },
    { key: 'exp_date', header: 'Vencimento' },
    { key: 'created_at', header: platforms.iptv.headers.created_at },
  ],
  filters: lineFilters,
  texts: {
    copy: shortText,
    other: { label: 'Copiar Completo', text: completeText },
    message: messageText,
  },
  list: platformCall(
    listIptvLines,
    (query: LineQuery) => ({
      query: { ...pages(query), reseller_id: query.whose === 'all' ? 0 : query.whose },
    }),
    page,
  ),
  listAll: platformCall(listAllIptvLines, (query: LineQuery) => ({ query: pages(query) }), page),
  spreadsheet: lineSpreadsheet(exportIptvLines, (query) => ({
    body: { ...filters(query), reseller_id: query.whose },
  })),
  cleansTests: true,
  count: platformCall(
    countIptvLines,
    (whose) => ({ query: { reseller_id: whose } }),
    (answer) => answer,
  ),
  create: platformCall(
    createIptvLine,
    (input) => ({
      body: {
        isOficial: input.official,
        credits: input.credits,
        test_hours: input.testHours,
        ...plan(input),
        username: input.username,
        whatsapp: input.whatsapp,
        nota: input.note,
      },
    }),
    iptvReceipt,
  ),
  packages: platformCall(
    getIptvPackages,
    () => ({ body: { package: true } }),
    (answer) =>
      answer.map((option) => ({
        id: option.id,
        label: `${option.name}, ${screens(option.max_connections ?? 1)}`,
        forTests: option.allows_tests ?? true,
      })),
  ),
  quickTestPackage: 1,
  bouquets: platformCall(
    getIptvPackages,
    () => ({ body: { package: false } }),
    (answer) => answer,
  ),
  receipt: platformCall(getIptvLinks, (id) => ({ params: { id }, body: {} }), iptvReceipt),
  actions: {
    toggle: platformCall(
      switchIptvLine,
      ({ line: { id }, on }) => ({ params: { id }, body: { on } }),
      change,
    ),
    extend: platformCall(
      extendIptvLine,
      ({ line: { id }, credits }) => ({ params: { id }, body: { credits } }),
      change,
    ),
    remove: platformCall(
      deleteIptvLine,
      ({ line: { id } }) => ({ params: { id }, body: {} }),
      (answer) => answer,
    ),
    rollBack: platformCall(
      editIptvLine,
      ({ line: { id }, day }) => ({
        params: { id },
        body: { flagVencimento: 1 as const, exp_day: day },
      }),
      change,
    ),
    trust: platformCall(
      trustIptvLine,
      ({ line: { id } }) => ({ params: { id }, body: {} }),
      change,
    ),
    endOfDay: platformCall(
      endOfDayIptvLine,
      ({ line: { id } }) => ({ params: { id }, body: {} }),
      change,
    ),
    recreate: platformCall(
      recreateIptvLine,
      ({ line: { id } }) => ({ params: { id }, body: {} }),
      iptvReceipt,
    ),
  },
  edits: {
    edit: {
      title: 'Editar Usuário',
      done: 'Usuário editado',
      fields: ['username', 'whatsapp', 'plan', 'note'],
      keepsPackage: true,
      call: platformCall(
        editIptvLine,
        ({ line: { id }, edit }) => ({
          params: { id },
          body: {
            ...plan(edit),
            username: edit.username,
            // Blank is sent as 0 (V-17).
            whatsapp: edit.whatsapp === '' ? 0 : edit.whatsapp,
            nota: edit.note,
            flagVencimento: 0 as const,
          },
        }),
        change,
      ),
    },
  },
};
