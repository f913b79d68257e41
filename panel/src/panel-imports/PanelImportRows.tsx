/** Lists the resellers and lines of the other panel. Each row shows its result and the reason. */
import {
  importedKinds,
  listPanelImportRows,
  type PanelImport,
  type PanelImportRow,
} from '@ramal/contract/operations/panel-imports';
import { IconListCheck } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { formatCredits } from '../foundation/numbers.ts';
import { List } from '../ui/list/List.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { kindLabels, rowState } from './panel-import-words.ts';
import { usePanelImportParams } from './panel-import-params.ts';

export function PanelImportRows({ panelImport }: { panelImport: PanelImport }) {
  const { list: params, kind, result, outcome } = usePanelImportParams();
  const query = useCall(
    listPanelImportRows,
    {
      params: { id: panelImport.id },
      query: {
        ...params.query,
        ...(kind ? { kind } : {}),
        ...(result ? { result } : {}),
        ...(outcome ? { outcome } : {}),
      },
    },
    { keepPrevious: true },
  );
  return (
    <List<PanelImportRow>
      list={{
        label: 'Revendas e linhas de lá',
        noun: ['registro', 'registros'],
        params: { ...params, views: undefined },
        query,
        page: query.data,
        columns,
        rowKey: (row) => `${row.kind} ${row.there}`,
        rowName: (row) => row.username || `número ${row.there}`,
        filters: {
          search: { placeholder: 'Usuário' },
          selects: [
            params.filter('kind', {
              label: 'Tipo',
              options: [
                { value: undefined, label: 'Todos' },
                ...importedKinds.map((value) => ({ value, label: kindLabels[value] })),
              ],
            }),
            params.filter('result', {
              label: 'O que acontece',
              options: [
                { value: undefined, label: 'Tudo' },
                { value: 'new', label: 'Virá ou veio' },
                { value: 'same', label: 'Já estava aqui' },
                { value: 'left', label: 'Fica de fora' },
              ],
            }),
            params.filter('outcome', {
              label: 'Resultado',
              options: [
                { value: undefined, label: 'Todos' },
                { value: 'brought', label: 'Veio' },
                { value: 'refused', label: 'Recusada' },
                { value: 'undone', label: 'Desfeita' },
                { value: 'stays', label: 'Ficou' },
              ],
            }),
          ],
        },
        empty: { icon: IconListCheck, title: 'Nada aqui' },
      }}
    />
  );
}

const columns: readonly Column<PanelImportRow>[] = [
  {
    key: 'there',
    header: 'Número',
    width: 80,
    muted: true,
    cell: ({ there: foreignId }) => <span className="num">{foreignId}</span>,
  },
  {
    key: 'kind',
    header: 'Tipo',
    width: 80,
    cell: ({ kind }) => kindLabels[kind],
  },
  {
    key: 'username',
    header: 'Usuário',
    width: 150,
    card: 'identity',
    cell: ({ username }) => <span className="mono">{username || '–'}</span>,
  },
  {
    key: 'state',
    header: 'Situação',
    card: 'status',
    width: 120,
    cell: (row) => {
      const state = rowState(row);
      return state ? <StatusBadge tone={state.tone}>{state.label}</StatusBadge> : '–';
    },
  },
  {
    key: 'above',
    header: 'Acima, lá',
    width: 130,
    cell: ({ above }) => above ?? '–',
  },
  {
    key: 'why',
    sort: 'reason',
    header: 'Motivo',
    fill: true,
    card: 'note',
    cell: ({ reason, message }) => message || reason,
    title: ({ reason, message }) => message || reason,
  },
  {
    key: 'credits',
    header: 'Créditos',
    width: 90,
    align: 'end',
    cell: ({ kind, credits }) => (
      <span className="num">{kind === 'reseller' ? formatCredits(credits) : '–'}</span>
    ),
  },
];
