/** A list as data: what it shows of which answer, what can be done with a row, and its texts. */
import type { ListName } from '@ramal/contract/list-views';
import type { ReactNode } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import type { FilterSegments, FilterSelect } from '../table/toolbar/FilterChips.tsx';
import type { Column, RowAction, RowKey } from '../table/columns.ts';
import type { EmptyList, ListFailure } from '../table/list-states.tsx';
import type { ListSelection } from '../table/selection.ts';
import type { ListState } from './list-params.ts';

/** As lists are answered (`Page` of the contract). */
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
  readonly refetch: () => unknown;
}

export interface ListFilters {
  readonly search?: {
    readonly placeholder: string;
    readonly label?: string;
    readonly inputMode?: 'numeric';
    /** A second search beside the screen's own: `/` is the first one's. */
    readonly second?: boolean;
    /** How long the search waits after the last letter. */
    readonly waitMs?: number;
  };
  /** See `params.filter`. */
  readonly segments?: FilterSegments;
  readonly selects?: readonly FilterSelect[];
  /** At the end of the toolbar. */
  readonly extra?: ReactNode;
}

export interface NothingFoundText {
  readonly title: string;
  readonly text?: ReactNode;
  /** Undoes the search or the filter. */
  readonly clear?: { readonly label: string; readonly onClick: () => void };
  /** Where one button is not enough. */
  readonly actions?: ReactNode;
}

export interface List<Row> {
  /** Under which its columns, page size and views are kept; absent: it has none. */
  readonly name?: ListName;
  /** Its name for readers. */
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
  /** Between toolbar and table: work that is under way. */
  readonly banner?: ReactNode;
  readonly empty: EmptyList;
  /** Given when a search or a filter is the cause of an empty list. */
  readonly nothingFound?: NothingFoundText | undefined;
  /** What is said of a failure; the server's own text unless given. */
  readonly failure?: (error: ApiError) => ListFailure;
  /** What the button of a failure does; asks again unless given. */
  readonly onRetry?: () => void;
  readonly selection?: ListSelection | undefined;
  /** Among cards, order and selecting begin in a sheet of the screen, and no bar of them stands above. */
  readonly selecting?: { readonly on: boolean; readonly onChange: (on: boolean) => void };
  readonly pageSizes?: readonly number[] | undefined;
  /** The row that has just changed. */
  readonly flash?: { readonly key: RowKey } | undefined;
  /** The order that a list has by nature, where nobody chooses it. */
  readonly fixedSort?: { readonly key: string; readonly direction: 'asc' | 'desc' };
  /** Asks again by itself: the bar stays away meanwhile. */
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
