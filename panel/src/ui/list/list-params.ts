/**
 * State of a list: search, filters, order, page and the dialog above the list. On a screen the
 * address contains this state. A filtered list can therefore be bookmarked. After an expired
 * session, the next sign-in restores the dialog (Q-PAGING).
 *
 * If the address names a dialog, it also contains the state of the list in this dialog. In other
 * dialogs the state is lost when the dialog closes.
 */
import type { ListName } from '@ramal/contract/list-views';
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import { useState } from 'react';
import { z } from 'zod';
import { usePageSize } from '../../foundation/stored-lists.ts';
import type { Sort } from '../table/columns.ts';
import {
  type Aliases,
  defineSearchParams,
  idParam,
  pageParam,
  type ParamChange,
  type ParamValues,
  type SearchParams,
  searchParam,
  useDialogSearchParams,
  useSearchParams,
} from './search-params.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

type ListShape = {
  search: typeof searchParam;
  page: typeof pageParam;
  perPage: z.ZodType<number>;
  sort: z.ZodType<string>;
  dir: z.ZodEnum<{ asc: 'asc'; desc: 'desc' }>;
};

type DialogShape<D extends string, T extends string> = { dialog: z.ZodType<D> } & {
  [K in T]: typeof idParam;
};

interface ListParamsOptions<F extends Shape, D extends string, T extends string, S extends string> {
  /** Parameters of the list in addition to search, page, perPage, sort and dir. */
  readonly filters?: F;
  /** Names of sorts that the call accepts. The first one is the default. */
  readonly sorts?: readonly S[];
  readonly defaultDirection?: 'asc' | 'desc';
  readonly pageSizes?: readonly number[];
  /** Number of rows per page until the user selects another number. Default: 10. */
  readonly pageSize?: number;
  /**
   * Values of the parameter `dialog` in the address. `target` is the parameter with the id of the
   * dialog's row.
   */
  readonly dialogs?: readonly D[];
  readonly target?: T;
  /** Parameters that a saved view contains. */
  readonly viewParams?: readonly string[];
  readonly aliases?: Aliases<ListShape & DialogShape<NoInfer<D>, NoInfer<T>> & NoInfer<F>>;
}

type FullShape<F extends Shape, D extends string, T extends string> = ListShape &
  DialogShape<D, T> &
  F;

interface ListParamsDefinition<
  F extends Shape,
  D extends string,
  T extends string,
  S extends string,
> {
  readonly params: SearchParams<FullShape<F, D, T>>;
  readonly viewParams: readonly string[];
  readonly target: T | undefined;
  readonly defaultSort: (Sort & { readonly key: S }) | undefined;
  readonly pageSize: number | undefined;
}

// oxlint-disable-next-line typescript/ban-types
type Empty = {};

export function defineListParams<
  const F extends Shape = Empty,
  const D extends string = never,
  const T extends string = 'item',
  const S extends string = string,
>(options: ListParamsOptions<F, D, T, S> = {}): ListParamsDefinition<F, D, T, S> {
  const { filters = {} as F, sorts, dialogs = [], target, pageSizes = PAGE_SIZES } = options;
  const firstSort = sorts?.[0];
  const shape = {
    search: searchParam,
    page: pageParam,
    perPage: z.literal([...pageSizes]),
    sort: sorts ? z.enum(sorts) : z.string().regex(/^[a-z_]{1,40}$/),
    dir: z.enum(['asc', 'desc']),
    dialog: z.enum(dialogs),
    ...(target ? { [target]: idParam } : {}),
    ...filters,
  } as unknown as FullShape<F, D, T>;
  return {
    params: defineSearchParams(shape, options.aliases),
    viewParams: options.viewParams ?? [],
    target,
    pageSize: options.pageSize,
    defaultSort: firstSort
      ? { key: firstSort, direction: options.defaultDirection ?? 'asc' }
      : undefined,
  };
}

interface FilterOption<V> {
  /** Value of the filter. `undefined` selects all rows. */
  readonly value: V | undefined;
  readonly label: string;
  readonly phoneLabel?: string;
  readonly count?: number;
}

interface BoundFilter {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    value: string;
    label: string;
    phoneLabel?: string;
    count?: number;
  }[];
  readonly onChange: (value: string) => void;
}

/** State of a list in the form that all list components use. */
export interface ListState {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: Sort | undefined;
  readonly dialog: { readonly name: string; readonly id: number | undefined } | undefined;
  readonly setSearch: (search: string) => void;
  readonly setPage: (page: number) => void;
  /** Opens a page and replaces the history entry. */
  readonly leadToPage: (page: number) => void;
  readonly setPageSize: (size: number) => void;
  readonly setSort: (sort: Sort) => void;
  readonly resetSort: () => void;
  readonly closeDialog: () => void;
  /** Parameters that a saved view contains. Undefined for a list in a dialog or tab. */
  readonly views:
    | {
        readonly names: readonly string[];
        readonly normalize: (search: Readonly<Record<string, unknown>>) => Record<string, unknown>;
      }
    | undefined;
}

interface ListParams<
  F extends Shape,
  D extends string,
  T extends string,
  S extends string = string,
> extends ListState {
  readonly values: ParamValues<FullShape<F, D, T>>;
  /** `page` and `perPage`, `search`, `sort` and `dir` in the format of the calls. */
  readonly query: {
    readonly page: number;
    readonly perPage: number;
    readonly search?: string;
    readonly sort?: S;
    readonly dir?: 'asc' | 'desc';
  };
  /** Changes parameters. Every change opens the first page, except a change of the page number. */
  readonly change: (change: ParamChange<FullShape<F, D, T>>) => void;
  /**
   * Changes parameters, adds a history entry and keeps the page number. The phone's back button
   * undoes the change.
   */
  readonly push: (change: ParamChange<FullShape<F, D, T>>) => void;
  /** Changes parameters, replaces the history entry and keeps the page number. */
  readonly replace: (change: ParamChange<FullShape<F, D, T>>) => void;
  readonly openDialog: (name: D, id?: number) => void;
  /** Returns a filter for the toolbar that reads and changes a parameter. */
  readonly filter: <K extends keyof F & string>(
    name: K,
    filter: {
      readonly label: string;
      readonly options: readonly FilterOption<z.output<F[K]>>[];
      readonly fallback?: z.output<F[K]>;
    },
  ) => BoundFilter;
}

