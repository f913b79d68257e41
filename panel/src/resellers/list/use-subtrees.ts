import { listResellers } from '@ramal/contract/resellers/resellers';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../foundation/api/api.ts';
import { queryKey } from '../../foundation/api/query.ts';
import type { ResellersAddress } from './list-address.ts';
import { type Subtree, lastId } from './tree-rows.ts';

/** Children shown in place; who has more leads to a list of them. */
export const SHOWN_CHILDREN = 50;

/** The children of every open branch, a call each, in the order of the list. */
export function useSubtrees(
  { open, sort, direction }: ResellersAddress,
  enabled: boolean,
): ReadonlyMap<string, Subtree> {
  const names = enabled ? open : [];
  const levels = useQueries({
    queries: names.map((name) => {
      const sent = {
        query: { under: lastId(name), sort, dir: direction, per_page: SHOWN_CHILDREN },
      };
      return {
        queryKey: queryKey(listResellers, sent),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(listResellers, sent, { signal }),
      };
    }),
  });
  return new Map(
    levels.map(({ data, isFetching, isError, refetch }, index) => [
      names[index]!,
      {
        children: data,
        loading: isFetching && !data,
        failed: isError,
        retry: () => void refetch(),
      },
    ]),
  );
}
