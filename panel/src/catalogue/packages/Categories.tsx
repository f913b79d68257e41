/** Categories: their names, their order in the apps, and the bouquets that contain them. */
import { type CategoryKind, categoryKinds } from '@ramal/contract/catalogue/catalogue';
import {
  type CatalogueCategory,
  listCategories,
  editCategory,
} from '@ramal/contract/catalogue/catalogue-packages';
import { IconArrowDown, IconArrowUp, IconCategory, IconEdit } from '@tabler/icons-react';
import { useCall, useAction } from '../../foundation/api/query.ts';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import { useBouquets } from '../calls.ts';
import { CatalogueScreen } from '../CatalogueScreen.tsx';
import { type CatalogueParams, useCatalogueParams } from '../catalogue-params.ts';
import { ImportListLink } from '../ImportListLink.tsx';
import { RowName } from '../RowName.tsx';
import { counted, kindGroups } from '../counts.ts';
import { EditCategory } from './EditCategory.tsx';
import { namedList } from '../named-list.ts';
import { useFlash } from '../../ui/list/use-flash.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';

export function Categories() {
  const params = useCatalogueParams('categories');
  const query = useCall(listCategories, {});
  const bouquets = useBouquets();
  const [flash, flashRow] = useFlash();
  const { search, sort } = params.values;
  const kind = shownKind(params);
  const rows = query.data?.filter((row) => row.kind === kind);
  const reorder = useReorder(rows ?? [], flashRow);
  const edited = query.data?.find(({ id }) => id === params.dialog?.id);
  const positions = new Map(rows?.map(({ id }, index) => [id, index + 1]));
  const bouquetNames = new Map((bouquets.data ?? []).map(({ id, name }) => [id, name]));
  const list = namedList({
    params,
    query,
    rows,
    noun: ['categoria', 'categorias'],
    columns: categoryColumns(positions, bouquetNames),
  });
  return (
    <CatalogueScreen<CatalogueCategory>
      section="categorias"
      note="Na ordem em que os aplicativos as mostram."
      list={{
        ...list,
        name: 'categories',
        label: 'Categorias',
        filters: { ...list.filters, segments: kindSegments(params, query.data) },
        actions: categoryActions(reorder, search !== undefined || sort !== undefined, (row) =>
          params.openDialog('edit', row.id),
        ),
        flash,
        empty: {
          icon: IconCategory,
          title: `Nenhuma categoria de ${kindGroups[kind].toLowerCase()}`,
          text: 'As categorias vêm dos grupos das listas M3U.',
          actions: <ImportListLink />,
        },
      }}
      dialogs={{
        edit: ({ onClose }) =>
          edited &&
          !bouquets.isPending && (
            <EditCategory
              category={edited}
              position={positions.get(edited.id)}
              onClose={onClose}
              onSaved={flashRow}
            />
          ),
      }}
    />
  );
}

/**
 * Returns the kind to show. Categories have no kind «episode», but the address may contain it after
 * an import.
 */
const shownKind = ({ values: { kind } }: CatalogueParams): CategoryKind =>
  kind === 'film' || kind === 'series' ? kind : 'live';

const kindSegments = (params: CatalogueParams, all: readonly CatalogueCategory[] | undefined) =>
  params.filter('kind', {
    label: 'Tipo',
    fallback: 'live',
    options: categoryKinds.map((kind) => ({
      value: kind,
      label: kindGroups[kind],
      ...(all ? { count: all.filter((row) => row.kind === kind).length } : {}),
    })),
  });

const categoryColumns = (
  positions: ReadonlyMap<number, number>,
  names: ReadonlyMap<number, string>,
): Column<CatalogueCategory>[] => [
  {
    key: 'place',
    header: 'Ordem',
    value: ({ id }) => positions.get(id) ?? null,
    align: 'end',
    width: 60,
    muted: true,
    card: 'corner',
    cell: ({ id }) => positions.get(id),
  },
  {
    key: 'name',
    header: 'Nome',
    value: ({ name }) => name,
    width: 260,
    card: 'identity',
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    key: 'items',
    header: 'Conteúdo',
    firstDirection: 'desc',
    value: ({ items }) => items,
    width: 130,
    card: 'note',
    cell: ({ kind, items }) => counted(kind, items),
  },
  {
    key: 'bouquets',
    header: 'Bouquets',
    value: ({ bouquetIds }) => bouquetIds.map((id) => names.get(id) ?? '').join(', '),
    fill: true,
    muted: true,
    cell: ({ bouquetIds }) =>
      bouquetIds.length > 0 ? (
        bouquetIds
          .map((id) => names.get(id) ?? '')
          .filter(Boolean)
          .join(', ')
      ) : (
        <span data-tooltip="Nenhum pacote a mostra">
          <StatusBadge tone="warn">em nenhum</StatusBadge>
        </span>
      ),
  },
];

/**
 * Returns the actions of a category. Moving is disabled in a searched or sorted list, because its
 * neighbouring rows are not neighbours in the real order.
 */
const categoryActions = (
  reorder: Reorder,
  arranged: boolean,
  edit: (row: CatalogueCategory) => void,
): RowAction<CatalogueCategory>[] => [
  {
    key: 'up',
    label: 'Subir',
    icon: IconArrowUp,
    slot: 'row',
    iconOnly: true,
    available: (row) => !arranged && reorder.canMove(row, -1),
    run: (row) => reorder.move(row, -1),
  },
  {
    key: 'down',
    label: 'Descer',
    icon: IconArrowDown,
    slot: 'row',
    iconOnly: true,
    available: (row) => !arranged && reorder.canMove(row, 1),
    run: (row) => reorder.move(row, 1),
  },
  { key: 'edit', label: 'Editar', icon: IconEdit, slot: 'row', shortcut: 'e', run: edit },
];

type Reorder = ReturnType<typeof useReorder>;

/**
 * Returns the action that moves a category one position up or down. Positions start at 0 for each
 * kind. The server shifts the positions of the other categories.
 */
function useReorder(ordered: readonly CatalogueCategory[], onMoved: (id: number) => void) {
  const alert = useAlertDialog();
  const action = useAction(editCategory, {
    refresh: [listCategories],
    onSuccess: ({ id }) => onMoved(id),
    onError: ({ title, message, requestId }) => void alert({ title, text: message, requestId }),
  });
  const positionOf = ({ id }: CatalogueCategory) =>
    ordered.findIndex((category) => category.id === id);
  const canMove = (row: CatalogueCategory, step: 1 | -1): boolean =>
    ordered[positionOf(row) + step] !== undefined;
  return {
    canMove,
    move: (row: CatalogueCategory, step: 1 | -1): void => {
      if (action.isPending || !canMove(row, step)) return;
      action.mutate({ params: { id: row.id }, body: { position: positionOf(row) + step } });
    },
  };
}
