/**
 * One list of the panel as one person has it: its columns and page size, and its views. A list only
 * names itself and what of its address a view keeps.
 */
import { deleteListView, getListViews, saveListView } from '@ramal/contract/list-views';
import type { ListName, ListSettings, ListView } from '@ramal/contract/list-views';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { call } from '../../foundation/api/api.ts';
import { asDeclared, keepList, keptList, useKeptList } from '../../foundation/kept-lists.ts';
import { queryKey, useCall } from '../../foundation/api/query.ts';
import type { Arranged } from '../table/arrange.ts';
import { addressOf, isBare, isSame, withAddress } from './view-address.ts';

export interface ListArrangement {
  readonly list: ListName;
  readonly columns: readonly Arranged[];
  readonly settings: ListSettings;
  readonly views: readonly ListView[];
  /** As the list stands now. */
  readonly active: ListView | undefined;
  /** Whether it can have views: its filters stand in the address. */
  readonly hasViews: boolean;
  readonly arrange: (next: ListSettings) => void;
  readonly keepPageSize: (size: number) => void;
  /** Without a view the list stands as it is declared, unfiltered. */
  readonly apply: (view: ListView | undefined) => void;
  readonly save: (name: string, isDefault: boolean) => Promise<void>;
  readonly remove: (view: ListView) => Promise<void>;
}

/** How long after the last change the server hears of it. */
const WAIT_MS = 600;
const waiting = new Map<ListName, ReturnType<typeof setTimeout>>();

/** Parameters of the address that a view holds, and how an older version's are read. */
export interface ViewParams {
  readonly names: readonly string[];
  readonly normalize: (search: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

const noParams: readonly string[] = [];

export function useListView(
  list: ListName,
  columns: readonly Arranged[],
  viewParams: readonly string[] | ViewParams = noParams,
): ListArrangement {
  const { names: keeps, normalize } = paramsOf(viewParams);
  const search = normalize(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { arrangement: settings, views } = useKeptList(list) ?? {
    arrangement: asDeclared,
    views: [],
  };
  useServersCopy(list);
  /** A view may have been saved under names of parameters that have changed since. */
  const addressOfView = (view: ListView | undefined) =>
    addressOf(normalize(view?.settings.address ?? {}), keeps);

  const arrange = (next: ListSettings) => {
    keepList(list, {
      views: keptList(list)?.views ?? [],
      arrangement: withoutAddress(next),
      dirty: true,
    });
    clearTimeout(waiting.get(list));
    waiting.set(
      list,
      setTimeout(() => void tell(list), WAIT_MS),
    );
  };
  const apply = (view: ListView | undefined) => {
    arrange(view?.settings ?? asDeclared);
    void navigate({ to: '.', search: withAddress(search, keeps, addressOfView(view)) as never });
  };
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(getListViews) });
  useDefaultView(views, keptList(list) !== undefined, isBare(search, keeps), apply);

  return {
    list,
    columns,
    settings,
    views,
    active: views.find((view) =>
      isSame(
        { ...view.settings, address: addressOfView(view) },
        settings,
        addressOf(search, keeps),
      ),
    ),
    hasViews: keeps.length > 0,
    arrange,
    keepPageSize: (size) => arrange({ ...settings, per_page: size }),
    apply,
    save: async (name, isDefault) => {
      const kept = { ...settings, address: addressOf(search, keeps) };
      await call(saveListView, { body: { list, name, settings: kept, is_default: isDefault } });
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

/** What the server has replaces the copy, unless the copy holds what it has not heard of. */
function useServersCopy(list: ListName): void {
  const { data } = useCall(getListViews, { query: { list } }, { staleMs: 60_000 });
  useEffect(() => {
    if (!data) return;
    const kept = keptList(list);
    if (kept?.dirty) {
      keepList(list, { ...kept, views: data.views });
      if (!waiting.has(list)) void tell(list);
    } else {
      keepList(list, { arrangement: data.arrangement ?? asDeclared, views: data.views });
    }
  }, [list, data]);
}

/** What could not be told is told with the next change, or when the list is opened again. */
async function tell(list: ListName): Promise<void> {
  waiting.delete(list);
  const kept = keptList(list);
  if (!kept) return;
  try {
    await call(saveListView, { body: { list, settings: kept.arrangement } });
    if (keptList(list) === kept) keepList(list, { ...kept, dirty: false });
  } catch {
    // It stands in this browser meanwhile.
  }
}

/** A list that was opened without filters opens with its view: once, and not after somebody filtered it. */
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
    const first = views.find((view) => view.is_default);
    if (bare && first) apply(first);
  });
}

const withoutAddress = ({ order, hidden, shown, per_page }: ListSettings): ListSettings => ({
  order,
  hidden,
  shown,
  ...(per_page === undefined ? {} : { per_page }),
});