/**
 * Returns the state of a list that the address contains. If the list has a name, the user's page
 * size is stored.
 */
export function useListParams<
  F extends Shape,
  D extends string,
  T extends string,
  S extends string,
>(
  definition: ListParamsDefinition<F, D, T, S>,
  list: ListName | { readonly pageSize: number },
): ListParams<F, D, T, S> {
  const { values, change, push } = useSearchParams(definition.params);
  const storedPageSize = usePageSize(
    typeof list === 'string' ? list : undefined,
    definition.pageSize,
  );
  const usual = typeof list === 'string' ? storedPageSize : list.pageSize;
  const views = { names: definition.viewParams, normalize: definition.params.normalize };
  return stateOf(definition, { values, replace: change, push, usualPageSize: usual, views });
}

/**
 * Returns the state of a list in a dialog that the address names. The address contains this state
 * too. Changes add no history entries, so one step back closes the dialog.
 */
export function useDialogListParams<
  F extends Shape,
  D extends string,
  T extends string,
  S extends string,
>(definition: ListParamsDefinition<F, D, T, S>, list: ListName): ListParams<F, D, T, S> {
  const { values, change } = useDialogSearchParams(definition.params);
  const usual = usePageSize(list, definition.pageSize);
  return stateOf(definition, { values, replace: change, push: change, usualPageSize: usual });
}

/**
 * Returns the state of a list in a dialog or tab. The address does not contain this state. A list
 * without a name has a fixed page size.
 */
export function useLocalListParams<
  F extends Shape,
  D extends string,
  T extends string,
  S extends string,
>(
  definition: ListParamsDefinition<F, D, T, S>,
  list: ListName | { readonly pageSize: number },
): ListParams<F, D, T, S> {
  const [values, setValues] = useState(() => definition.params.parse({}));
  const usual = usePageSize(typeof list === 'string' ? list : undefined, definition.pageSize);
  const change = (next: ParamChange<FullShape<F, D, T>>) =>
    setValues((before) => ({ ...before, ...next }));
  const pageSize = typeof list === 'string' ? usual : list.pageSize;
  return stateOf(definition, { values, replace: change, push: change, usualPageSize: pageSize });
}

interface ParamStore<F extends Shape> {
  readonly values: ParamValues<F>;
  readonly replace: (change: ParamChange<F>) => void;
  readonly push: (change: ParamChange<F>) => void;
  readonly usualPageSize: number;
  readonly views?: ListState['views'];
}

function stateOf<F extends Shape, D extends string, T extends string, S extends string>(
  { target, defaultSort }: ListParamsDefinition<F, D, T, S>,
  { values, replace, push, usualPageSize, views }: ParamStore<FullShape<F, D, T>>,
): ListParams<F, D, T, S> {
  type Change = ParamChange<FullShape<F, D, T>>;
  const listValues = values as ParamValues<ListShape> & Readonly<Record<string, unknown>>;
  const page = listValues.page ?? 1;
  const pageSize = listValues.perPage ?? usualPageSize;
  const key = listValues.sort ?? defaultSort?.key;
  const direction = listValues.dir ?? defaultSort?.direction ?? 'asc';
  const sort = key === undefined ? undefined : { key, direction };
  // Removes the page and the cursors. A cursor is valid only for one order and one set of filters.
  const start = { page: undefined, begin: undefined, place: undefined };
  const write = (change: object) => replace({ ...start, ...change } as Change);
  const name = listValues.dialog as D | undefined;
  const targetId = target === undefined ? undefined : (listValues[target] as number | undefined);
  const about = (id: number | undefined) => (target === undefined ? {} : { [target]: id });
  return {
    values,
    search: listValues.search ?? '',
    page,
    pageSize,
    sort,
    query: {
      page,
      perPage: pageSize,
      ...(listValues.search ? { search: listValues.search } : {}),
      ...(sort ? { sort: sort.key as S, dir: sort.direction } : {}),
    },
    dialog: name === undefined ? undefined : { name, id: targetId },
    views,
    change: (change) =>
      // Adds a history entry for a change of the page number. Other changes replace the history
      // entry.
      (change as { page?: number }).page === undefined ? write(change) : push(change),
    push,
    replace,
    setSearch: (search) => write({ search: search || undefined }),
    setPage: (next) => push({ page: next } as unknown as Change),
    leadToPage: (next) => replace({ page: next } as unknown as Change),
    setPageSize: (size) => write({ perPage: size }),
    setSort: ({ key: by, direction }) => write({ sort: by, dir: direction }),
    resetSort: () => write({ sort: undefined, dir: undefined }),
    openDialog: (dialog, id) => push({ dialog, ...about(id) } as unknown as Change),
    closeDialog: () => replace({ dialog: undefined, ...about(undefined) } as unknown as Change),
    filter: (param, { label, options, fallback }) => {
      const now = listValues[param] ?? fallback;
      return {
        label,
        value: String(now ?? ''),
        options: options.map(({ value, ...rest }) => ({ ...rest, value: String(value ?? '') })),
        onChange: (chosen) =>
          write({ [param]: options.find(({ value }) => String(value ?? '') === chosen)?.value }),
      };
    },
  };
}
