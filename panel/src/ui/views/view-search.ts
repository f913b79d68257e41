/**
 * Part of an address that a view contains: plain values of the parameters that its list declares.
 */
import type { ListSettings } from '@ramal/contract/list-views';

type Address = NonNullable<ListSettings['address']>;
type Search = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Address[string] =>
  ['string', 'number', 'boolean'].includes(typeof value);

export const viewSearch = (search: Search, names: readonly string[]): Address =>
  Object.fromEntries(names.flatMap((key) => (isPlain(search[key]) ? [[key, search[key]]] : [])));

/** True if the address contains no filter, order or page. */
export const isUnfiltered = (search: Search, names: readonly string[]): boolean =>
  names.length > 0 && ['page', ...names].every((key) => search[key] === undefined);

/**
 * Replaces the parameters of the address with those of a view. The page and its size are removed.
 */
export function applyViewSearch(
  search: Search,
  names: readonly string[],
  address: Address = {},
): Search {
  const rest = Object.entries(search).filter(
    ([key]) => !names.includes(key) && key !== 'page' && key !== 'perPage',
  );
  return { ...Object.fromEntries(rest), ...viewSearch(address, names) };
}

/** True if a view equals the current state. */
export function matchesView(view: ListSettings, now: ListSettings, address: Address): boolean {
  const toSearch = (settings: ListSettings, address: Address) =>
    JSON.stringify([
      settings.order,
      settings.hidden.toSorted(),
      settings.shown.toSorted(),
      settings.perPage,
      Object.keys(address)
        .toSorted()
        .map((key) => [key, address[key]]),
    ]);
  return toSearch(view, view.address ?? {}) === toSearch(now, address);
}
