import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsPhone, useIsWide } from '../../foundation/viewport.ts';
import { defaultListSettings } from '../../foundation/stored-lists.ts';
import { visibleColumns } from './column-settings.ts';
import { CardRows } from './CardRows.tsx';
import type { Column, RowAction, RowKey, Sort } from './columns.ts';
import './data-table.css';
import { EmptyListState, ListError, NoResults, SkeletonRows, useDelayed } from './list-states.tsx';
import type { EmptyList, ListFailure, NothingFound } from './list-states.tsx';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { isEmpty, emptySelection } from './selection.ts';
import type { ListSelection } from './selection.ts';
import { TableRows } from './TableRows.tsx';
import { useRowSelection } from './use-row-selection.ts';
import { useKeyboardHelp } from '../views/use-keyboard-help.tsx';
import type { ListViewState } from '../views/use-list-view.ts';

export interface DataTableProps<Row> {
  /** The name of the list for readers. */
  label: string;
  /** For «1–10 de 208 usuários». */
  noun: readonly [one: string, many: string];
  columns: readonly Column<Row>[];
  actions?: readonly RowAction<Row>[];
  /** Undefined while the first answer is on its way. */
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
  /** 10, 30 and 50 unless told. */
  pageSizes?: readonly number[] | undefined;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  /** A request is running: the 2 px bar, and the skeleton while there are no rows. */
  busy?: boolean;
  failure?: ListFailure | null | undefined;
  onRetry: () => void;
  /** The row that has just changed; a new object flashes again. */
  flash?: { key: RowKey } | undefined;
  empty: EmptyList;
  /** Which of its columns stand, and in which order. */
  view?: ListViewState | undefined;
  /** Given where rows can be ticked. */
  selection?: ListSelection | undefined;
  /** Given when a search or a filter is the cause of an empty list. */
  nothingFound?: NothingFound | undefined;
}

const none: never[] = [];

/** Every list of the panel: a table from 800 px up, cards below, the same four faces for both. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, rowName, failure, onRetry, busy = false } = props;
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const flashing = useFlash(props.flash);
  const showsBar = useDelayed(busy, 150);
  const columns = visibleColumns(
    props.columns,
    props.view?.settings ?? defaultListSettings,
    isWide,
  );
  const actions = props.actions ?? none;
  const { selection } = props;
  const rowSelection = useRowSelection(selection, rows?.map(rowKey) ?? none);
  const [selecting, setSelecting] = useState(false);
  const cardSelection =
    selecting || (selection && !isEmpty(selection.value)) ? rowSelection : undefined;
  const changeSelecting = (on: boolean) => {
    setSelecting(on);
    if (!on) selection?.onChange(emptySelection);
  };
  const { total, totalExact = true, page, pageSize, onPage } = props;
  const changePageSize = (size: number) => {
    props.view?.storePageSize(size);
    props.onPageSize?.(size);
  };
  const turn = (by: -1 | 1) => {
    const to = page + by;
    return to < 1 || to > Math.ceil(total / pageSize) ? undefined : () => onPage(to);
  };
  const keysSheet = useKeyboardHelp();
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(frame) && !isPhone;
  const shared = {
    label,
    columns,
    actions,
    rowKey,
    rowName,
    flashing,
    sort: props.sort,
    onSort: props.onSort,
  };
  return (
    <section className="data-table" aria-busy={busy}>
      {failure && rows && <StaleLine failure={failure} onRetry={onRetry} />}
      <div
        ref={frame}
        className="data-table-frame"
        data-form={isPhone && rows?.length ? 'cards' : 'table'}
        data-scrolls={scrolls || undefined}
      >
        {showsBar && <div className="data-table-bar" />}
        {!rows && failure && <ListError failure={failure} onRetry={onRetry} />}
        {!rows && !failure && (
          <div className="data-table-waiting" role="status">
            <span className="visually-hidden">Carregando</span>
            {showsBar && (
              <SkeletonRows
                columns={isPhone ? columns.slice(0, 3) : columns}
                rows={Math.min(props.pageSize, 8)}
              />
            )}
          </div>
        )}
        {rows?.length === 0 &&
          (props.nothingFound ? (
            <NoResults {...props.nothingFound} />
          ) : (
            <EmptyListState {...props.empty} />
          ))}
        {rows && rows.length > 0 && isPhone && (
          <CardRows
            {...shared}
            rows={rows}
            selection={cardSelection}
            onSelecting={selection && changeSelecting}
            rowSignal={props.rowSignal}
            sheetNote={props.sheetNote}
          />
        )}
        {rows && rows.length > 0 && !isPhone && (
          <TableRows {...shared} rows={rows} selection={rowSelection} pageTurn={turn} />
        )}
      </div>
      {rows && rows.length > 0 && (
        <Pager
          noun={props.noun}
          total={total}
          totalExact={totalExact}
          page={page}
          pageSize={pageSize}
          onPage={onPage}
          onPageSize={props.onPageSize && changePageSize}
          pageSizes={props.pageSizes}
        />
      )}
      {keysSheet}
      {selection && rows && (
        <SelectionBar
          selection={selection}
          offersAll={rowSelection?.page === 'all' && (total > rows.length || !totalExact)}
          total={total}
          totalExact={totalExact}
        />
      )}
    </section>
  );
}

/** A refresh failed: the old rows stay, and one line says so. */
function StaleLine({ failure, onRetry }: { failure: ListFailure; onRetry: () => void }) {
  return (
    <div className="data-table-stale" role="status">
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden />
      <p>
        A lista pode estar desatualizada. {failure.text}
        {failure.requestId && (
          <>
            {' '}
            Pedido <span className="mono">{failure.requestId}</span>
          </>
        )}
      </p>
      <Button size="xs" variant="subtle" onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}

/** Whether a table is wider than its place: chosen columns may ask for more than there is. */
function useOverflow(frame: { readonly current: HTMLElement | null }): boolean {
  const [overflows, setOverflows] = useState(false);
  const measure = () => {
    const { current } = frame;
    const table = current?.querySelector('table');
    setOverflows(Boolean(current && table && table.offsetWidth > current.clientWidth + 1));
  };
  // Also what comes with another page, or an act, may widen it.
  useLayoutEffect(measure);
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return overflows;
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
