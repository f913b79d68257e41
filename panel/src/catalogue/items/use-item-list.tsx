/** What the lists of channels, films, episodes and series have in common. */
import type { CategoryKind } from '@ramal/contract/catalogue/catalogue';
import type { Page } from '@ramal/contract/api/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../../foundation/api/api.ts';
import type { ListFilters } from '../../ui/list/list.ts';
import { useCategories } from '../calls.ts';
import type { CatalogueParams } from '../catalogue-params.ts';
import { CategorySelect } from './CategorySelect.tsx';
import type { Item } from './item.ts';

export interface ItemListOptions<Row extends Item> {
  readonly params: CatalogueParams;
  readonly query: UseQueryResult<Page<Row>, ApiError>;
  readonly noun: readonly [one: string, many: string];
  /** Without it no category can be chosen. */
  readonly categories?: CategoryKind | undefined;
  readonly selects?: ListFilters['selects'];
}

export function useItemList<Row extends Item>(options: ItemListOptions<Row>) {
  const { params, query, noun, selects = [] } = options;
  const categories = useCategories(options.categories);
  const chosen = categories.find(({ id }) => id === params.values.category);
  return {
    params,
    query,
    noun,
    page: query.data,
    rowKey: ({ id }: Row) => id,
    rowName: ({ name }: Row) => name,
    filters: {
      search: { placeholder: 'Nome', label: `Buscar ${noun[1]}` },
      selects,
      extra: options.categories && (
        <CategorySelect
          categories={categories}
          chosen={chosen}
          onChange={(category) => params.change({ category })}
        />
      ),
    },
    nothingFound: nothingFound(params, noun, chosen?.name),
  };
}

function nothingFound(
  { values, change }: CatalogueParams,
  noun: readonly [one: string, many: string],
  category: string | undefined,
) {
  const { search, state } = values;
  const filters = [search, values.category, state, values.list];
  if (filters.every((filter) => filter === undefined)) return undefined;
  return {
    title: search ? `Nada para “${search}”` : 'Nenhum resultado com este filtro',
    text: category
      ? `Procuramos só em «${category}».`
      : `Procuramos no nome dos ${noun[1]}${state ? ' com esta situação' : ''}.`,
    clear: {
      label: 'Limpar filtros',
      onClick: () =>
        change({ search: undefined, category: undefined, state: undefined, list: undefined }),
    },
  };
}
