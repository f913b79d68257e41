/**
 * Converts the filters of a list of lines to SQL conditions. Some filters have two forms. One form
 * is for collecting all matching lines. The other is for reading along an index and testing each
 * line.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { LineFilter } from '@ramal/contract/lines/lines';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { Expiring } from '@ramal/contract/rules/terms';
import sql, { type Sql, join } from 'sql-template-tag';
import { containsFolded } from '../../foundation/like.ts';
import {
  type DueRange,
  isExpired,
  isRunning,
  isWithin,
  type PaymentFilter,
  matchesPayment,
} from '../../line-payments/line-payments.ts';
import { gatherTree, idsInTree } from '../../access/access.ts';
import { linesOnline, linesWatching, ONLINE_MS } from '../../watching/watching.ts';
import { restorableSince } from '../line.ts';
import { searchConditions } from './search-conditions.ts';

/**
 * The owner filter: an owner, an account with all descendants, only its descendants, or every line.
 */
export type Scope =
  | { readonly owner: number }
  | { readonly tree: number }
  | { readonly below: number }
  | 'all';

export interface ListLinesQuery {
  readonly platform: PlatformKey;
  readonly scope: Scope;
  readonly search?: string | undefined;
  readonly status?: LineFilter | undefined;
  /** True for lines being watched now, false for the others. */
  readonly online?: boolean | undefined;
  readonly expiring?: number | undefined;
  readonly expired?: boolean | undefined;
  readonly due?: DueRange | undefined;
  /** Filters by the payments of customers. Only lines of the account `paid.owner` match. */
  readonly paid?: PaymentFilter | undefined;
  /** True for lines with detected abuse that are not blocked yet (Q-SUSPECT). */
  readonly suspect?: boolean | undefined;
  /** True for lines blocked for abuse. */
  readonly blocked?: boolean | undefined;
  /**
   * True for deleted lines that can be restored; otherwise only lines that are not deleted match.
   */
  readonly deleted?: boolean | undefined;
  readonly ids?: readonly number[] | undefined;
}

/** Returns true if an order may contain many other lines between two matching lines. */
export const isSparse = (input: ListLinesQuery): boolean =>
  isRare(input) ||
  input.search !== undefined ||
  (input.scope !== 'all' && !('owner' in input.scope));

const isRare = (input: ListLinesQuery): boolean =>
  isWatched(input) ||
  input.suspect === true ||
  input.blocked === true ||
  input.deleted === true ||
  input.ids !== undefined ||
  input.due !== undefined ||
  input.paid !== undefined;

/**
 * Returns true for a search or a tree that may match most lines. The lines of one owner and rare
 * states never match so many.
 */
export const mayBeDense = (input: ListLinesQuery): boolean =>
  !isRare(input) && (input.scope === 'all' || !('owner' in input.scope));

/**
 * Returns true if the only condition of the list is that lines of any account are being watched.
 */
const isWatchedAlone = (input: ListLinesQuery): boolean => {
  const { status, search, expiring, expired, due, paid, ids, suspect, blocked, deleted } = input;
  return (
    isWatched(input) &&
    input.scope === 'all' &&
    (status === undefined || status === 'online') &&
    [search, expiring, expired, due, paid, ids].every((filter) => filter === undefined) &&
    ![suspect, blocked, deleted].some(Boolean)
  );
};

/**
 * Selects the ids of the lines that are being watched, including deleted lines. Undefined if the
 * list has another condition.
 */
export const watchedLines = (input: ListLinesQuery, now: Date): Sql | undefined =>
  isWatchedAlone(input)
    ? sql`select distinct line_id from (${onlineIn(input.scope, now)}) seen`
    : undefined;

const isWatched = ({ status, online }: ListLinesQuery): boolean =>
  status === 'online' || online === true;

export const whereGathered = (input: ListLinesQuery, now: Date): Sql =>
  join(
    [...common(input, now, gatherTree), ...(isWatched(input) ? [watched(input.scope, now)] : [])],
    ' and ',
  );

export const whereWalked = (input: ListLinesQuery, now: Date): Sql =>
  join(
    [
      ...common(input, now, idsInTree),
      ...(isWatched(input)
        ? [sql`id in (${onlineIn(input.scope, now)}) and expires_at > ${stillWatched(now)}`]
        : []),
    ],
    ' and ',
  );

/**
 * Returns conditions that exclude each other: a matching line meets exactly one. Each condition can
 * use its own index. For one owner, `readsIndexOnly` allows the index of the owner's lines, which
 * contains the texts. That index is faster than the index of all texts if it contains all other
 * compared columns too.
 */
export function alternatives(input: ListLinesQuery, now: Date, readsIndexOnly: boolean): Sql[] {
  const { scope } = input;
  const isOwn = scope !== 'all' && 'owner' in scope && readsIndexOnly && !asksBeyondOwnIndex(input);
  return alternativesOf(input, now, isOwn ? comparedText : sql`search`);
}

/**
 * Returns the conditions for lists with very many matches, which are read along an index until a
 * page is full. The text of each line is compared, because searching an index of texts would
 * collect all matches.
 */
