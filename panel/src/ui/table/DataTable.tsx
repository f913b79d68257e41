import { Box } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { useListWidth, useShowsCards } from '../../foundation/viewport.ts';
import { defaultListSettings } from '../../foundation/stored-lists.ts';
import { visibleColumns } from './column-settings.ts';
import { CardRows } from './cards/CardRows.tsx';
import type { BesideRow, Column, ColumnTotals, RowAction, RowKey, Sort } from './columns.ts';
import { useDelayed } from '../../foundation/use-delayed.ts';
import { EmptyListState, ListError, NoResults } from './list-states.tsx';
import type { EmptyList, ListFailure, NothingFound } from './list-states.tsx';
import { type MostLinks, Pager } from './Pager.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { isEmpty, emptySelection } from './selection.ts';
import type { ListSelection } from './selection.ts';
import { SkeletonCards } from './cards/SkeletonCards.tsx';
import { SkeletonRows } from './rows/SkeletonRows.tsx';
import { StaleNotice } from './toolbar/StaleNotice.tsx';
import { TableFrame } from './rows/TableFrame.tsx';
import { TableRows } from './rows/TableRows.tsx';
import { type RowSelection, useRowSelection } from './use-row-selection.ts';
import type { ListCursorNavigation } from '../list/list.ts';
import { useKeyboardHelp } from '../views/use-keyboard-help.tsx';
import type { ListViewState } from '../views/use-list-view.ts';

export interface DataTableProps<Row> {
  /** Name of the list for screen readers. */
  label: string;
  /** Nouns for the number of rows: «1–10 de 208 usuários». */
  noun: readonly [one: string, many: string];
  columns: readonly Column<Row>[];
  actions?: readonly RowAction<Row>[];
  /** Undefined while the first answer is loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  rowSignal?: (row: Row) => 'bad' | 'warn' | undefined;
  sheetNote?: (row: Row) => string | undefined;
  total: number;
  totalExact?: boolean | undefined;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize?: (size: number) => void;
  /** Page sizes that the user can select. Default: 10, 30 and 50. */
  pageSizes?: readonly number[] | undefined;
  mostPageLinks?: MostLinks | undefined;
  cursorNavigation?: ListCursorNavigation | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** True while a request runs. A bar of 2 px is shown, or a skeleton if there are no rows yet. */
  busy?: boolean;
  failure?: ListFailure | null | undefined;
  /** Time when the rows were received, in milliseconds since the epoch. */
  updatedAt?: number | undefined;
  onRetry: () => void;
  /** Row that was changed last. A new object highlights the row again. */
  flash?: { key: RowKey } | undefined;
  beside?: BesideRow<Row> | undefined;
  /** True if one page always contains all rows. The list then has no pager. */
  isOnePage?: boolean;
  /** Totals of all rows, shown below a table. Cards do not show them. */
  totals?: ColumnTotals | undefined;
  empty: EmptyList;
  /** Visible columns and their order. */
  view?: ListViewState | undefined;
  /** Set if rows can be selected. */
  selection?: ListSelection | undefined;
  /** Selection mode of cards. Set if the screen controls the selection mode and the order. */
  selecting?: { readonly on: boolean; readonly onChange: (on: boolean) => void };
  /** Text for an empty list whose cause is a search or a filter. Undefined otherwise. */
  nothingFound?: NothingFound | undefined;
}

const none: never[] = [];

/**
 * List of the panel. It is a table from 1024 px, and cards below. Both show empty and failed lists
 * in the same way.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, rowKey, failure, updatedAt, onRetry, busy = false, selection } = props;
  const isCards = useShowsCards();
  const columns = visibleColumns(props.columns, props.view?.settings ?? defaultListSettings, {
    width: useListWidth(),
    isCards,
  });
  const rowSelection = useRowSelection(selection, rows?.map(rowKey) ?? none);
  const flashing = useFlash(props.flash);
  const selecting = useSelecting(props, isCards);
  const keyboardHelp = useKeyboardHelp();
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(frame, !isCards);
  const showsBar = useDelayed(busy, 150);
  const matching = selection?.total ?? { count: props.total, exact: props.totalExact ?? true };
  // The key changes when the rows arrive. React then creates a new section instead of moving the
  // rendered elements.
  return (
    <section key={rows ? 'rows' : 'waiting'} aria-busy={busy} data-list-table>
      {failure && rows && <StaleNotice failure={failure} updatedAt={updatedAt} onRetry={onRetry} />}
      <TableFrame
        ref={frame}
        form={isCards && (!failure || rows) && rows?.length !== 0 ? 'cards' : 'table'}
        scrolls={scrolls}
        busy={showsBar}
      >
        {!rows && failure && <ListError failure={failure} onRetry={onRetry} />}
        {!rows && !failure && <Waiting {...props} columns={columns} showsBar={showsBar} />}
        {rows?.length === 0 &&
          (props.nothingFound ? (
            <NoResults {...props.nothingFound} />
          ) : (
            <EmptyListState {...props.empty} />
          ))}
        {rows && rows.length > 0 && (
          <Rows
            {...props}
            rows={rows}
            columns={columns}
            rowSelection={rowSelection}
            flashing={flashing}
            selecting={selecting}
            isSelectingControlled={props.selecting !== undefined}
          />
        )}
      </TableFrame>
      {rows &&
        rows.length > 0 &&
        !props.isOnePage &&
        (props.cursorNavigation?.pager ?? <ListPager {...props} />)}
      {keyboardHelp}
      {selection && rows && (
        <SelectionBar
          selection={selection}
          offersAll={
            rowSelection?.page === 'all' && (matching.count > rows.length || !matching.exact)
          }
          total={matching.count}
          totalExact={matching.exact}
          {...(isCards && selecting.on && rowSelection && props.selecting
            ? { mode: { page: rowSelection, onEnd: () => selecting.change(false) } }
            : {})}
        />
      )}
    </section>
  );
}

/** Selection mode of cards. A step back ends it. */
interface Selecting {
  readonly on: boolean;
  /** Starts the mode, or ends it and clears the selection. */
  readonly change: (on: boolean) => void;
}

