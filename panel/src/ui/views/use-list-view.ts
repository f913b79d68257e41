/**
 * Settings of one list that the user can change: columns, page size and views. A list declares only
 * its name, and which parameters a view contains.
 */
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import { withWireNames } from '@ramal/contract/api/translated';
import {
  deleteListView,
  getListViews,
  listSettings,
  saveListView,
  type ListName,
  type ListSettings,
  type ListView,
} from '@ramal/contract/list-views';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '../../foundation/api/api.ts';
import {
  defaultListSettings,
  storeList,
  storedList,
  useStoredList,
} from '../../foundation/stored-lists.ts';
import { queryKey, useCall } from '../../foundation/api/query.ts';
import type { SortMenuProps } from '../table/cards/CardToolbar.tsx';
import type { ColumnInfo } from '../table/column-settings.ts';

export interface ListViewState {
  readonly list: ListName;
  readonly columns: readonly ColumnInfo[];
  /** Sort order of the list. Undefined if the order is fixed. */
  readonly order?: SortMenuProps | undefined;
  readonly settings: ListSettings;
  readonly views: readonly ListView[];
  /** View that is equal to the current state of the list. Undefined if no view is equal. */
  readonly active: ListView | undefined;
  /** True if the address of the list has parameters for views. Other lists have no views. */
  readonly hasViews: boolean;
  readonly changeSettings: (next: ListSettings) => void;
  readonly storePageSize: (size: number) => void;
  /** Applies a view. Without a view, the list gets its declared state without filters. */
  readonly apply: (view: ListView | undefined) => void;
  readonly save: (name: string, isDefault: boolean) => Promise<void>;
  readonly remove: (view: ListView) => Promise<void>;
}

/** Delay in ms between the last change and the request that stores it. */
const WAIT_MS = 600;
const waiting = new Map<ListName, ReturnType<typeof setTimeout>>();
/**
 * Last request of each list. The next request of the same list waits for it, so that an earlier
 * change never overwrites a later one.
 */
const sending = new Map<ListName, Promise<void>>();

/**
 * Parameters of the address that a view contains, and a function that converts parameters of
 * earlier versions.
 */
