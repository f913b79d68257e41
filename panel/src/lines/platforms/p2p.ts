/** Descriptions of the two P2P services (E-10 to E-13, K-76). The same function builds both. */
import {
  newP2pUpkeepCalls,
  type P2pUpkeep,
  p2pUpkeepCalls,
} from '@ramal/contract/lines/line-recreation';
import { lineFields } from '@ramal/contract/lines/line-fields';
import { lineStatuses } from '@ramal/contract/lines/lines';
import {
  newP2pLines,
  type P2pCalls,
  p2pLines,
  toP2pSort,
  p2pStatusCodes,
} from '@ramal/contract/lines/p2p-lines';
import { withWireNames } from '@ramal/contract/api/translated';
import { type Platform, platforms } from '@ramal/contract/rules/platforms';
import { DEFAULT_TEST_HOURS } from '@ramal/contract/rules/terms';
import { describePlatform, toChange } from './describe-platform.ts';
import type { Line } from '../line.ts';
import { type LineInput, type LinePlatform, platformCall } from './platform.ts';
import { completeText, simpleText } from '../receipt/receipt-text.ts';

/** Edits of note and package. Each has its own dialog and its own call. */
const otherEdits = (calls: P2pCalls): LinePlatform['edits'] => ({
  note: {
    title: 'Editar Nota',
    done: 'Nota editada',
    act: 'editNote',
    call: platformCall(
      calls.editNote,
      ({ line: { id }, edit }: { line: Line; edit: LineInput }) => ({
        params: { id },
        body: withWireNames(calls.editNote.body, edit),
      }),
      toChange,
    ),
  },
  package: {
    title: 'Editar Pacote',
    done: 'Pacote editado',
    act: 'editProduct',
    call: platformCall(
      calls.editProduct,
      // In this call the wire name of the field has an underscore, in the creation call it has none
      // (Q-PRODFIELD).
      ({ line: { id }, edit }: { line: Line; edit: LineInput }) => ({
        params: { id },
        body: withWireNames(calls.editProduct.body, { productId: edit.packageId }),
      }),
      toChange,
    ),
  },
});

const p2pService = (
  definition: Platform,
  calls: P2pCalls,
  upkeep: P2pUpkeep,
  words: Pick<LinePlatform['words'], 'listTitle' | 'phoneTitle' | 'createTitle' | 'lines'>,
): LinePlatform =>
  describePlatform({
    definition,
    fields: lineFields.p2p,
    calls,
    ...upkeep,
    filtersOf: ({ sort, status }) => ({
      sort: toP2pSort(sort),
      status: status === undefined || status === 'online' ? undefined : p2pStatusCodes[status],
    }),
    // The call expects 1 for on and 0 for off (Q-NP2PTOGGLE).
    switchOf: (on) => (on ? 1 : 0),
    // For an admin the tree contains all resellers, so `tree` selects the lines of all resellers
    // (Q-RESPARAM).
    everybody: { listed: 'tree', counted: 'tree' },
    words: {
      ...words,
      createButton: 'Cria Usuário P2P',
      name: 'Usuário',
      nameHint: 'Vazio cria um',
    },
    columns: [
      { key: 'username', header: 'Usuário' },
      { key: 'password', header: 'Senha' },
      { key: 'status', header: 'Status' },
      { key: 'created_at', header: definition.headers.createdAt },
      { key: 'exp_date', header: 'Vencimento' },
      { key: 'owner', header: definition.headers.owner },
      { key: 'note', header: definition.headers.note },
    ],
    filters: lineStatuses,
    texts: {
      copy: completeText,
      other: { label: 'Copiar Simples', text: simpleText },
    },
    packages: platformCall(
      calls.products,
      () => ({}),
      (answer) => answer.map(({ id, name }) => ({ id, label: name, forTests: true })),
    ),
    // If a receipt has no duration, six hours apply (K-07, Q-NP2P6H).
    testHours: DEFAULT_TEST_HOURS,
    otherEdits: otherEdits(calls),
  });

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
