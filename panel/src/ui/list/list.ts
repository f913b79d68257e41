/** A list as data: what it shows of which answer, what can be done with a row, and its texts. */
import type { ListName } from '@ramal/contract/list-views';
import type { ReactNode } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import type { FilterSegments, FilterSelect } from '../table/toolbar/FilterChips.tsx';
import type { Column, RowAction, RowKey } from '../table/columns.ts';
import type { EmptyList, ListFailure } from '../table/list-states.tsx';
import type { ListSelection } from '../table/selection.ts';
import type { MostLinks } from '../table/Pager.tsx';
import type { ListViewState } from '../views/use-list-view.ts';
import type { ListState } from './list-params.ts';

/** A page as every list call answers it (`Page` of the contract). */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly total_exact?: boolean;
}

/** What the kit needs of the query behind a list. */
export interface ListQuery {
  readonly isFetching: boolean;
  readonly isRefetching: boolean;
  readonly error: ApiError | null;
  /** When its data was true, in milliseconds of the epoch. */
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

export interface ListFilters {
  readonly search?: {
    readonly placeholder: string;
    readonly label?: string;
    readonly inputMode?: 'numeric';
    /** This is a second search beside the screen's own, so `/` does not focus it. */
    readonly second?: boolean;
    /** How long the search waits after the last letter. */
    readonly waitMs?: number;
  };
  /** See `params.filter`. */
  readonly segments?: FilterSegments;
  readonly selects?: readonly FilterSelect[];
  /** At the end of the toolbar. */
  readonly extra?: ReactNode;
  /** Among cards: the one button beside the search, whose sheet holds the views and columns too. */
  readonly sheet?:
    | ((view: ListViewState | undefined, buttons: ReactNode | undefined) => ReactNode)
    | undefined;
}

export interface NothingFoundText {
  readonly title: string;
  readonly text?: ReactNode;
  /** The button that clears the search or the filter. */
  readonly clear?: { readonly label: string; readonly onClick: () => void };
  /** Replaces the button where one is not enough. */
  readonly actions?: ReactNode;
}

/** Of a list that is too long for page numbers. */
export interface ListPlaces {
  readonly onGoTo: () => void;
  /** Stands instead of the numbers while the list begins at a place. */
  readonly pager?: ReactNode;
  readonly turn?: (by: -1 | 1) => (() => void) | undefined;
}

export interface List<Row> {
  /** Under which its columns, page size and views are kept; absent: it has none. */
  readonly name?: ListName;
  /** The name that screen readers say. */
  readonly label: string;
  /** For «1–10 de 208 usuários». */
  readonly noun: readonly [one: string, many: string];
  readonly params: ListState;
  readonly query: ListQuery;
  /** Undefined while the first answer is on its way. */
  readonly page: ListPage<Row> | undefined;
  readonly columns: readonly Column<Row>[];
  readonly actions?: readonly RowAction<Row>[];
  readonly rowKey: (row: Row) => RowKey;
  readonly rowName: (row: Row) => string;
  readonly rowSignal?: (row: Row) => 'bad' | 'warn' | undefined;
  readonly sheetNote?: (row: Row) => string | undefined;
  readonly filters?: ListFilters;
  /** Stands between toolbar and table, for work that is under way. */
  readonly banner?: ReactNode;
  readonly empty: EmptyList;
  /** Given when a search or a filter is the cause of an empty list. */
  readonly nothingFound?: NothingFoundText | undefined;
  /** The text of a failure; without it the server's own is shown. */
  readonly failure?: (error: ApiError) => ListFailure;
  /** What the button of a failure does; without it the query runs again. */
  readonly onRetry?: () => void;
  readonly selection?: ListSelection | undefined;
  /** Where rows are cards, sorting and selecting begin in the screen's bottom sheet, so the list draws no bar for them. */
  readonly selecting?: { readonly on: boolean; readonly onChange: (on: boolean) => void };
  readonly pageSizes?: readonly number[] | undefined;
  readonly mostPageLinks?: MostLinks;
  readonly places?: ListPlaces | undefined;
  /** The row that has just changed. */
  readonly flash?: { readonly key: RowKey } | undefined;
  /** The fixed order of a list whose order nobody can choose. */
  readonly fixedSort?: { readonly key: string; readonly direction: 'asc' | 'desc' };
  /** The list reads again by itself, so the progress bar is not shown meanwhile. */
  readonly polls?: boolean;
}

export const isSortRefused = (error: ApiError | null): boolean => error?.code === 'sort_too_many';

export const failureOf = ({ message, requestId, code }: ApiError): ListFailure => ({
  ...(code === 'sort_too_many'
    ? { title: 'São itens demais para esta ordem', retry: 'Voltar à ordem inicial' }
    : {}),
  text: message,
  requestId,
  note: '',
});
