/** Bouquets: which categories are sold together. */
import { Button } from '@mantine/core';
import { type CatalogueBouquet, deleteBouquet, listBouquets } from '@ramal/contract/catalogue';
import { IconEdit, IconPackages, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { formatCount } from '../foundation/numbers.ts';
import { useCall } from '../foundation/query.ts';
import type { Column, RowAction } from '../ui/table/columns.ts';
import { changedBySale, useCategories } from './calls.ts';
import type { SectionProps } from './Catalogue.tsx';
import { contentsOf } from './counts.ts';
import { EditBouquet } from './EditBouquet.tsx';
import { NamedList } from './NamedList.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { useFlash } from './use-flash.ts';
import { useRemoving } from './use-removing.ts';

export function Bouquets({ address }: SectionProps) {
  const list = useCall(listBouquets, {});
  const categories = useCategories();
  const remove = useRemoving(deleteBouquet, changedBySale);
  const [flash, flashRow] = useFlash();
  const { janela, item } = address.asked;
  const edited = list.data?.find(({ id }) => id === item);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => address.open('criar')}
    >
      Criar bouquet
    </Button>
  );
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return (
    <SectionFrame
      section="bouquets"
      actions={create}
      note="Um bouquet reúne categorias. O que for importado nelas amanhã é vendido junto."
    >
      <NamedList
        address={address}
        list={list}
        label="Bouquets"
        noun={['bouquet', 'bouquets']}
        columns={bouquetColumns(names)}
        actions={actions({
          edit: (row) => address.open('editar', row.id),
          remove: (row) => void remove(removal(row), row),
        })}
        flash={flash}
        empty={{
          icon: IconStack2,
          title: 'Nenhum bouquet ainda',
          text: 'Junte categorias num bouquet; os pacotes que as revendas vendem são feitos deles.',
          actions: create,
        }}
      />
      {(janela === 'criar' || (janela === 'editar' && edited)) && (
        <EditBouquet
          key={edited?.id}
          bouquet={janela === 'editar' ? edited : undefined}
          onClose={address.close}
          onSaved={flashRow}
        />
      )}
    </SectionFrame>
  );
}

const bouquetColumns = (names: ReadonlyMap<number, string>): Column<CatalogueBouquet>[] => [
  {
    key: 'name',
    header: 'Nome',
    width: 180,
    card: 'identity',
    cell: ({ name }) => <b className="catalogue-name">{name}</b>,
  },
  {
    key: 'contents',
    header: 'Reúne',
    width: 220,
    card: 'note',
    cell: ({ channels, films, series }) => contentsOf({ live: channels, film: films, series }),
  },
  {
    key: 'categories',
    header: 'Categorias',
    fill: true,
    muted: true,
    card: 'detail',
    cell: (row) => categoryNames(row, names),
    cardCell: (row) => formatCount(row.category_ids.length),
    title: (row) => categoryNames(row, names),
  },
  {
    key: 'packages',
    header: 'Pacotes',
    align: 'end',
    card: 'detail',
    cell: ({ packages }) => formatCount(packages),
  },
];

const categoryNames = (
  { category_ids }: CatalogueBouquet,
  names: ReadonlyMap<number, string>,
): string =>
  category_ids
    .map((id) => names.get(id) ?? '')
    .filter(Boolean)
    .join(', ') || 'nenhuma';

interface BouquetActs {
  edit: (row: CatalogueBouquet) => void;
  remove: (row: CatalogueBouquet) => void;
}

const actions = ({ edit, remove }: BouquetActs): RowAction<CatalogueBouquet>[] => [
  { key: 'edit', label: 'Editar', icon: IconEdit, place: 'row', shortcut: 'e', run: edit },
  {
    key: 'delete',
    label: 'Deletar',
    icon: IconTrash,
    group: 'deletar',
    tone: 'danger',
    run: remove,
  },
];

const removal = ({ name, packages, channels, films, series }: CatalogueBouquet) => ({
  title: 'Deletar este bouquet?',
  object: { name, note: contentsOf({ live: channels, film: films, series }) },
  facts: [
    {
      icon: IconPackages,
      tone: packages > 0 ? ('warn' as const) : ('plain' as const),
      text: packages > 0 ? 'Há pacotes com ele: tire-o de lá antes.' : 'Nenhum pacote o tem.',
    },
    {
      icon: IconStack2,
      tone: 'ok' as const,
      text: 'Os canais, filmes e séries continuam no catálogo.',
    },
  ],
  done: 'Bouquet deletado',
});
