/** The statement out of the monthly sums: a scope (one account, a tree, everybody) and a few months. */
import sql, { type Sql, join } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { idsInTree } from '../resellers/tree.ts';

export type Scope = { readonly only: number } | { readonly treeOf: number } | 'everybody';

export type SumKind = 'received' | 'given' | 'spent' | 'returned';

export interface Sum {
  /** yyyy-mm */
  readonly month: string;
  readonly id: number;
  readonly username: string;
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
}

const inScope = (scope: Scope): Sql => {
  if (scope === 'everybody') return sql`true`;
  return 'only' in scope
    ? sql`m.account_id = ${scope.only}`
    : sql`m.account_id in (${idsInTree(scope.treeOf)})`;
};

export interface Asked {
  readonly scope: Scope;
  /** yyyy-mm, both included; without an end all that follows. */
  readonly from: string;
  readonly until?: string | undefined;
  readonly search?: string | undefined;
}

const wanted = ({ scope, from, until, search }: Asked): Sql =>
  join(
    [
      inScope(scope),
      until === from ? sql`m.month = ${`${from}-01`}::date` : sql`m.month >= ${`${from}-01`}::date`,
      ...(search === undefined ? [] : [named(search)]),
    ],
    ' and ',
  );

function named(search: string): Sql {
  const like = sql`'%' || fold(${search.replace(/[\\%_]/g, String.raw`\$&`)}) || '%'`;
  return sql`m.account_id in (select id from accounts where search like ${like} and fold(username) like ${like})`;
}

export const countable = (asked: Asked): Sql =>
  sql`select from movement_months m where ${wanted(asked)}`;

/** Newest month first, then by name, what came in before what went out. */
export const readSums = (
  reader: Reader,
  asked: Asked,
  limit: number,
  offset: number,
): Promise<Sum[]> =>
  reader.many<Sum>(sql`
    select to_char(m.month, 'YYYY-MM') as month, a.id, a.username, m.kind, m.hundredths,
      m.value_cents::float8 as "valueCents"
    from movement_months m join accounts a on a.id = m.account_id
    where ${wanted(asked)}
    order by m.month desc, lower(a.username), array_position(array['received', 'given', 'spent', 'returned'], m.kind)
    limit ${limit} offset ${offset}`);

export interface Total {
  readonly kind: SumKind;
  readonly hundredths: number;
  readonly valueCents: number | null;
}

export const readTotals = (reader: Reader, asked: Asked): Promise<Total[]> =>
  reader.many<Total>(sql`
    select m.kind, sum(m.hundredths)::bigint as hundredths, sum(m.value_cents)::float8 as "valueCents"
    from movement_months m where ${wanted(asked)} group by m.kind
    order by array_position(array['received', 'given', 'spent', 'returned'], m.kind)`);

/** Months (yyyy-mm) in which something moved in the scope, newest first: from one to the one before. */
export async function readMonths(reader: Reader, scope: Scope): Promise<string[]> {
  const rows = await reader.many<{ month: string }>(sql`
    with recursive months as (
      select max(month) as month from movement_months
      union all
      select (select max(month) from movement_months where month < months.month) from months where month is not null
    )
    select to_char(month, 'YYYY-MM') as month from months
    where month is not null and exists (
      select from movement_months m where m.month = months.month and ${inScope(scope)}
    )
    order by months.month desc`);
  return rows.map(({ month }) => month);
}
