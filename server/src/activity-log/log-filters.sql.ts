/**
 * Which events a reader's log holds: those whose `account_id` is the reader or below. An admin's log holds
 * everything.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, join } from 'sql-template-tag';
import { gatherTree, idsInTree } from '../access/access.ts';
import { isInGroup } from '../events/events.ts';

export type Scope = { readonly account: number } | { readonly treeOf: number } | 'everything';

export interface LogQuery {
  readonly scope: Scope;
  /** The month begins at `from`; `until` is not part of it. */
  readonly from: Date;
  readonly until: Date;
  /** A category of the log by its number; undefined for all. */
  readonly source: number | undefined;
  readonly seesDnsPremium: boolean;
  readonly group?: EventGroup | undefined;
  readonly matches: SearchMatches | undefined;
}

/**
 * Matches of the searched text: kinds by their words, accounts and lines by their names, and whole
 * rows.
 */
export interface SearchMatches {
  readonly like: Sql;
  readonly kinds: readonly string[];
  readonly accounts: readonly number[];
  /** Undefined when there are too many to list. */
  readonly lines: readonly number[] | undefined;
  /** Events whose row shows it anywhere. */
  readonly events: readonly number[];
}

/** For collecting all matching events: an index finds the events of each account. */
export const whereGathered = (input: LogQuery): Sql =>
  join([...common(input), ...scoped(input.scope, gathered)], ' and ');

/**
 * For reading in the order of time and skipping other events. It is written so that the planner uses no
 * index of accounts.
 */
export const whereWalked = (input: LogQuery): Sql =>
  join(
    [...common(input), ...scoped(input.scope, (id) => sql`e.account_id + 0 in (${idsInTree(id)})`)],
    ' and ',
  );

const gathered = (id: number): Sql => sql`e.account_id = any(array(${gatherTree(id)}))`;

const scoped = (scope: Scope, inTreeOf: (id: number) => Sql): Sql[] => {
  if (scope === 'everything') return [];
  return 'account' in scope ? [sql`e.account_id = ${scope.account}`] : [inTreeOf(scope.treeOf)];
};

/** A tree without any filter but the month. */
export const isWholeTree = ({ scope, source, group, matches }: LogQuery): boolean =>
  scope !== 'everything' &&
  'treeOf' in scope &&
  source === undefined &&
  group === undefined &&
  matches === undefined;

/** All of a tree's month, what the reader may not see included: one index holds it. */
export const inPeriodOfTree = (input: LogQuery): Sql =>
  join([...period(input), ...scoped(input.scope, gathered)], ' and ');

/** Events of a month that a reader may not see, of all accounts. */
export const hiddenIn = (input: LogQuery): Sql =>
  join(
    [...period(input), input.seesDnsPremium ? sql`false` : sql`e.source = ${DNS_PREMIUM}`],
    ' and ',
  );

const DNS_PREMIUM = 4;

const period = ({ from, until }: Pick<LogQuery, 'from' | 'until'>): Sql[] => [
  sql`e.at >= ${from}`,
  sql`e.at < ${until}`,
];

const common = ({ source, seesDnsPremium, group, matches, ...input }: LogQuery): Sql[] => [
  ...period(input),
  ...(source === undefined ? [] : [sql`e.source = ${source}`]),
  ...(source === undefined && !seesDnsPremium ? [sql`e.source <> ${DNS_PREMIUM}`] : []),
  ...(group ? [isInGroup(group, 'e')] : []),
  ...(matches ? [saying(matches)] : []),
];

function saying({ like, kinds, accounts, lines, events }: SearchMatches): Sql {
  const ways = [
    ...(kinds.length > 0 ? [sql`e.kind = any(${kinds})`] : []),
    ...(accounts.length > 0 ? [sql`e.account_id = any(${accounts}::bigint[])`] : []),
    ...(lines === undefined
      ? [sql`exists (select from lines l where l.id = e.line_id and fold(l.username) like ${like})`]
      : lines.length > 0
        ? [sql`e.line_id = any(${lines}::bigint[])`]
        : []),
    ...(events.length > 0 ? [sql`e.id = any(${events}::bigint[])`] : []),
  ];
  return ways.length === 0 ? sql`false` : sql`(${join(ways, ' or ')})`;
}
