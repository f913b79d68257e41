/**
 * Moving in the tree: every path below what moves is written anew in one statement, the deleted ones
 * included, so that whoever is restored later stands where the tree has gone. Whoever moves holds it.
 */
import sql, { type Sql } from 'sql-template-tag';

/** Some of the accounts below (or at) one, named by where they stand in the paths. */
export interface MovedBranches {
  /** In whose tree they stand, or which moves itself. */
  readonly within: number;
  /** The place of `tops` in their own paths, counted from 1. */
  readonly depth: number;
  readonly tops: readonly number[];
}

/** Part: `tops` with all below them go to stand right below `to`. */
export const moveBranchCte = ({ within, depth, tops }: MovedBranches, to: AccountState): Sql => sql`
  update accounts
  set parent_id = case when cardinality(ancestors) = ${depth} then ${to.id} else parent_id end,
    ancestors = ${to.ancestors}::bigint[] || ancestors[${depth}::int:]
  where ancestors @> ${[within]}::bigint[] and ancestors[${depth}::int] = any(${tops}::bigint[])`;

export interface AccountState {
  readonly id: number;
  readonly ancestors: readonly number[];
}

/**
 * Part: a subtree belongs to the franchise it stands in. What had its franchise from above takes that
 * of the new place; one that was given a franchise of its own keeps it, and so does what is below that.
 */
export const changeFranchiseCte = (
  within: number,
  from: number | null,
  to: number | null,
): Sql => sql`
  update accounts set id_franchise = ${to}
  where ancestors @> ${[within]}::bigint[] and id_franchise is not distinct from ${from}::int
    and not exists (
      select from accounts own
      where own.ancestors @> ${[within]}::bigint[] and own.id = any(accounts.ancestors)
        and own.id_franchise is distinct from ${from}::int
    )`;
