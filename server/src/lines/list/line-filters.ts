/**
 * The filters of a list of lines as conditions. Some are written in two ways: to gather the matching
 * lines, or to walk along an order and skip the others.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import type { LineFilter } from '@ramal/contract/lines/lines';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { Expiring } from '@ramal/contract/rules/terms';
import sql, { type Sql, join } from 'sql-template-tag';
import { containsFolded } from '../../foundation/like.ts';
import {
  type DueRange,
  isOver,
  isRunning,
  isWithin,
  type OwnPaid,
  paymentIs,
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
  /** By the payment of the current period; only the owner's lines. */
  readonly paid?: OwnPaid | undefined;
  /** Only lines with detected abuse that are not blocked yet (Q-SUSPECT). */
  readonly suspect?: boolean | undefined;
  /** Only lines blocked for abuse. */
  readonly blocked?: boolean | undefined;
  /** Deleted lines that can be restored, instead of the others. */
  readonly deleted?: boolean | undefined;
  /** Only these ids, of the lines that match the other conditions. */
  readonly ids?: readonly number[] | undefined;
}

/** Lines that may be far apart in every order. */
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

/** Matches of a search or lines of a tree may be most of all lines; an owner's, and rare states, are not. */
export const mayBeDense = (input: ListLinesQuery): boolean =>
  !isRare(input) && (input.scope === 'all' || !('owner' in input.scope));

/** True if the only condition on the lines of all accounts is that they are being watched. */
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

/** Ids of the lines of a list, deleted ones included, if no other condition applies. */
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
 * Conditions of which a matching line fulfils exactly one; each has its own index. The texts of an
 * owner's lines are in the index of its lines, which is faster than the index of all texts.
 * `readsIndexOnly` means that all other conditions are in that index too.
 */
export function alternatives(input: ListLinesQuery, now: Date, readsIndexOnly: boolean): Sql[] {
  const { scope } = input;
  const isOwn = scope !== 'all' && 'owner' in scope && readsIndexOnly && !asksBeyondOwnIndex(input);
  return alternativesOf(input, now, isOwn ? comparedText : sql`search`);
}

/**
 * The same for so many lines that an order is walked to find some: texts are compared instead of
 * searched.
 */
export const comparedAlternatives = (input: ListLinesQuery, now: Date): Sql[] =>
  alternativesOf(input, now, comparedText);

/** Conditions on the texts of lines only, without the titles being watched. */
export const textAlternatives = (input: ListLinesQuery, now: Date): Sql[] =>
  input.search === undefined ? [sql`true`] : comparedAlternatives(input, now).slice(0, -1);

/** An expression, so that the index of all texts does not apply. */
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

/** True for conditions on columns outside the index of an owner's lines. */
const asksBeyondOwnIndex = ({ suspect, blocked, deleted, paid }: ListLinesQuery): boolean =>
  suspect === true || blocked === true || deleted === true || paid !== undefined;

/** Owner, platform and deletion: the conditions that decide whether a line may be read at all. */
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

/** The ids of the accounts of a tree, for gathering its lines or for testing each. */
type TreeOf = typeof idsInTree;

function common(input: ListLinesQuery, now: Date, treeOf: TreeOf): Sql[] {
  const { status, expiring, expired, due, paid, suspect, blocked } = input;
  return [
    ...withinReach(input, now, treeOf),
    ...(status && status !== 'online' ? [sql`status = ${statuses[status]}`] : []),
    ...(input.online === false ? [sql`id not in (${onlineIn(input.scope, now)})`] : []),
    ...(expiring === undefined ? [] : [expiringIs[expiring as Expiring](now)]),
    ...(expired === undefined ? [] : [expired ? isOver(now) : isRunning(now)]),
    ...(due === undefined ? [] : [isWithin(due)]),
    ...(paid === undefined ? [] : [sql`owner_id = ${paid.owner}`, paymentIs(paid)]),
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

/** The open streams of the list's owners are looked up, however many lines they have. */
const watched = (scope: Scope, now: Date): Sql =>
  sql`id = any(array(${onlineIn(scope, now, gatherTree)}))`;

const CUT_AFTER_MS = 15_000;

/**
 * No stream continues long after the end of a line, so an order by expiry need not begin years
 * back.
 */
const stillWatched = (now: Date): Date => new Date(now.getTime() - ONLINE_MS - CUT_AFTER_MS);

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** The same bounds as `expiringLevel` of the contract. */
const expiringIs: Record<Expiring, (now: Date) => Sql> = {
  2: (now) => sql`expires_at <= ${inDays(now, 1)}`,
  1: (now) => sql`expires_at > ${inDays(now, 1)} and expires_at <= ${inDays(now, 7)}`,
  0: (now) => sql`expires_at > ${inDays(now, 7)}`,
};

/** The title that is playing contains the text. */
const isPlaying = (text: string, scope: Scope, now: Date): Sql =>
  sql`id = any(array(${linesWatching(containsFolded(text), now, ownersIn(scope))}))`;