function useSelecting<Row>(
  { selection, selecting }: DataTableProps<Row>,
  isCards: boolean,
): Selecting {
  const [isOn, setOn] = useState(false);
  const on = (selecting?.on ?? isOn) || (selection !== undefined && !isEmpty(selection.value));
  const change = (next: boolean) => {
    (selecting?.onChange ?? setOn)(next);
    if (!next) selection?.onChange(emptySelection);
  };
  useClosedByBack(isCards && selection !== undefined && on, () => change(false));
  return { on, change };
}

interface WaitingProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'pageSize' | 'view'> {
  /** True if the wait is long enough for a skeleton of a table. */
  showsBar: boolean;
}

/** Placeholder until the first answer. */
function Waiting<Row>({ columns, pageSize, view, showsBar }: WaitingProps<Row>) {
  const count = Math.min(pageSize, 8);
  return (
    <Box mih={240} role="status">
      <span className="visually-hidden">Carregando</span>
      {useShowsCards() ? (
        <SkeletonCards cards={count} />
      ) : (
        showsBar && (
          <SkeletonRows columns={columns} rows={count} rowHeight={view?.settings.rowHeight} />
        )
      )}
    </Box>
  );
}

interface VisibleRowsProps<Row> extends Omit<DataTableProps<Row>, 'selecting'> {
  selecting: Selecting;
  /** True if the screen shows the order and starts the selection mode. */
  isSelectingControlled: boolean;
  rows: readonly Row[];
  rowSelection: RowSelection | undefined;
  flashing: RowKey | undefined;
}

function Rows<Row>(props: VisibleRowsProps<Row>) {
  const {
    label,
    columns,
    actions = none,
    rows,
    rowKey,
    rowName,
    selecting,
    rowSelection,
    flashing,
  } = props;
  const { sort, onSort, page, pageSize, total, onPage } = props;
  const isCards = useShowsCards();
  const pageTurn = (by: -1 | 1) => {
    if (props.cursorNavigation?.turn) return props.cursorNavigation.turn(by);
    const to = page + by;
    return to < 1 || to > Math.ceil(total / pageSize) ? undefined : () => onPage(to);
  };
  const shared = { label, columns, actions, rows, rowKey, rowName, flashing, sort, onSort };
  return isCards ? (
    <CardRows
      {...shared}
      selection={selecting.on ? rowSelection : undefined}
      onSelecting={rowSelection && selecting.change}
      onLongPress={
        rowSelection &&
        ((key) => {
          selecting.change(true);
          rowSelection.toggle(key, false);
        })
      }
      withToolbar={!props.isSelectingControlled}
      rowSignal={props.rowSignal}
      sheetNote={props.sheetNote}
    />
  ) : (
    <TableRows
      {...shared}
      selection={rowSelection}
      pageTurn={pageTurn}
      totals={props.totals}
      beside={props.beside}
      rowHeight={props.view?.settings.rowHeight}
    />
  );
}

function ListPager<Row>({
  view,
  totalExact = true,
  cursorNavigation,
  ...props
}: DataTableProps<Row>) {
  const { label, noun, total, page, pageSize, onPage, onPageSize, pageSizes } = props;
  const changePageSize = (size: number) => {
    view?.storePageSize(size);
    onPageSize?.(size);
  };
  return (
    <Pager
      label={`Páginas: ${label}`}
      {...{ noun, total, totalExact, page, pageSize, onPage, pageSizes }}
      onPageSize={onPageSize && changePageSize}
      mostLinks={props.mostPageLinks}
      onGoTo={cursorNavigation?.onGoTo}
    />
  );
}

/**
 * Returns true if the table is wider than its frame, because the selected columns need more space.
 */
function useOverflow(frame: { readonly current: HTMLElement | null }, isTable: boolean): boolean {
  const [overflows, setOverflows] = useState(false);
  const measure = () => {
    if (!isTable) return;
    const { current } = frame;
    const table = current?.querySelector('table');
    setOverflows(Boolean(current && table && table.offsetWidth > current.clientWidth + 1));
  };
  // Measures after every rendering, because another page or a changed row can make the table wider.
  useLayoutEffect(measure);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return isTable && overflows;
}

function useFlash(flash: { key: RowKey } | undefined): RowKey | undefined {
  const [flashing, setFlashing] = useState<RowKey>();
  useEffect(() => {
    if (!flash) return undefined;
    setFlashing(flash.key);
    const timer = setTimeout(() => setFlashing(undefined), 600);
    return () => clearTimeout(timer);
  }, [flash]);
  return flashing;
}
