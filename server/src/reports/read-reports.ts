/**
 * Returns the totals of six months, including the current one, from the sums that jobs store.
 * Missing months are 0. Source: S-REPORTS, K-45, Q-REPORTSCOPE.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import type { getReports as declaration } from '@ramal/contract/reports';
import { type MonthSum, movementMonthsTakenAt, readMonthSums } from '../credits/credits.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import {
  type AllAccountTotals,
  type LineMonth,
  readLineMonthsSnapshot,
  readTreeLineMonths,
} from './line-months.sql.ts';
import { lastMonths } from './months.ts';

export async function readReports(
  { db, clock }: ReadingContext,
  actor: Actor,
): Promise<HandlerResult<typeof declaration>> {
  const months = lastMonths(clock);
  const [from] = months as [string];
  const isAdmin = actor.profile === 'admin';
  const [credited, counted] = await Promise.all([
    movementMonthsTakenAt(db),
    readLineMonthsSnapshot(db),
  ]);
  const { sums, lines } = isAdmin
    ? (counted?.everybody ?? nothing)
    : await readNetwork(db, actor, from);
  const money = moneyOf(sums, isAdmin);
  const users = (column: keyof Omit<LineMonth, 'month'>) =>
    months.map((month) => ({
      mes: onWire(month),
      users: lines.find((row) => row.month === month)?.[column] ?? 0,
    }));
  const oldest = credited && counted && (credited < counted.at ? credited : counted.at);
  return {
    financeiro: byMonth(months, money.sales),
    financeiroProprio: byMonth(months, money.ownSales),
    novosUsuariosIptv: users('newIptv'),
    novosUsuariosP2p: users('newP2p'),
    novosUsuariosMigrados: users('migrated'),
    novosUsuariosImportados: users('imported'),
    renovacoes: users('renewals'),
    vencimentos: users('expiries'),
    creditos: months.map((month) => ({
      mes: onWire(month),
      recebidos: fromHundredths(money.received(month)),
      consumidos: fromHundredths(money.spent(month)),
      enviados: fromHundredths(money.sent(month)),
    })),
    asOf: oldest ? formatDateTime(oldest, clock.timeZone) : null,
  };
}

const nothing: AllAccountTotals = { sums: [], lines: [] };

async function readNetwork(reader: Reader, actor: Actor, from: string): Promise<AllAccountTotals> {
  const [sums, lines] = await Promise.all([
    readMonthSums(reader, actor, from),
    readTreeLineMonths(reader, actor.id, from),
  ]);
  return { sums, lines };
}

/** Converts yyyy-mm to mm/yyyy. */
const onWire = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

const byMonth = (
  months: readonly string[],
  cents: (month: string) => number,
): Record<string, number> =>
  Object.fromEntries(months.map((month) => [onWire(month), fromHundredths(cents(month))]));

/** Calculates cents and hundredths of each month, as the contract defines them. */
function moneyOf(sums: readonly MonthSum[], isAdmin: boolean) {
  type SumFilter = (sum: MonthSum) => boolean;
  const add = (column: 'hundredths' | 'valueCents', input: SumFilter) => (month: string) =>
    sums.reduce(
      (total, sum) => (sum.month === month && input(sum) ? total + sum[column] : total),
      0,
    );
  const less = (a: (month: string) => number, b: (month: string) => number) => (month: string) =>
    a(month) - b(month);
  const ownOnly: SumFilter = ({ relation }) => relation === 'own';
  const grantedOnly: SumFilter = ({ kind }) => kind === 'given';
  const returned: SumFilter = ({ kind }) => kind === 'returned';
  const both =
    (a: SumFilter, b: SumFilter): SumFilter =>
    (sum) =>
      a(sum) && b(sum);
  const not =
    (a: SumFilter): SumFilter =>
    (sum) =>
      !a(sum);
  // Credits that a seller returned left its network. Credits returned by its descendants stayed in
  // the network.
  const takenBack = isAdmin ? returned : both(returned, not(ownOnly));
  const ownTakenBack: SumFilter = isAdmin
    ? both(ownOnly, ({ kind }) => kind === 'received')
    : both(returned, ({ relation }) => relation === 'direct');
  return {
    sales: less(add('valueCents', grantedOnly), add('valueCents', takenBack)),
    ownSales: less(add('valueCents', both(ownOnly, grantedOnly)), add('valueCents', ownTakenBack)),
    received: add(
      'hundredths',
      isAdmin ? both(ownOnly, grantedOnly) : both(ownOnly, ({ kind }) => kind === 'received'),
    ),
    spent: add(
      'hundredths',
      isAdmin ? ({ kind }) => kind === 'spent' : both(ownOnly, ({ kind }) => kind === 'spent'),
    ),
    sent: add(
      'hundredths',
      isAdmin
        ? both(grantedOnly, not(ownOnly))
        : both(ownOnly, ({ kind }) => kind === 'given' || kind === 'returned'),
    ),
  };
}
