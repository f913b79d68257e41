import { type CategoryKind, listSeries, listStreams } from '@ramal/contract/catalogue/catalogue';
import {
  getImport,
  listImportEntries,
  listSourceLists,
} from '@ramal/contract/catalogue/catalogue-lists';
import {
  type CatalogueBouquet,
  type CatalogueCategory,
  listBouquets,
  listCategories,
  listPackages,
} from '@ramal/contract/catalogue/catalogue-packages';
import { listGuides } from '@ramal/contract/catalogue/guides';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../foundation/api/api.ts';
import { useCall } from '../foundation/api/query.ts';

/**
 * Calls to repeat after channels, films or series changed. Some of them return only counts of these
 * items.
 */
export const changedByContent: readonly Endpoint[] = [
  listStreams,
  listSeries,
  listCategories,
  listBouquets,
  listSourceLists,
  listGuides,
];
export const changedByImport: readonly Endpoint[] = [
  ...changedByContent,
  getImport,
  listImportEntries,
];
/** Calls to repeat after categories, bouquets or packages changed. */
export const changedBySale: readonly Endpoint[] = [listCategories, listBouquets, listPackages];

const none: never[] = [];
const STALE_MS = 30_000;

export function useCategories(kind?: CategoryKind): readonly CatalogueCategory[] {
  const all = useCall(listCategories, {}, { staleMs: STALE_MS }).data ?? none;
  return kind ? all.filter((category) => category.kind === kind) : all;
}

export const useBouquets = (): UseQueryResult<readonly CatalogueBouquet[], ApiError> =>
  useCall(listBouquets, {}, { staleMs: STALE_MS });
