/**
 * The two P2P services (E-10 to E-13, K-76): the same wire names on paths of their own, so they are
 * described once and made twice.
 */
import { newP2pUpkeepCalls, type P2pUpkeep, p2pUpkeepCalls } from '@ramal/contract/line-recreation';
import {
  newP2pLines,
  type P2pCalls,
  type P2pLine,
  type P2pReceipt,
  type P2pSort,
  p2pLines,
} from '@ramal/contract/p2p-lines';
import { type LineSort, type LineStatus, lineStatuses } from '@ramal/contract/lines';
import type { Page } from '@ramal/contract/paging';
import { type Platform, platforms } from '@ramal/contract/platforms';
import { DEFAULT_TEST_HOURS } from '@ramal/contract/terms';
import { deletionDates } from '../dialogs/deletion.ts';
import type { Line } from '../line.ts';
import {
  type LineChange,
  type LinePage,
  type LinePlatform,
  type LineQuery,
  lineSpreadsheet,
  platformCall,
  type Whose,
} from './platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { completeText, simpleText } from '../receipt/receipt-text.ts';

/** The documents' codes of a status (K-18). */
const codes = { Ativo: 1, Teste: 2, Desativado: 0 } as const satisfies Record<LineStatus, number>;
const statuses = ['Desativado', 'Ativo', 'Teste'] as const;

/** Nobody is seen watching here: such an order, out of another list's address, is none. */
const sorts: Partial<Record<LineSort, P2pSort>> = {
  exp_date: 'endTime',
  username: 'name',
  created_at: 'startTime',
  password: 'pass',
  status: 'status',
  reseller: 'reseller',
  nota: 'nota',
  package_name: 'product_name',
  whatsapp: 'whatsapp',
};

const at = (seconds: number): Date => new Date(seconds * 1000);

/** Nothing here is watched through the player, and there are no bouquets (Q-P2PPLAY). */
const line = (row: P2pLine): Line => ({
  id: row.id,
  username: row.name,
  password: row.pass,
  status: statuses[row.status],
  isTrial: row.is_trial,
  online: false,
  watching: '',
  note: row.nota,
  expiresAt: at(row.endTime_timestamp),
  expiring: row.expiring,
  createdAt: at(row.startTime_timestamp),
  lastWatchedAt: null,
  ownerId: row.id_res,
  ownerName: row.reseller.username,
  whatsapp: row.whatsapp,
  packageId: row.productid,
  packageName: row.product_name,
  bouquetIds: [],
  trusted: row.trusted,
  rollbackFrom: row.rollback_min,
  ...deletionDates(row),
});

interface Charged {
  charged?: number;
  balance?: number | null;
}

const chargeOf = ({ charged, balance }: Charged): Pick<LineChange, 'charge'> =>
  charged === undefined ? {} : { charge: { charged, balance: balance ?? null } };

const page = (answer: Page<P2pLine>): LinePage => ({
  rows: answer.data.map(line),
  total: answer.total,
  totalExact: answer.total_exact,
});

const change = (answer: P2pLine & Charged): LineChange => ({
  line: line(answer),
  ...chargeOf(answer),
});

export const p2pReceipt = (answer: P2pReceipt & Charged): Receipt => ({
  id: answer.id,
  username: answer.name,
  password: answer.pass,
  expiresText: answer.exp_date_formatted,
  isTrial: answer.is_trial,
  // Absent, it is the documents' six hours (K-07, Q-NP2P6H).
  ...(answer.is_trial ? { testHours: answer.test_hours ?? DEFAULT_TEST_HOURS } : {}),
  whatsapp: answer.whatsapp,
  packageName: answer.product_name,
  adultPassword: answer.adult_password,
  franchise: answer.links_franchise,
  ...chargeOf(answer),
});

/** Admins own no lines, and the tree is everybody for them (Q-RESPARAM). */
const owner = (whose: Whose): number | 'tree' => (whose === 'all' ? 'tree' : whose);

const filters = (query: LineQuery) => ({
  search: query.search,
  status: query.status === undefined || query.status === 'online' ? undefined : codes[query.status],
  expiring: query.expiring,
  sort: sorts[query.sort] ?? 'endTime',
  dir: query.direction,
  reseller_id: owner(query.whose),
  ...(query.deleted ? { deleted: true } : {}),
});

