/**
 * Moves in the tree: one statement rewrites every path below the moved account. Deleted accounts
 * are included, so that a restored account is in the new position of its tree. The caller must have
 * locked the tree.
 */
import sql, { type Sql } from 'sql-template-tag';

/** Branches of a tree that move together, and their position in the paths. */
interface MovedBranches {
  /** The account whose tree contains the branches, or that is moved itself. */
  readonly ancestorId: number;
  /** The position of `tops` in their own paths, counted from 1. */
  readonly depth: number;
  readonly tops: readonly number[];
}

/** CTE: moves `tops` and all their descendants directly below `to`. */
export const moveBranchCte = (
  { ancestorId, depth, tops }: MovedBranches,
  to: AccountState,
): Sql => sql`
  update accounts
  set parent_id = case when cardinality(ancestors) = ${depth} then ${to.id} else parent_id end,
    ancestors = ${to.ancestors}::bigint[] || ancestors[${depth}::int:]
  where ancestors @> ${[ancestorId]}::bigint[] and ancestors[${depth}::int] = any(${tops}::bigint[])`;

export interface AccountState {
  readonly id: number;
  readonly ancestors: readonly number[];
}

/**
 * CTE: sets the franchise of a subtree. An inherited franchise becomes that of the new parent. An
 * account with its own franchise keeps it, and so do its descendants.
 */
export const changeFranchiseCte = (
  ancestorId: number,
  from: number | null,
  to: number | null,
): Sql => sql`
  update accounts set id_franchise = ${to}
  where ancestors @> ${[ancestorId]}::bigint[] and id_franchise is not distinct from ${from}::int
    and not exists (
      select from accounts own
      where own.ancestors @> ${[ancestorId]}::bigint[] and own.id = any(accounts.ancestors)
        and own.id_franchise is distinct from ${from}::int
    )`;
