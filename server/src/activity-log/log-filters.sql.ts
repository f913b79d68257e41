/**
 * Builds the conditions for the events that a reader may see. `account_id` of such an event is the
 * reader or a descendant. An admin sees all events.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, join } from 'sql-template-tag';
import { gatherTree, idsInTree } from '../access/access.ts';
import { isInGroup } from '../events/events.ts';

export type Scope = { readonly account: number } | { readonly treeOf: number } | 'everything';

export interface LogQuery {
  readonly scope: Scope;
  readonly from: Date;
  readonly until: Date;
  /** Number of a category of the log. Undefined selects all categories. */
  readonly source: number | undefined;
  readonly seesDnsPremium: boolean;
  readonly group?: EventGroup | undefined;
  readonly matches: SearchMatches | undefined;
}

/**
 * Kinds, accounts, lines and events that contain the searched text. An event matches if it has one
 * of them.
 */
export interface SearchMatches {
  readonly like: Sql;
  readonly kinds: readonly string[];
  readonly accounts: readonly number[];
  /** Undefined if too many lines match. */
  readonly lines: readonly number[] | undefined;
  /** Events whose displayed row contains the text. */
  readonly events: readonly number[];
}

/**
 * Condition that finds all matching events through the index on `account_id`. Used if few events
 * match.
 */
export const whereGathered = (input: LogQuery): Sql =>
  join([...common(input), ...scoped(input.scope, gathered)], ' and ');

/**
 * Condition for reading events in the order of time until a page is full. Used if many events
 * match. `+ 0` prevents the planner from using the index on `account_id`.
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

/** True if the query selects a whole tree without any filter except the month. */
export const isWholeTree = ({ scope, source, group, matches }: LogQuery): boolean =>
  scope !== 'everything' &&
  'treeOf' in scope &&
  source === undefined &&
  group === undefined &&
  matches === undefined;

/**
 * SQL condition: all events of a tree in the month, including events hidden from the reader.
 * PostgreSQL evaluates it with one index.
 */
export const inPeriodOfTree = (input: LogQuery): Sql =>
  join([...inPeriod(input), ...scoped(input.scope, gathered)], ' and ');

/** SQL condition: events of the month, of any account, that are hidden from the reader. */
export const isHiddenInPeriod = (input: LogQuery): Sql =>
  join(
    [...inPeriod(input), input.seesDnsPremium ? sql`false` : sql`e.source = ${DNS_PREMIUM}`],
    ' and ',
  );

const DNS_PREMIUM = 4;

export type Period = Pick<LogQuery, 'from' | 'until'>;

/**
 * SQL conditions: the event is in the period. PostgreSQL then reads only the partitions of that
 * period.
 */
export const inPeriod = ({ from, until }: Period): Sql[] => [
  sql`e.at >= ${from}`,
  sql`e.at < ${until}`,
];

const common = ({ source, seesDnsPremium, group, matches, ...input }: LogQuery): Sql[] => [
  ...inPeriod(input),
  ...(source === undefined ? [] : [sql`e.source = ${source}`]),
  ...(source === undefined && !seesDnsPremium ? [sql`e.source <> ${DNS_PREMIUM}`] : []),
  ...(group ? [isInGroup(group, 'e')] : []),
  ...(matches ? [matchesSearch(matches)] : []),
];

function matchesSearch({ like, kinds, accounts, lines, events }: SearchMatches): Sql {
  const conditions = [
    ...(kinds.length > 0 ? [sql`e.kind = any(${kinds})`] : []),
    ...(accounts.length > 0 ? [sql`e.account_id = any(${accounts}::bigint[])`] : []),
    ...(lines === undefined
      ? [sql`exists (select from lines l where l.id = e.line_id and fold(l.username) like ${like})`]
      : lines.length > 0
        ? [sql`e.line_id = any(${lines}::bigint[])`]
        : []),
    ...(events.length > 0 ? [sql`e.id = any(${events}::bigint[])`] : []),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' or ')})`;
}