interface ViewParams {
  readonly names: readonly string[];
  readonly normalize: (search: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

const noParams: readonly string[] = [];

export function useListView(
  list: ListName,
  columns: readonly ColumnInfo[],
  viewParams: readonly string[] | ViewParams = noParams,
): ListViewState {
  const { names, normalize } = paramsOf(viewParams);
  const search = normalize(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { arrangement: settings, views } = useStoredList(list) ?? {
    arrangement: defaultListSettings,
    views: [],
  };
  useServerSettings(list);
  /**
   * Returns the URL parameters of a view. Names of parameters from earlier versions are converted.
   */
  const addressOfView = (view: ListView | undefined) =>
    viewSearch(normalize(view?.settings.address ?? {}), names);

  const arrange = (next: ListSettings) => {
    storeList(list, {
      views: storedList(list)?.views ?? [],
      arrangement: withoutAddress(next),
      dirty: true,
    });
    clearTimeout(waiting.get(list));
    waiting.set(
      list,
      setTimeout(() => void sendSettings(client, list), WAIT_MS),
    );
  };
  const apply = (view: ListView | undefined) => {
    arrange(view?.settings ?? defaultListSettings);
    void navigate({
      to: '.',
      search: applyViewSearch(search, names, addressOfView(view)) as never,
    });
  };
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(getListViews) });
  useDefaultView(views, storedList(list) !== undefined, isUnfiltered(search, names), apply);

  return {
    list,
    columns,
    settings,
    views,
    active: views.find((view) =>
      matchesView(
        { ...view.settings, address: addressOfView(view) },
        settings,
        viewSearch(search, names),
      ),
    ),
    hasViews: names.length > 0,
    changeSettings: arrange,
    storePageSize: (size) => arrange({ ...settings, perPage: size }),
    apply,
    save: async (name, isDefault) => {
      const stored = { ...settings, address: viewSearch(search, names) };
      await call(saveListView, { body: { list, name, settings: stored, isDefault: isDefault } });
      await refresh();
    },
    remove: async ({ id }) => {
      await call(deleteListView, { params: { id } });
      await refresh();
    },
  };
}

const paramsOf = (params: readonly string[] | ViewParams): ViewParams =>
  'names' in params ? params : { names: params, normalize: (search) => ({ ...search }) };

/**
 * Replaces the stored copy by the settings on the server. If the copy has unsent changes, replaces
 * only the views and sends the changes.
 */
function useServerSettings(list: ListName): void {
  const client = useQueryClient();
  const { data } = useCall(getListViews, { query: { list } }, { staleMs: 60_000 });
  useEffect(() => {
    if (!data) return;
    const stored = storedList(list);
    if (stored?.dirty) {
      storeList(list, { ...stored, views: data.views });
      if (!waiting.has(list)) void sendSettings(client, list);
    } else {
      storeList(list, { arrangement: data.arrangement ?? defaultListSettings, views: data.views });
    }
  }, [client, list, data]);
}

/**
 * Sends the stored settings to the server. After a failure, the next change or the next opening of
 * the list sends them again.
 */
function sendSettings(client: QueryClient, list: ListName): Promise<void> {
  waiting.delete(list);
  const sent = (sending.get(list) ?? Promise.resolve()).then(() => sendNow(client, list));
  sending.set(list, sent);
  return sent;
}

async function sendNow(client: QueryClient, list: ListName): Promise<void> {
  const stored = storedList(list);
  if (!stored?.dirty) return;
  const { arrangement } = stored;
  try {
    await call(saveListView, { body: { list, settings: arrangement } });
    if (storedList(list) === stored) storeList(list, { ...stored, dirty: false });
    // Updates the cached answer. Otherwise it would undo the change when the list is opened again.
    client.setQueryData<WireAnswer<typeof getListViews>>(
      queryKey(getListViews, { query: { list } }),
      (stored) =>
        stored && {
          ...stored,
          arrangement: withWireNames(listSettings, arrangement),
        },
    );
  } catch {
    // The settings stay stored in this browser until the next attempt.
  }
}

/**
 * Applies the default view to a list that was opened without filters. It runs once, and not after
 * the user has filtered the list.
 */
function useDefaultView(
  views: readonly ListView[],
  isKnown: boolean,
  bare: boolean,
  apply: (view: ListView) => void,
): void {
  const decided = useRef(false);
  useLayoutEffect(() => {
    if (decided.current || (!isKnown && bare)) return;
    decided.current = true;
    const first = views.find((view) => view.isDefault);
    if (bare && first) apply(first);
  });
}

const withoutAddress = ({
  order,
  hidden,
  shown,
  perPage,
  rowHeight,
}: ListSettings): ListSettings => ({
  order,
  hidden,
  shown,
  ...(perPage === undefined ? {} : { perPage }),
  ...(rowHeight === undefined ? {} : { rowHeight }),
});

/**
 * Part of an address that a view contains. It has the plain values of the parameters that the list
 * declares.
 */
type Address = NonNullable<ListSettings['address']>;
type Search = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Address[string] =>
  ['string', 'number', 'boolean'].includes(typeof value);

const viewSearch = (search: Search, names: readonly string[]): Address =>
  Object.fromEntries(names.flatMap((key) => (isPlain(search[key]) ? [[key, search[key]]] : [])));

/** Returns true if the address contains no filter, order or page. */
const isUnfiltered = (search: Search, names: readonly string[]): boolean =>
  names.length > 0 && ['page', ...names].every((key) => search[key] === undefined);

/** Returns the address with the parameters of a view. Removes the page number and the page size. */
function applyViewSearch(search: Search, names: readonly string[], address: Address = {}): Search {
  const rest = Object.entries(search).filter(
    ([key]) => !names.includes(key) && key !== 'page' && key !== 'perPage',
  );
  return { ...Object.fromEntries(rest), ...viewSearch(address, names) };
}

function matchesView(view: ListSettings, now: ListSettings, address: Address): boolean {
  const toSearch = (settings: ListSettings, address: Address) =>
    JSON.stringify([
      settings.order,
      settings.hidden.toSorted(),
      settings.shown.toSorted(),
      settings.perPage,
      settings.rowHeight,
      Object.keys(address)
        .toSorted()
        .map((key) => [key, address[key]]),
    ]);
  return toSearch(view, view.address ?? {}) === toSearch(now, address);
}
