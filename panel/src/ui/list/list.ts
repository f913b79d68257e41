/** Description of a list as data: its rows, its columns, the actions on a row, and its texts. */
import type { ListName } from '@ramal/contract/list-views';
import type { ReactNode } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import type { FilterSegments, FilterSelect } from '../table/toolbar/FilterChips.tsx';
import type { BesideRow, Column, ColumnTotals, RowAction, RowKey } from '../table/columns.ts';
import type { EmptyList, ListFailure } from '../table/list-states.tsx';
import type { ListSelection } from '../table/selection.ts';
import type { MostLinks } from '../table/Pager.tsx';
import type { ListViewState } from '../views/use-list-view.ts';
import type { ListState } from './list-params.ts';

/** Page of rows in the format of all list calls (`Page` of the contract). */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly totalExact?: boolean;
}

/** Parts of a query's state that a list needs. */
export interface ListQuery {
  readonly isFetching: boolean;
  readonly isRefetching: boolean;
  readonly error: ApiError | null;
  /** Time when its data was received, in milliseconds since the epoch. */
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

export interface ListFilters {
  readonly search?: {
    readonly placeholder: string;
    readonly label?: string;
    readonly inputMode?: 'numeric';
    /** True for a second search field on a screen. The key `/` does not focus it. */
    readonly second?: boolean;
    /** Time in ms between the last typed letter and the search. */
    readonly waitMs?: number;
  };
  /** Filter with a few options; see `params.filter`. */
  readonly segments?: FilterSegments;
  readonly selects?: readonly FilterSelect[];
  /** Content at the end of the toolbar. */
  readonly extra?: ReactNode;
  /**
   * Returns the only button next to the search, for lists of cards. Its sheet also contains the
   * views and columns.
   */
  readonly sheet?:
    | ((view: ListViewState | undefined, buttons: ReactNode | undefined) => ReactNode)
    | undefined;
}

export interface NothingFoundText {
  readonly title: string;
  readonly text?: ReactNode;
  /** Button that clears the search or the filter. */
  readonly clear?: { readonly label: string; readonly onClick: () => void };
  /** Content that replaces the button, if the text needs several buttons. */
  readonly actions?: ReactNode;
}

/** Cursors of a list that is too long for page numbers. */
export interface ListCursorNavigation {
  readonly onGoTo: () => void;
  /** Content that replaces the page numbers if the list starts at a cursor. */
  readonly pager?: ReactNode;
  readonly turn?: (by: -1 | 1) => (() => void) | undefined;
}

export interface List<Row> {
  /**
   * Name under which columns, page size and views are stored. A list without a name stores nothing.
   */
  readonly name?: ListName;
  /** Name for screen readers. */
  readonly label: string;
  /** Nouns for the number of rows: «1–10 de 208 usuários». */
  readonly noun: readonly [one: string, many: string];
  readonly params: ListState;
  readonly query: ListQuery;
  /** Undefined while the first answer is loading. */
  readonly page: ListPage<Row> | undefined;
  readonly columns: readonly Column<Row>[];
  readonly actions?: readonly RowAction<Row>[];
  readonly rowKey: (row: Row) => RowKey;
  readonly rowName: (row: Row) => string;
  readonly rowSignal?: (row: Row) => 'bad' | 'warn' | undefined;
  readonly sheetNote?: (row: Row) => string | undefined;
  readonly filters?: ListFilters;
  /** Content between toolbar and table, for example the progress of a task. */
  readonly banner?: ReactNode;
  readonly empty: EmptyList;
  /** Text for an empty list whose cause is a search or a filter. Undefined otherwise. */
  readonly nothingFound?: NothingFoundText | undefined;
  /** Returns the text of a failure. Default: the server's message. */
  readonly failure?: (error: ApiError) => ListFailure;
  /**
   * Runs when the user presses the retry button. Default: the query runs again, or the sort is
   * reset if the server rejected the sort.
   */
  readonly onRetry?: () => void;
  readonly selection?: ListSelection | undefined;
  /**
   * Selection mode of cards, if the bottom sheet of the screen starts it. The list then has no bar
   * for sorting and selecting.
   */
  readonly selecting?: { readonly on: boolean; readonly onChange: (on: boolean) => void };
  readonly pageSizes?: readonly number[] | undefined;
  readonly mostPageLinks?: MostLinks;
  readonly cursorNavigation?: ListCursorNavigation | undefined;
  /** Row that was changed last. The list highlights it. */
  readonly flash?: { readonly key: RowKey } | undefined;
  /** Row whose page is open next to the table. */
  readonly beside?: BesideRow<Row> | undefined;
  /** True if one page always contains all rows. The list then has no pager. */
  readonly isOnePage?: boolean;
  /** Totals of all rows below a table, by the key of the column. */
  readonly totals?: ColumnTotals | undefined;
  /** Order of the rows in a list that the user cannot sort. */
  readonly fixedSort?: { readonly key: string; readonly direction: 'asc' | 'desc' };
  /** True if the list refreshes automatically. The progress bar is then not shown. */
  readonly polls?: boolean;
}

export const isSortRefused = (error: ApiError | null): boolean => error?.code === 'sort_too_many';

export const toListFailure = ({ message, requestId, code }: ApiError): ListFailure => ({
  ...(code === 'sort_too_many'
    ? { title: 'São itens demais para esta ordem', retry: 'Voltar à ordem inicial' }
    : {}),
  text: message,
  requestId,
  note: '',
});
