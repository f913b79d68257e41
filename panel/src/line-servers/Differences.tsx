/**
 * Lists the differences of a comparison. The admin can resolve a single one, several selected ones,
 * or all of one kind.
 */
import { Button } from '@mantine/core';
import {
  type DifferenceKind,
  type LineDifference,
  type LineServer,
  type SettleAct,
  differenceKinds,
  listLineDifferences,
} from '@ramal/contract/operations/line-servers';
import { IconArrowsDiff, IconDownload, IconListCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import type { PageHeaderProps } from '../ui/layout/PageHeader.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { type Selection, emptySelection } from '../ui/table/selection.ts';
import type { RowAction } from '../ui/table/columns.ts';
import { differenceColumns } from './difference-columns.tsx';
import { differenceParams } from './line-server-params.ts';
import { actsByDifference, canImportLines, differenceLabels } from './line-server-words.ts';
import { actIcons, actLabels } from './settle-acts.ts';
import { SettlingProgress } from './SettlingProgress.tsx';
import { type ChosenDifferences, useSettle } from './use-settle.ts';

export interface ServerPartProps {
  readonly server: LineServer;
  readonly header: Pick<PageHeaderProps, 'title' | 'backTo' | 'breadcrumb'>;
  readonly above: ReactNode;
}

export function Differences({ server, header, above }: ServerPartProps) {
  const importActions = useImportAction(server);
  const params = useListParams(differenceParams, 'line-differences');
  const { kind, ignored } = params.values;
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const filters = { ...(kind ? { kind } : {}), ...(ignored ? { ignored: true } : {}) };
  const query = useCall(
    listLineDifferences,
    { params: { id: server.id }, query: { ...params.query, ...filters } },
    { keepPrevious: true },
  );
  const settling = useSettle(server, () => setSelection(emptySelection));
  const chosen: ChosenDifferences =
    selection.kind === 'rows'
      ? { ids: [...selection.keys].map(Number) }
      : { query: { ...filters, search: params.search }, total: query.data?.total ?? 0 };
  return (
    <ListScreen<LineDifference>
      {...header}
      above={
        <>
          {above}
          <SettlingProgress settling={settling} />
        </>
      }
      list={{
        name: 'line-differences',
        label: 'Diferenças',
        noun: ['diferença', 'diferenças'],
        params,
        query,
        page: query.data,
        columns: differenceColumns,
        actions: [
          ...importActions,
          ...rowActions((act, row) => settling.ask(act, { ids: [row.id] }, row)),
        ],
        rowKey: ({ id }) => id,
        rowName: ({ kind: differenceKind, username }) =>
          `${differenceLabels[differenceKind]} de ${username}`,
        selection: {
          value: selection,
          onChange: setSelection,
          bar: (
            <BulkButtons
              acts={actsFor(kind, ignored !== undefined)}
              busy={settling.busy}
              onAct={(act) => settling.ask(act, chosen)}
            />
          ),
        },
        filters: {
          search: { placeholder: 'Usuário' },
          selects: [
            params.filter('kind', { label: 'Diferença', options: kindOptions(query.data?.counts) }),
            params.filter('ignored', { label: 'Mostrar', options: ignoredOptions }),
          ],
        },
        empty: emptyOf(server),
        nothingFound:
          params.search || kind || ignored
            ? nothingFound(() =>
                params.change({ search: undefined, kind: undefined, ignored: undefined }),
              )
            : undefined,
      }}
    />
  );
}

const actsFor = (kind: DifferenceKind | undefined, ignored: boolean): readonly SettleAct[] => {
  if (ignored) return ['list'];
  return kind ? actsByDifference[kind] : ['ours', 'theirs', 'remove', 'ignore'];
};

const ignoredOptions = [
  { value: undefined, label: 'A resolver' },
  { value: '1' as const, label: 'Deixadas como estão' },
];

const nothingFound = (onClick: () => void) => ({
  title: 'Nada com estes filtros',
  clear: { label: 'Ver todas', onClick },
});

const kindOptions = (counts: readonly { kind: DifferenceKind; count: number }[] = []) => [
  { value: undefined, label: 'Todas' },
  ...differenceKinds.map((kind) => ({
    value: kind,
    label: differenceLabels[kind],
    count: counts.find((counted) => counted.kind === kind)?.count ?? 0,
  })),
];

/**
 * Returns the action that opens the import of lines. It applies to lines that exist only on the
 * server.
 */
function useImportAction(server: LineServer): readonly RowAction<LineDifference>[] {
  const navigate = useNavigate();
  if (!canImportLines(server)) return [];
  return [
    {
      key: 'import',
      label: 'Trazer linhas deste servidor',
      icon: IconDownload,
      slot: 'row',
      iconOnly: true,
      group: 'settle',
      available: ({ kind, ignored }) => kind === 'missing-here' && !ignored,
      run: () => void navigate({ to: '/panel-imports', search: { server: server.id } }),
    },
  ];
}

/** The actions of a row. An action that does not apply to the kind of a difference is hidden. */
const rowActions = (
  ask: (act: SettleAct, row: LineDifference) => void,
): RowAction<LineDifference>[] =>
  (['ours', 'theirs', 'remove', 'ignore', 'list'] as const).map((act) => ({
    key: act,
    label: actLabels[act],
    icon: actIcons[act],
    ...(act === 'ignore' || act === 'list'
      ? { group: 'leave' }
      : { slot: 'row' as const, iconOnly: true, group: 'settle' }),
    ...(act === 'remove' ? { tone: 'danger' as const } : {}),
    available: ({ kind, ignored }) =>
      ignored ? act === 'list' : act !== 'list' && actsByDifference[kind].includes(act),
    run: (row) => ask(act, row),
  }));

interface BulkButtonsProps {
  readonly acts: readonly SettleAct[];
  readonly busy: boolean;
  readonly onAct: (act: SettleAct) => void;
}

const BulkButtons = ({ acts, busy, onAct }: BulkButtonsProps) =>
  acts.map((act) => {
    const ActIcon = actIcons[act];
    return (
      <Button
        key={act}
        size="sm"
        variant="default"
        disabled={busy}
        leftSection={<ActIcon size={16} stroke={1.75} aria-hidden />}
        onClick={() => onAct(act)}
      >
        {actLabels[act]}
      </Button>
    );
  });

const emptyOf = ({ comparedAtTimestamp: compared }: LineServer) =>
  compared === null
    ? {
        icon: IconArrowsDiff,
        title: 'Ainda não comparado',
        text: '«Comparar agora» lê todas as linhas do servidor e lista o que difere.',
      }
    : {
        icon: IconListCheck,
        title: 'Os dois lados estão iguais',
        text: 'A última comparação não achou nada a resolver.',
      };
