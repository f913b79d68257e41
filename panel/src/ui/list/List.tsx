import { Button } from '@mantine/core';
import { pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { SheetGroup, SheetRow } from '../bottom-sheet/SheetRow.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { ListToolbar } from '../table/toolbar/ListToolbar.tsx';
import type { NothingFound } from '../table/list-states.tsx';
import { type ListViewState, useListView } from '../views/use-list-view.ts';
import { FilterSheet } from './FilterSheet.tsx';
import type { ListState } from './list-params.ts';
import {
  toListFailure,
  isSortRefused,
  type List as ListData,
  type NothingFoundText,
} from './list.ts';

/** List inside a dialog, a tab or a card, with its toolbar and its table. */
export function List<Row>({ list }: { list: ListData<Row> }) {
  return list.name === undefined ? (
    <ListBody list={list} view={undefined} />
  ) : (
    <ArrangedList list={list} name={list.name} />
  );
}

function ArrangedList<Row>({
  list,
  name,
}: {
  list: ListData<Row>;
  name: NonNullable<ListData<Row>['name']>;
}) {
  const view = useListView(name, list.columns, list.params.views);
  return <ListBody list={list} view={view} />;
}

interface ListBodyProps<Row> {
  list: ListData<Row>;
  view: ListViewState | undefined;
  /** True if this is the main list of the screen. */
  ofScreen?: boolean;
  /** Parts of the page header that the phone shows in the toolbar and the sheet of the list. */
  phone?: PhoneHeader | undefined;
}

export interface PhoneHeader {
  readonly create: ReactNode;
  readonly buttons: ReactNode | undefined;
  /** Runs when the user presses «Atualizar». Undefined if the screen has no such button. */
  readonly onRefresh: (() => void) | undefined;
}

export function ListBody<Row>({ list, view, ofScreen = false, phone }: ListBodyProps<Row>) {
  return (
    <>
      {(list.filters || phone) && <Toolbar {...{ list, view, ofScreen, phone }} />}
      {list.banner}
      <Table {...{ list, view, phone }} />
    </>
  );
}

function Toolbar<Row>({ list, view, ofScreen = false, phone }: ListBodyProps<Row>) {
  const { params } = list;
  const { search, segments, selects, extra } = list.filters ?? {};
  const sheet = useSheet({ list, view, phone });
  return (
    <ListToolbar
      label={list.label}
      ofScreen={ofScreen}
      view={view}
      sheet={sheet}
      create={phone?.create}
      {...(search
        ? { search: { ...search, value: params.search, onChange: params.setSearch } }
        : {})}
      {...(segments ? { segments } : {})}
      {...(selects ? { selects } : {})}
    >
      {extra}
    </ListToolbar>
  );
}

function Table<Row>({ list, view, phone }: ListBodyProps<Row>) {
  const { params, query, page, failure = toListFailure } = list;
  // Ignores the total during a request, because the shown page can still belong to other filters.
  const isPastEnd = useWithinPages(params, query.isFetching ? 0 : page?.total);
  const nothingFound = list.nothingFound ?? nothingForSearch(list);
  const sort = list.fixedSort ?? params.sort;
  const isUsual = useHasUsualSheet({ list, view, phone });
  const hasSheet = (isUsual && isOrderedInSheet(list)) || list.filters?.sheet;
  const selecting = list.selecting ?? (hasSheet ? orderedInSheet : undefined);
  return (
    <DataTable<Row>
      label={list.label}
      noun={list.noun}
      columns={list.columns}
      view={view}
      {...(list.actions ? { actions: list.actions } : {})}
      rows={isPastEnd ? undefined : page?.data}
      rowKey={list.rowKey}
      rowName={list.rowName}
      {...(list.rowSignal ? { rowSignal: list.rowSignal } : {})}
      {...(list.sheetNote ? { sheetNote: list.sheetNote } : {})}
      total={page?.total ?? 0}
      totalExact={page?.totalExact}
      page={params.page}
      pageSize={params.pageSize}
      onPage={params.setPage}
      {...(list.name === undefined ? {} : { onPageSize: params.setPageSize })}
      pageSizes={list.pageSizes}
      mostPageLinks={list.mostPageLinks}
      cursorNavigation={list.cursorNavigation}
      sort={sort}
      onSort={list.fixedSort ? doNothing : params.setSort}
      busy={query.isFetching && !list.polls}
      failure={query.error && failure(query.error)}
      updatedAt={query.dataUpdatedAt}
      onRetry={
        list.onRetry ?? (isSortRefused(query.error) ? params.resetSort : () => void query.refetch())
      }
      flash={list.flash}
      beside={list.beside}
      totals={list.totals}
      {...(list.isOnePage ? { isOnePage: true } : {})}
      selection={list.selection}
      {...(selecting ? { selecting } : {})}
      empty={list.empty}
      nothingFound={nothingFound && nothingFoundProps(nothingFound)}
    />
  );
}

/**
 * Opens the last page if the current page no longer exists, for example after its last row was
 * deleted. Returns true until the last page is open.
 */
function useWithinPages({ page, pageSize, leadToPage }: ListState, total = 0): boolean {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const isPastEnd = total > 0 && page > last;
  useEffect(() => {
    if (isPastEnd) leadToPage(last);
  }, [isPastEnd, last, leadToPage]);
  return isPastEnd;
}

/**
 * Returns true if a list of cards has one button for order, views and columns. On the phone this
 * button also opens the header's buttons.
 */
function useHasUsualSheet<Row>({ list, view, phone }: ListBodyProps<Row>): boolean {
  const isCards = useShowsCards();
  if (!isCards || view === undefined || list.filters?.sheet) return false;
  return phone !== undefined || (list.filters?.search !== undefined && isOrderedInSheet(list));
}

/**
 * Returns true if the filter sheet contains the sort order. If rows can be selected, the sort order
 * is above the rows instead.
 */
const isOrderedInSheet = <Row,>({ selection, fixedSort }: ListData<Row>): boolean =>
  !selection && !fixedSort;

function useSheet<Row>({ list, view, phone }: ListBodyProps<Row>) {
  const isUsual = useHasUsualSheet({ list, view, phone });
  if (!isUsual) return list.filters?.sheet?.(view, phone?.buttons);
  const { columns, params, page, noun } = list;
  return (
    <FilterSheet
      title="Ordem e visões"
      inUse={0}
      shows={page && pluralize(page.total, ...noun)}
      columns={isOrderedInSheet(list) ? columns : none}
      list={params}
      view={view}
      buttons={phone?.buttons}
      rest={(choose) =>
        phone?.onRefresh && (
          <SheetGroup>
            <SheetRow icon={IconRefresh} label="Atualizar" onClick={choose(phone.onRefresh)} />
          </SheetGroup>
        )
      }
    />
  );
}

const none: never[] = [];

const doNothing = () => undefined;

/**
 * Hides the bar for the sort order above the cards, because the filter sheet contains the sort
 * order.
 */
const orderedInSheet = { on: false, onChange: doNothing };

function nothingForSearch<Row>({ params, filters }: ListData<Row>): NothingFoundText | undefined {
  if (!filters?.search || !params.search) return undefined;
  return {
    title: `Nada para “${params.search}”`,
    clear: { label: 'Limpar busca', onClick: () => params.setSearch('') },
  };
}

const nothingFoundProps = ({ title, text, clear, actions }: NothingFoundText): NothingFound => ({
  title,
  text,
  actions: clear ? (
    <Button variant="default" onClick={clear.onClick}>
      {clear.label}
    </Button>
  ) : (
    actions
  ),
});
