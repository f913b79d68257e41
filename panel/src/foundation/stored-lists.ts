/**
 * How the signed-in person has each list: a copy in this browser, so that the first paint already
 * stands as it was left. The server's is the one that counts; what it has not heard of yet is `dirty`.
 */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import type { ListName, ListSettings, ListView } from '@ramal/contract/list-views';
import { useSyncExternalStore } from 'react';
import { currentSession } from './api/session.ts';

export interface StoredList {
  readonly arrangement: ListSettings;
  readonly views: readonly ListView[];
  readonly dirty?: boolean;
}

export const defaultListSettings: ListSettings = { order: [], hidden: [], shown: [] };

const PREFIX = 'ramal.lista.';
const listeners = new Set<() => void>();
const read = new Map<string, StoredList | undefined>();

const keyOf = (list: ListName): string => `${PREFIX}${currentSession()?.userId ?? 0}.${list}`;

export function storedList(list: ListName): StoredList | undefined {
  const key = keyOf(list);
  if (!read.has(key)) read.set(key, parseStored(key));
  return read.get(key);
}

/** What stands so already is left as it is: whoever shows it is not drawn again. */
export function storeList(list: ListName, settings: StoredList): void {
  const key = keyOf(list);
  const text = JSON.stringify(settings);
  if (text === JSON.stringify(storedList(list))) return;
  read.set(key, settings);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage full or withheld: it stands as long as the page.
  }
  for (const listener of listeners) listener();
}

/** At an explicit sign-out nothing stays behind. */
export function clearStoredLists(): void {
  read.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage withheld: nothing was kept.
  }
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStoredList = (list: ListName | undefined): StoredList | undefined =>
  useSyncExternalStore(listen, () => (list === undefined ? undefined : storedList(list)));

/** The rows of a page where the address does not say: as many as the last time. */
export function usePageSize(list: ListName | undefined, usual: number = PAGE_SIZES[0]): number {
  const size = useStoredList(list)?.arrangement.per_page;
  return PAGE_SIZES.find((one) => one === size) ?? usual;
}

function parseStored(key: string): StoredList | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredList | null;
    return found?.arrangement &&
      Array.isArray(found.arrangement.order) &&
      Array.isArray(found.views)
      ? found
      : undefined;
  } catch {
    return undefined;
  }
}
