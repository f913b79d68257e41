/**
 * The frame of everything in the catalogue that has a name and is not counted in thousands: its answer
 * comes whole, so search and pages are made here, and stand in the address all the same.
 */
import { foldText } from '@ramal/contract/text';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../foundation/api.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { ListToolbar, type ListToolbarProps } from '../ui/ListToolbar.tsx';
import type { Column, RowAction } from '../ui/table/columns.ts';
import type { EmptyList } from '../ui/table/faces.tsx';
import { sortRows } from '../ui/table/sort-rows.ts';
import { useListView } from '../ui/views/use-list-view.ts';
import { type CatalogueAddress, keptByViews } from './address.ts';

export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface NamedListProps<Row extends Named> {
  address: CatalogueAddress;
  /** Everything there is, and what it is narrowed to besides the search. */
  list: UseQueryResult<readonly Row[], ApiError>;
  among?: (row: Row) => boolean;
  label: string;
  noun: readonly [one: string, many: string];
  columns: readonly Column<Row>[];
  actions: readonly RowAction<Row>[];
  flash?: { key: number } | undefined;
  segments?: ListToolbarProps['segments'];
  rowSignal?: (row: Row) => 'bad' | 'warn' | undefined;
  empty: EmptyList;
  children?: ReactNode;
}

export function NamedList<Row extends Named>(props: NamedListProps<Row>) {
  const { address, list, among = everything, noun, segments } = props;
  const { search = '' } = address.asked;
  const here = list.data?.filter(among);
  const found = here?.filter(({ name }) => foldText(name).includes(foldText(search)));
  const { sort: key, dir: direction = 'asc' } = address.asked;
  const sort = key === undefined ? undefined : { key, direction };
  const inOrder = found && sortRows(found, props.columns, sort);
  const view = useListView(address.list, props.columns, keptByViews);
  const from = (address.page - 1) * address.perPage;
  return (
    <>
      <ListToolbar
        search={{
          value: search,
          placeholder: 'Nome',
          label: `Buscar ${noun[1]}`,
          onChange: (next) => address.change({ search: next || undefined }),
        }}
        {...(segments ? { segments } : {})}
        view={view}
      />
      {props.children}
      <DataTable<Row>
        label={props.label}
        noun={noun}
        columns={props.columns}
        view={view}
        sort={sort}
        onSort={(next) => address.change({ sort: next.key, dir: next.direction })}
        actions={props.actions}
        rows={inOrder?.slice(from, from + address.perPage)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        {...(props.rowSignal ? { rowSignal: props.rowSignal } : {})}
        total={found?.length ?? 0}
        page={address.page}
        pageSize={address.perPage}
        onPage={(page) => address.change({ page })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        busy={list.isFetching}
        failure={
          list.error && { text: list.error.message, requestId: list.error.requestId, note: '' }
        }
        onRetry={() => void list.refetch()}
        flash={props.flash}
        empty={props.empty}
        nothingFound={
          search
            ? {
                title: `Nada para “${search}”`,
                text: `Procuramos no nome de ${here?.length ?? 0} ${noun[1]}.`,
                actions: (
                  <Button variant="default" onClick={() => address.change({ search: undefined })}>
                    Limpar busca
                  </Button>
                ),
              }
            : undefined
        }
      />
    </>
  );
}

const everything = () => true;
