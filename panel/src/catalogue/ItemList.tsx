/** One list for channels, films, episodes and series: what differs comes in as data. */
import { Button } from '@mantine/core';
import type { CategoryKind } from '@ramal/contract/catalogue';
import type { Page } from '@ramal/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../foundation/api.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { SelectField } from '../ui/form/choice-fields.tsx';
import { ListToolbar, type ListToolbarProps } from '../ui/ListToolbar.tsx';
import type { Column, RowAction, Sort } from '../ui/table/columns.ts';
import type { EmptyList } from '../ui/table/faces.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import { type CatalogueAddress, keptByViews } from './address.ts';
import { useCategories } from './calls.ts';
import type { Item } from './item.ts';

export interface ItemListProps<Row extends Item> {
  address: CatalogueAddress;
  list: UseQueryResult<Page<Row>, ApiError>;
  label: string;
  noun: readonly [one: string, many: string];
  /** Without it there is no choice of a category. */
  categories?: CategoryKind;
  selects?: ListToolbarProps['selects'];
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  sort: Sort;
  rowSignal?: (row: Row) => 'bad' | 'warn' | undefined;
  flash: { key: number } | undefined;
  empty: EmptyList;
  children?: ReactNode;
}

const ALL = 'all';

export function ItemList<Row extends Item>(props: ItemListProps<Row>) {
  const { address, list, noun, selects = [] } = props;
  const { search, categoria, situacao } = address.asked;
  const view = useListView(address.list, props.columns, keptByViews);
  const categories = useCategories(props.categories);
  const chosen = categories.find(({ id }) => id === categoria);
  const narrowed =
    search !== undefined ||
    categoria !== undefined ||
    situacao !== undefined ||
    address.asked.lista !== undefined;
  const widen = () =>
    address.change({
      search: undefined,
      categoria: undefined,
      situacao: undefined,
      lista: undefined,
    });
  return (
    <>
      <ListToolbar
        search={{
          value: search ?? '',
          placeholder: 'Nome',
          label: `Buscar ${noun[1]}`,
          onChange: (next) => address.change({ search: next || undefined }),
        }}
        selects={selects}
        view={view}
      >
        {props.categories && (
          <SelectField
            className="category-select"
            label="Categoria"
            labelHidden
            searchable
            data={[
              { value: ALL, label: 'Todas as categorias' },
              ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={chosen ? String(chosen.id) : ALL}
            onChange={(next) =>
              address.change({
                categoria: next === null || next === ALL ? undefined : Number(next),
              })
            }
          />
        )}
      </ListToolbar>
      {props.children}
      <DataTable<Row>
        label={props.label}
        noun={noun}
        columns={props.columns}
        view={view}
        actions={props.actions}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        {...(props.rowSignal ? { rowSignal: props.rowSignal } : {})}
        total={list.data?.total ?? 0}
        totalExact={list.data?.total_exact}
        page={address.page}
        pageSize={address.perPage}
        onPage={(page) => address.change({ page })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        sort={props.sort}
        onSort={({ key, direction }) => address.change({ sort: key, dir: direction })}
        busy={list.isFetching}
        failure={
          list.error && { text: list.error.message, requestId: list.error.requestId, note: '' }
        }
        onRetry={() => void list.refetch()}
        flash={props.flash}
        empty={props.empty}
        nothingFound={
          narrowed
            ? {
                title: search ? `Nada para “${search}”` : `Nenhum resultado com este filtro`,
                text: chosen
                  ? `Procuramos só em «${chosen.name}».`
                  : `Procuramos no nome dos ${noun[1]}${situacao ? ' com esta situação' : ''}.`,
                actions: (
                  <Button variant="default" onClick={widen}>
                    Limpar filtros
                  </Button>
                ),
              }
            : undefined
        }
      />
    </>
  );
}
