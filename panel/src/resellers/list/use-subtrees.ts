import { listResellers } from '@ramal/contract/resellers/resellers';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../../foundation/api/query.ts';
import type { ResellerParams } from './reseller-params.ts';
import { lastId, type Subtree } from './tree-rows.ts';

/**
 * Maximum number of children below their parent's row. A longer list of children opens on a
 * separate page.
 */
export const SHOWN_CHILDREN = 50;

/** Reads the children of every expanded row, one call per row, in the order of the list. */
export function useSubtrees(
  { expanded, filters }: ResellerParams,
  enabled: boolean,
): ReadonlyMap<string, Subtree> {
  const { sort, dir } = filters;
  const keys = enabled ? expanded : [];
  const levels = useQueries({
    queries: keys.map((key) => {
      const sent = {
        query: {
          under: lastId(key),
          ...(sort ? { sort } : {}),
          ...(dir ? { dir } : {}),
          perPage: SHOWN_CHILDREN,
        },
      };
      return callQuery(listResellers, sent);
    }),
  });
  return new Map(
    levels.map(({ data, isFetching, isError, refetch }, index) => [
      keys[index]!,
      {
        children: data,
        loading: isFetching && !data,
        failed: isError,
        retry: () => void refetch(),
      },
    ]),
  );
}
