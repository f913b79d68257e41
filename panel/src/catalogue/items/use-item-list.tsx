/** Shared logic of the lists of channels, films, episodes and series. */
import type { CategoryKind } from '@ramal/contract/catalogue/catalogue';
import type { Page } from '@ramal/contract/api/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import { useCategories } from '../calls.ts';
import type { CatalogueParams } from '../catalogue-params.ts';
import { CategorySelect } from './CategorySelect.tsx';

/** Any row with a name and an id, in a list that has the filters of the catalogue. */
interface NamedItem {
  readonly id: number;
  readonly name: string;
}

interface ItemListOptions<Row extends NamedItem> {
  readonly params: CatalogueParams;
  readonly query: UseQueryResult<Page<Row>, ApiError>;
  readonly noun: readonly [one: string, many: string];
  readonly columns: readonly Column<Row>[];
  /** If absent, the list has no category filter. */
  readonly categories?: CategoryKind | undefined;
  /**
   * Filter chips above the list. Lists of cards have the same filter in their filter sheet, so they
   * show no chips.
   */
  readonly segments?: ListFilters['segments'];
  readonly selects?: ListFilters['selects'];
}

export function useItemList<Row extends NamedItem>(options: ItemListOptions<Row>) {
  const { params, query, noun, columns, segments, selects = [] } = options;
  const categories = useCategories(options.categories);
  const chosen = categories.find(({ id }) => id === params.values.category);
  const isCards = useShowsCards();
  const category = options.categories && (
    <CategorySelect
      categories={categories}
      chosen={chosen}
      onChange={(next) => params.change({ category: next })}
    />
  );
  return {
    params,
    query,
    noun,
    columns,
    page: query.data,
    rowKey: ({ id }: Row) => id,
    rowName: ({ name }: Row) => name,
    filters: {
      search: { placeholder: 'Nome', label: `Buscar ${noun[1]}` },
      ...(isCards
        ? {
            sheet: (view: ListViewState | undefined, buttons: ReactNode | undefined) => (
              <FilterSheet
                inUse={filtersInUse(params)}
                onClear={() => params.change(noFilters)}
                shows={query.data && pluralize(query.data.total, ...noun)}
                columns={columns}
                list={params}
                {...{ view, selects, buttons }}
              >
                {category}
              </FilterSheet>
            ),
          }
        : { ...(segments ? { segments } : {}), selects, extra: category }),
    },
    nothingFound: nothingFound(params, noun, chosen?.name),
  };
}

const noFilters = {
  category: undefined,
  state: undefined,
  health: undefined,
  list: undefined,
};

const filtersInUse = ({ values }: CatalogueParams): number =>
  [values.category, values.state, values.health, values.list].filter((value) => value !== undefined)
    .length;

function nothingFound(
  { values, change }: CatalogueParams,
  noun: readonly [one: string, many: string],
  category: string | undefined,
) {
  const { search, health, state = health } = values;
  const filters = [search, values.category, state, values.list];
  if (filters.every((filter) => filter === undefined)) return undefined;
  return {
    title: search ? `Nada para “${search}”` : 'Nenhum resultado com este filtro',
    text: category
      ? `Procuramos só em «${category}».`
      : `Procuramos no nome dos ${noun[1]}${state ? ' com esta situação' : ''}.`,
    clear: {
      label: 'Limpar filtros',
      onClick: () => change({ ...noFilters, search: undefined }),
    },
  };
}
