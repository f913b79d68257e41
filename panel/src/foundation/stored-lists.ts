/**
 * Stores the signed-in person's settings of each list in this browser, so that the first paint
 * already uses them. The server's copy is authoritative. A copy with changes that the server has
 * not received yet is `dirty`.
 */
import { PAGE_SIZES } from '@ramal/contract/api/paging';
import type { ListName, ListSettings, ListView } from '@ramal/contract/list-views';
import { useSyncExternalStore } from 'react';
import { currentSession } from './api/session.ts';

interface StoredList {
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

/**
 * Stores the settings and notifies the listeners. Unchanged settings are skipped, so that no list
 * is drawn again.
 */
export function storeList(list: ListName, settings: StoredList): void {
  const key = keyOf(list);
  const text = JSON.stringify(settings);
  if (text === JSON.stringify(storedList(list))) return;
  read.set(key, settings);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked: the settings last as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Deletes all list settings at an explicit sign-out. */
export function clearStoredLists(): void {
  read.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useStoredList = (list: ListName | undefined): StoredList | undefined =>
  useSyncExternalStore(listen, () => (list === undefined ? undefined : storedList(list)));

/**
 * Returns the number of rows per page for an address that sets none: the number that the user chose
 * last, otherwise `usual`.
 */
export function usePageSize(list: ListName | undefined, usual: number = PAGE_SIZES[0]): number {
  const size = useStoredList(list)?.arrangement.perPage;
  return PAGE_SIZES.find((pageSize) => pageSize === size) ?? usual;
}

function parseStored(key: string): StoredList | undefined {
  try {
    const storedList = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredList | null;
    return storedList?.arrangement &&
      Array.isArray(storedList.arrangement.order) &&
      Array.isArray(storedList.views)
      ? storedList
      : undefined;
  } catch {
    return undefined;
  }
}