function p2pService(
  is: Platform,
  calls: P2pCalls,
  upkeep: P2pUpkeep,
  words: Pick<LinePlatform['words'], 'listTitle' | 'phoneTitle' | 'createTitle' | 'lines'>,
): LinePlatform {
  const onlyId = ({ line: { id } }: { line: Line }) => ({ params: { id }, body: {} });
  return {
    is,
    words: {
      ...words,
      createButton: 'Cria Usuário P2P',
      name: 'Usuário',
      nameHint: 'Vazio cria um',
    },
    formFields: {
      credits: 'credits',
      test_hours: 'testHours',
      productid: 'plan',
      product_id: 'plan',
      name: 'username',
      whatsapp: 'whatsapp',
      nota: 'note',
    },
    columns: [
      { key: 'username', header: 'Usuário' },
      { key: 'password', header: 'Senha' },
      { key: 'status', header: 'Status' },
      { key: 'created_at', header: is.headers.created_at },
      { key: 'exp_date', header: 'Vencimento' },
      { key: 'owner', header: is.headers.owner },
      { key: 'note', header: is.headers.note },
    ],
    filters: lineStatuses,
    texts: {
      copy: completeText,
      other: { label: 'Copiar Simples', text: simpleText },
      message: completeText,
    },
    list: platformCall(
      calls.list,
      (query: LineQuery) => ({
        query: { ...filters(query), page: query.page, per_page: query.perPage },
      }),
      page,
    ),
    spreadsheet: lineSpreadsheet(calls.exportSheet, (query) => ({ body: filters(query) })),
    count: platformCall(
      calls.count,
      (whose) => ({ query: { reseller_id: owner(whose) } }),
      (answer) => answer,
    ),
    create: platformCall(
      calls.create,
      (input) => ({
        body: {
          isOficial: input.official,
          credits: input.credits,
          test_hours: input.testHours,
          productid: input.packageId,
          name: input.username,
          whatsapp: input.whatsapp,
          nota: input.note,
        },
      }),
      p2pReceipt,
    ),
    packages: platformCall(
      calls.products,
      () => ({}),
      (answer) => answer.map(({ id, name }) => ({ id, label: name, forTests: true })),
    ),
    receipt: platformCall(calls.receipt, (id) => ({ params: { id }, body: {} }), p2pReceipt),
    actions: {
      // 0 from status 1 and for a running test, 1 in every other case (Q-NP2PTOGGLE).
      toggle: platformCall(
        calls.toggle,
        ({ line: { id }, on }) => ({
          params: { id },
          body: { on: on ? (1 as const) : (0 as const) },
        }),
        change,
      ),
      extend: platformCall(
        calls.extend,
        ({ line: { id }, credits }) => ({ params: { id }, body: { credits } }),
        change,
      ),
      remove: platformCall(calls.remove, onlyId, (answer) => answer),
      rollBack: platformCall(
        calls.edit,
        ({ line: { id }, day }) => ({
          params: { id },
          body: { flagVencimento: 1 as const, exp_day: day },
        }),
        change,
      ),
      trust: platformCall(calls.trust, onlyId, change),
      endOfDay: platformCall(calls.endOfDay, onlyId, change),
      recreate: platformCall(upkeep.recreate, onlyId, p2pReceipt),
      sync: platformCall(upkeep.sync, onlyId, ({ message }) => ({ message })),
    },
    edits: {
      edit: {
        title: 'Editar Usuário',
        done: 'Usuário editado',
        fields: ['username', 'whatsapp'],
        call: platformCall(
          calls.edit,
          ({ line: { id }, edit }) => ({
            params: { id },
            body: {
              name: edit.username,
              // Blank is sent as 0 (V-17).
              whatsapp: edit.whatsapp === '' ? 0 : edit.whatsapp,
              flagVencimento: 0 as const,
            },
          }),
          change,
        ),
      },
      note: {
        title: 'Editar Nota',
        done: 'Nota editada',
        fields: ['note'],
        call: platformCall(
          calls.editNote,
          ({ line: { id }, edit }) => ({ params: { id }, body: { nota: edit.note } }),
          change,
        ),
      },
      package: {
        title: 'Editar Pacote',
        done: 'Pacote editado',
        fields: ['plan'],
        call: platformCall(
          calls.editProduct,
          // The documents write it with an underscore here, without at a creation (Q-PRODFIELD).
          ({ line: { id }, edit }) => ({ params: { id }, body: { product_id: edit.packageId } }),
          change,
        ),
      },
    },
  };
}

export const p2pPlatform = p2pService(platforms.p2p, p2pLines, p2pUpkeepCalls, {
  listTitle: 'Listagem de Usuários P2P',
  phoneTitle: 'Usuários P2P',
  createTitle: 'Criar usuário P2P',
  lines: 'linhas P2P',
});

export const newP2pPlatform: LinePlatform = {
  ...p2pService(platforms['new-p2p'], newP2pLines, newP2pUpkeepCalls, {
    listTitle: 'Listagem de Usuários Novo P2P',
    phoneTitle: 'Usuários Novo P2P',
    createTitle: 'Criar usuário Novo P2P',
    lines: 'linhas Novo P2P',
  }),
  fromCode: true,
};
