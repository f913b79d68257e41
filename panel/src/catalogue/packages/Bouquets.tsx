/** Bouquets: groups of categories that are sold together. */
import {
  type CatalogueBouquet,
  deleteBouquet,
  listBouquets,
} from '@ramal/contract/catalogue/catalogue-packages';
import { IconPackages, IconStack2 } from '@tabler/icons-react';
import { formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import type { Column } from '../../ui/table/columns.ts';
import { changedBySale, useCategories } from '../calls.ts';
import { useCatalogueParams } from '../catalogue-params.ts';
import { describeContents } from '../counts.ts';
import { EditBouquet } from './EditBouquet.tsx';
import { NamedSection } from '../NamedSection.tsx';
import { RowName } from '../RowName.tsx';
import type { Deletion } from '../use-delete.ts';

export function Bouquets() {
  const params = useCatalogueParams('bouquets');
  const query = useCall(listBouquets, {});
  const names = new Map(useCategories().map(({ id, name }) => [id, name]));
  return (
    <NamedSection<CatalogueBouquet>
      section="bouquets"
      note="Um bouquet reúne categorias. O que for importado nelas amanhã é vendido junto."
      create="Criar bouquet"
      params={params}
      query={query}
      name="bouquets"
      label="Bouquets"
      noun={['bouquet', 'bouquets']}
      columns={bouquetColumns(names)}
      deletion={{ call: deleteBouquet, refresh: changedBySale, confirmation: deletion }}
      empty={{
        icon: IconStack2,
        title: 'Nenhum bouquet ainda',
        text: 'Junte categorias num bouquet; os pacotes que as revendas vendem são feitos deles.',
      }}
      form={(bouquet, dialog) => <EditBouquet bouquet={bouquet} {...dialog} />}
    />
  );
}

const bouquetColumns = (names: ReadonlyMap<number, string>): Column<CatalogueBouquet>[] => [
  {
    key: 'name',
    header: 'Nome',
    value: ({ name }) => name,
    width: 180,
    card: 'identity',
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    key: 'contents',
    header: 'Reúne',
    firstDirection: 'desc',
    value: ({ channels, films, series }) => channels + films + series,
    width: 220,
    card: 'note',
    cell: ({ channels, films, series }) =>
      describeContents({ live: channels, film: films, series }),
  },
  {
    key: 'categories',
    header: 'Categorias',
    firstDirection: 'desc',
    value: ({ categoryIds }) => categoryIds.length,
    fill: true,
    muted: true,
    cell: (row) => categoryNames(row, names),
    cardCell: (row) => formatCount(row.categoryIds.length),
    title: (row) => categoryNames(row, names),
  },
  {
    key: 'packages',
    header: 'Pacotes',
    firstDirection: 'desc',
    value: ({ packages }) => packages,
    align: 'end',
    cell: ({ packages }) => formatCount(packages),
  },
];

const categoryNames = (
  { categoryIds }: CatalogueBouquet,
  names: ReadonlyMap<number, string>,
): string =>
  categoryIds
    .map((id) => names.get(id) ?? '')
    .filter(Boolean)
    .join(', ') || 'nenhuma';

const deletion = ({ name, packages, channels, films, series }: CatalogueBouquet): Deletion => ({
  title: 'Deletar este bouquet?',
  object: { name, note: describeContents({ live: channels, film: films, series }) },
  facts: [
    {
      icon: IconPackages,
      tone: packages > 0 ? 'warn' : undefined,
      text: packages > 0 ? 'Há pacotes com ele: tire-o de lá antes.' : 'Nenhum pacote o tem.',
    },
    {
      icon: IconStack2,
      tone: 'ok',
      text: 'Os canais, filmes e séries continuam no catálogo.',
    },
  ],
  success: 'Bouquet deletado',
});
