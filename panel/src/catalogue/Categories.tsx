/** Categories: their names and their order in the apps, and which bouquets sell them. */
import { Tooltip } from '@mantine/core';
import { type CategoryKind, categoryKinds } from '@ramal/contract/catalogue';
import { type CatalogueCategory, listCategories } from '@ramal/contract/catalogue-packages';
import {
  IconArrowDown,
  IconArrowUp,
  IconCategory,
  IconEdit,
  IconFileImport,
} from '@tabler/icons-react';
import { useCall } from '../foundation/query.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { StatusBadge } from '../ui/status.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { useBouquets } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { counted, kindGroups } from './counts.ts';
import { EditCategory } from './EditCategory.tsx';
import { NamedList } from './NamedList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { useFlash } from './use-flash.ts';
import { useMoving } from './use-moving.ts';

export function Categories({ address }: SectionProps) {
  const list = useCall(listCategories, {});
  const bouquets = useBouquets();
  const [flash, flashRow] = useFlash();
  const { janela, item, tipo, search, sort } = address.asked;
  const kind: CategoryKind = tipo === 'film' || tipo === 'series' ? tipo : 'live';
  const ofKind = (list.data ?? []).filter((row) => row.kind === kind);
  const moving = useMoving(ofKind, flashRow);
  const edited = list.data?.find(({ id }) => id === item);
  const names = new Map(bouquets.map(({ id, name }) => [id, name]));
  const places = new Map(ofKind.map(({ id }, index) => [id, index + 1]));
  return (
    <SectionFrame section="categorias" note="Na ordem em que os aplicativos as mostram.">
      <NamedList
        address={address}
        list={list}
        among={(row) => row.kind === kind}
        label="Categorias"
        noun={['categoria', 'categorias']}
        columns={categoryColumns(places, names)}
        actions={actions(moving, search !== undefined || sort !== undefined, (row) =>
          address.open('editar', row.id),
        )}
        flash={flash}
        segments={{
          label: 'Tipo',
          value: kind,
          options: categoryKinds.map((one) => ({
            value: one,
            label: kindGroups[one],
            ...(list.data ? { count: list.data.filter((row) => row.kind === one).length } : {}),
          })),
          onChange: (next) => address.change({ tipo: next as CategoryKind }),
        }}
        empty={{
          icon: IconCategory,
          title: `Nenhuma categoria de ${kindGroups[kind].toLowerCase()}`,
          text: 'As categorias vêm dos grupos das listas M3U.',
          actions: (
            <LinkButton
              to="/catalogue/{-$section}"
              params={{ section: 'listas' }}
              leftSection={<IconFileImport size={16} stroke={1.75} />}
            >
              Importar uma lista
            </LinkButton>
          ),
        }}
      />
      {janela === 'editar' && edited && (
        <EditCategory
          key={edited.id}
          category={edited}
          place={places.get(edited.id)}
          onClose={address.close}
          onSaved={flashRow}
        />
      )}
    </SectionFrame>
  );
}

const categoryColumns = (
  places: ReadonlyMap<number, number>,
  names: ReadonlyMap<number, string>,
): Column<CatalogueCategory>[] => [
  {
    key: 'place',
    header: 'Ordem',
    sortable: true,
    value: ({ id }) => places.get(id) ?? null,
    align: 'end',
    width: 60,
    muted: true,
    card: 'corner',
    cell: ({ id }) => places.get(id),
  },
  {
    key: 'name',
    header: 'Nome',
    sortable: true,
    value: ({ name }) => name,
    width: 260,
    card: 'identity',
    cell: ({ name }) => <b className="catalogue-name">{name}</b>,
  },
  {
    key: 'items',
    header: 'Tem',
    sortable: true,
    firstDirection: 'desc',
    value: ({ items }) => items,
    width: 130,
    card: 'note',
    cell: ({ kind, items }) => counted(kind, items),
  },
  {
    key: 'bouquets',
    header: 'Bouquets',
    sortable: true,
    value: ({ bouquet_ids }) => bouquet_ids.map((id) => names.get(id) ?? '').join(', '),
    fill: true,
    muted: true,
    card: 'detail',
    cell: ({ bouquet_ids }) =>
      bouquet_ids.length > 0 ? (
        bouquet_ids
          .map((id) => names.get(id) ?? '')
          .filter(Boolean)
          .join(', ')
      ) : (
        <Tooltip label="Nenhum pacote a mostra">
          <span>
            <StatusBadge tone="warn">em nenhum</StatusBadge>
          </span>
        </Tooltip>
      ),
  },
];

type Moving = ReturnType<typeof useMoving>;

/** While a search narrows the list its neighbours are not the order's, so nothing is moved. */
const actions = (
  moving: Moving,
  searching: boolean,
  edit: (row: CatalogueCategory) => void,
): RowAction<CatalogueCategory>[] => [
  {
    key: 'up',
    label: 'Subir',
    icon: IconArrowUp,
    place: 'row',
    iconOnly: true,
    available: (row) => !searching && moving.mayMove(row, -1),
    run: (row) => moving.move(row, -1),
  },
  {
    key: 'down',
    label: 'Descer',
    icon: IconArrowDown,
    place: 'row',
    iconOnly: true,
    available: (row) => !searching && moving.mayMove(row, 1),
    run: (row) => moving.move(row, 1),
  },
  { key: 'edit', label: 'Editar', icon: IconEdit, place: 'row', shortcut: 'e', run: edit },
];