export const comparedAlternatives = (input: ListLinesQuery, now: Date): Sql[] =>
  alternativesOf(input, now, comparedText);

/**
 * Returns the conditions on the texts of lines. The last condition, on titles that are playing, is
 * omitted.
 */
export const textAlternatives = (input: ListLinesQuery, now: Date): Sql[] =>
  input.search === undefined ? [sql`true`] : comparedAlternatives(input, now).slice(0, -1);

/** Search column as an expression, so that PostgreSQL does not use the index of all texts. */
const comparedText = sql`(search || '')`;

function alternativesOf(input: ListLinesQuery, now: Date, column: Sql): Sql[] {
  const { search, scope } = input;
  if (search === undefined) return [sql`true`];
  const { texts, dates } = searchConditions(search, now, {
    showsOwners: scope === 'all' || !('owner' in scope),
    column,
  });
  const written = dates ? [texts, dates] : [texts];
  const isWritten = written.map((condition) => sql`(${condition})`);
  return [...written, sql`${isPlaying(search, scope, now)} and not (${join(isWritten, ' or ')})`];
}

/** Returns true for conditions on columns that the index of an owner's lines does not contain. */
const asksBeyondOwnIndex = ({ suspect, blocked, deleted, paid }: ListLinesQuery): boolean =>
  suspect === true || blocked === true || deleted === true || paid !== undefined;

/** Conditions on which lines the list may contain at all: owner, platform, deletion and ids. */
export const withinReach = (
  { platform, scope, deleted, ids }: ListLinesQuery,
  now: Date,
  treeOf: TreeOf = idsInTree,
): Sql[] => [
  ...scoped(scope, treeOf),
  sql`platform = ${platform}`,
  deleted ? sql`deleted_at >= ${restorableSince(now)}` : sql`deleted_at is null`,
  ...(ids ? [sql`id = any(${ids}::bigint[])`] : []),
];

/**
 * Function that selects the ids of the accounts of a tree. One implementation is for collecting the
 * lines of a tree, the other for testing each line.
 */
type TreeOf = typeof idsInTree;

function common(input: ListLinesQuery, now: Date, treeOf: TreeOf): Sql[] {
  const { status, expiring, expired, due, paid, suspect, blocked } = input;
  return [
    ...withinReach(input, now, treeOf),
    ...(status && status !== 'online' ? [sql`status = ${statuses[status]}`] : []),
    ...(input.online === false ? [sql`id not in (${onlineIn(input.scope, now)})`] : []),
    ...(expiring === undefined ? [] : [expiringIs[expiring as Expiring](now)]),
    ...(expired === undefined ? [] : [expired ? isExpired(now) : isRunning(now)]),
    ...(due === undefined ? [] : [isWithin(due)]),
    ...(paid === undefined ? [] : [sql`owner_id = ${paid.owner}`, matchesPayment(paid)]),
    ...(suspect ? [sql`abuse_reasons <> '' and blocked_for_abuse_at is null`] : []),
    ...(blocked ? [sql`blocked_for_abuse_at is not null`] : []),
  ];
}

function scoped(scope: Scope, treeOf: TreeOf): Sql[] {
  if (scope === 'all') return [];
  if ('owner' in scope) return [sql`owner_id = ${scope.owner}`];
  if ('tree' in scope) return [sql`owner_id in (${treeOf(scope.tree)})`];
  return [sql`owner_id in (${treeOf(scope.below)})`, sql`owner_id <> ${scope.below}`];
}

const statuses: Record<Exclude<LineFilter, 'online'>, number> = {
  Ativo: 1,
  Teste: 2,
  Desativado: 0,
};

const ownersIn = (scope: Scope, treeOf: TreeOf = idsInTree): Sql =>
  join([sql`true`, ...scoped(scope, treeOf)], ' and ');

const onlineIn = (scope: Scope, now: Date, treeOf?: TreeOf): Sql =>
  linesOnline(now, ownersIn(scope, treeOf));

/**
 * SQL condition: the line is being watched. Reads the open streams of the list's owners, so the
 * cost does not depend on the number of their lines.
 */
const watched = (scope: Scope, now: Date): Sql =>
  sql`id = any(array(${onlineIn(scope, now, gatherTree)}))`;

const CUT_AFTER_MS = 15_000;

/**
 * Returns the earliest expiry that a watched line may have. The expiry may be in the past, because
 * a stream ends a short time after its line expires.
 */
const stillWatched = (now: Date): Date => new Date(now.getTime() - ONLINE_MS - CUT_AFTER_MS);

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** Bounds of the expiry levels. `expiringLevel` of the contract uses the same bounds. */
const expiringIs: Record<Expiring, (now: Date) => Sql> = {
  2: (now) => sql`expires_at <= ${inDays(now, 1)}`,
  1: (now) => sql`expires_at > ${inDays(now, 1)} and expires_at <= ${inDays(now, 7)}`,
  0: (now) => sql`expires_at > ${inDays(now, 7)}`,
};

/** Condition: the title that is playing contains the text. */
const isPlaying = (text: string, scope: Scope, now: Date): Sql =>
  sql`id = any(array(${linesWatching(containsFolded(text), now, ownersIn(scope))}))`;
