/** Open levels of the tree: from the top to the selected account, each with its children. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTreeLevel } from '@ramal/contract/resellers/reseller-tree';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { callQuery, useCall } from '../../foundation/api/query.ts';
import type { Reseller } from '../reseller.ts';

type TreeLevel = ResponseOf<typeof getTreeLevel>;

export interface OpenLevel {
  /** Account whose children are in this level. Undefined at the top. */
  readonly under: number | undefined;
  readonly name: string | undefined;
  readonly children: readonly Reseller[];
  readonly total: number;
  /**
   * Account of this level whose children are open in the next level. Undefined on the last level.
   */
  readonly chosen: number | undefined;
  readonly waiting: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
  /** Loads the next children, if there are more. */
  readonly more: () => void;
}

export interface OpenTree {
  /**
   * Top of the tree: the user's own account. Null for an admin, because an admin has no node in the
   * tree. Undefined until the account is loaded.
   */
  readonly top: Reseller | null | undefined;
  readonly levels: readonly OpenLevel[];
  /** Account that the side panel shows. */
  readonly account: Reseller | undefined;
  readonly path: TreeLevel['path'];
  readonly asOf: string | null | undefined;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

const sentFor = (under: number | undefined, page: number) => ({
  query: { ...(under === undefined ? {} : { under }), page },
});

/**
 * Returns the open levels of the tree. `self` is the id of the caller's account, which is the top
 * of its tree. Undefined for an admin.
 */
export function useOpenTree(chosen: number | undefined, self: number | undefined): OpenTree {
  // Number of pages requested per level.
  const [pages, setPages] = useState<ReadonlyMap<number | undefined, number>>(new Map());
  const at = useCall(getTreeLevel, sentFor(chosen === self ? undefined : chosen, 1), {
    keepPrevious: true,
  });
  const path = at.data?.path ?? [];
  const below = path.map(({ id }) => id).filter((id) => id !== self);
  const unders = [undefined, ...below];
  const openPages = unders.flatMap((under) =>
    Array.from({ length: pages.get(under) ?? 1 }, (_, index) => ({ under, page: index + 1 })),
  );
  const answers = useQueries({
    queries: openPages.map(({ under, page }) => callQuery(getTreeLevel, sentFor(under, page))),
  });
  const levels = unders.map((under, depth): OpenLevel => {
    const levelAnswers = answers.filter((_, index) => openPages[index]!.under === under);
    const failed = levelAnswers.find(({ error }) => error !== null);
    return {
      under,
      name: under === undefined ? undefined : path.find(({ id }) => id === under)?.username,
      children: levelAnswers.flatMap(({ data }) => data?.children ?? []),
      total: levelAnswers[0]?.data?.total ?? 0,
      chosen: below[depth],
      waiting: levelAnswers.some(({ isPending }) => isPending),
      error: (failed?.error as ApiError | undefined) ?? null,
      retry: () => void failed?.refetch(),
      more: () => setPages((counts) => new Map(counts).set(under, (counts.get(under) ?? 1) + 1)),
    };
  });
  const first = answers[0]?.data;
  return {
    top: first?.account,
    levels,
    account: at.data?.account ?? first?.account ?? undefined,
    path,
    asOf: first?.asOf,
    error: at.data ? null : at.error,
    retry: () => void at.refetch(),
  };
}
