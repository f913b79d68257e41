/**
 * Returns the financial statement: amounts and prices by month, account and type. The scope is the
 * caller's account, another account of its tree, or a whole tree. The tree of an admin contains all
 * accounts. Source: S-EXTRACT, Q-EXTRACT, Q-EXTRACTTARGET.
 */
import type { extractRow, getExtract as declaration } from '@ramal/contract/resellers/credits';
import { extractKinds, extractTypes } from '@ramal/contract/resellers/credits';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import { REPORT_MONTHS } from '@ramal/contract/reports';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { ReaderAccount } from '../foundation/caller.ts';
import { type Clock, formatDateTime, localDay } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { boundedAt, toPageAnswer } from '../foundation/pages.ts';
import { findAccessibleAccount } from '../access/access.ts';
import { toCredits } from './ledger.ts';
import {
  type ExtractQuery,
  type RowCountByMonth,
  type Scope,
  type Sum,
  type SumKind,
  type Total,
  readMonths,
  readSums,
  readSortedSums,
  readTotals,
} from './extract.sql.ts';
import { movementMonthsTakenAt } from './movement-months.ts';

export async function getExtract(
  { db, clock }: ReadingContext,
  { actor, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const input = await parseQuery(db, clock, actor, query);
  const offset = (query.page - 1) * query.perPage;
  const readRows = (rows: RowCountByMonth): Promise<Sum[]> =>
    query.sort === 'date' && query.dir === 'desc'
      ? readSums(db, input, { rows, limit: query.perPage, offset })
      : readSortedSums(db, input, { order: query, limit: query.perPage, offset });
  const [{ totals, rows, sums }, dates, resellers, takenAt] = await Promise.all([
    readTotals(db, input).then(async (totals) => {
      const rows = rowsOfMonths(totals);
      return { totals, rows, sums: await readRows(rows) };
    }),
    readMonths(db, input.scope),
    firstByName(db, actor),
    movementMonthsTakenAt(db),
  ]);
  const count = [...rows.values()].reduce((sum, inMonth) => sum + inMonth, 0);
  const { data: extracts, ...page } = toPageAnswer(query, boundedAt(count), sums.map(toExtractRow));
  return {
    extracts,
    totals: totals.filter(({ month }) => month === null).map(sumOf),
    months: [...Map.groupBy(totals, ({ month }) => month)].flatMap(([month, sums]) =>
      month === null ? [] : [{ date: shownMonth(month), sums: sums.map(sumOf) }],
    ),
    resellers,
    dates,
    ...page,
    asOf: takenAt ? formatDateTime(takenAt, clock.timeZone) : null,
  };
}

type Query = Pick<
  Call<typeof declaration>['query'],
  'target' | 'tree' | 'month' | 'type' | 'search'
>;

/** Converts the request to a query. Refuses an account outside the caller's tree. */
export async function parseQuery(
  reader: Reader,
  clock: Clock,
  actor: ReaderAccount,
  { target, tree, month, type, search }: Query,
): Promise<ExtractQuery> {
  const scope = await scopeOf(reader, actor, target, tree);
  return {
    scope,
    search,
    months: month ? [month] : lastMonths(clock),
    kind: type && extractKinds[extractTypes.indexOf(type)],
  };
}

async function scopeOf(
  reader: Reader,
  actor: ReaderAccount,
  target?: number,
  tree?: boolean,
): Promise<Scope> {
  if (target === undefined && actor.profile === 'admin') return 'all';
  const id = await findAccessibleAccount(reader, actor, target ?? actor.id);
  return tree ? { treeOf: id } : { only: id };
}

/** Returns months as yyyy-mm in the panel's time zone, the current month first. */
function lastMonths(clock: Clock): string[] {
  const [year, month] = localDay(clock.now(), clock.timeZone).split('-').map(Number);
  return Array.from({ length: REPORT_MONTHS }, (_, back) =>
    new Date(Date.UTC(year!, month! - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

function rowsOfMonths(
  totals: readonly (Total & { readonly month: string | null })[],
): RowCountByMonth {
  const rows = new Map<string, number>();
  for (const { month, rows: more } of totals)
    if (month !== null) rows.set(month, (rows.get(month) ?? 0) + more);
  return rows;
}

const sumOf = ({ kind, hundredths, valueCents }: Total) => ({
  type: typeOf(kind),
  amount: fromHundredths(hundredths),
  value: toCredits(valueCents),
});

const shownMonth = (month: string): string => month.split('-').toReversed().join('/');

const typeOf = (kind: SumKind) => extractTypes[extractKinds.indexOf(kind)]!;

/**
 * Suffix of the row's reference for each kind. References of the same month and account differ only
 * in this suffix.
 */
const marks: Readonly<Record<SumKind, string>> = {
  received: 'R',
  given: 'E',
  spent: 'C',
  returned: 'D',
  recovered: 'DR',
  undone: 'DD',
  reinstated: 'RT',
};

export function toExtractRow({
  month,
  id,
  username,
  kind,
  hundredths,
  valueCents,
}: Sum): z.input<typeof extractRow> {
  return {
    date: shownMonth(month),
    amount: fromHundredths(hundredths),
    reseller: username,
    resellerId: id,
    type: typeOf(kind),
    value: toCredits(valueCents),
    token: `${month.replace('-', '')}-${id}-${marks[kind]}`,
  };
}

const OFFERED = 30;

const firstByName = (
  reader: Reader,
  actor: ReaderAccount,
): Promise<{ id: number; username: string }[]> =>
  reader.many(sql`
    select id, username from accounts
    where deleted_at is null and ${actor.profile === 'admin' ? sql`true` : sql`ancestors @> ${[actor.id]}::bigint[]`}
    order by lower(username) limit ${OFFERED}`);
