/**
 * Six months in figures, the current one included, out of sums that jobs keep: nothing is added up
 * while somebody waits. Missing months are 0. Source: S-REPORTS, K-45, Q-REPORTSCOPE.
 */
import type { Given } from '@ramal/contract/endpoint';
import { fromHundredths } from '@ramal/contract/money';
import { REPORT_MONTHS, type getReports as declaration } from '@ramal/contract/reports';
import sql from 'sql-template-tag';
import { type MonthSum, readMonthSums } from '../credits/month-sums.ts';
import { movementMonthsTakenAt } from '../credits/movement-months.ts';
import type { Actor } from '../foundation/actor.ts';
import { type Clock, formatDateTime, localDay } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { idsInTree } from '../resellers/tree.ts';
import { type LineMonth, readLineMonths, readTaken } from './line-months.sql.ts';

export async function readReports(
  { db, clock }: House,
  actor: Actor,
): Promise<Given<typeof declaration>> {
  const months = lastMonths(clock);
  const [from] = months as [string];
  const isAdmin = actor.profile === 'admin';
  const tree = isAdmin ? sql`true` : sql`account_id in (${idsInTree(actor.id)})`;
  const [sums, lines, credited, counted] = await Promise.all([
    readMonthSums(db, actor, from),
    readLineMonths(db, tree, from),
    movementMonthsTakenAt(db),
    readTaken(db),
  ]);
  const money = moneyOf(sums, isAdmin);
  const users = (of: keyof Omit<LineMonth, 'month'>) =>
    months.map((month) => ({
      mes: onWire(month),
      users: lines.find((row) => row.month === month)?.[of] ?? 0,
    }));
  const oldest = credited && counted && (credited < counted.at ? credited : counted.at);
  return {
    financeiro: byMonth(months, money.sales),
    financeiro_proprio: byMonth(months, money.ownSales),
    novos_usuarios_iptv: users('newIptv'),
    novos_usuarios_p2p: users('newP2p'),
    // Nobody has come from another panel yet: migration comes with its own issue.
    novos_usuarios_migrados: months.map((month) => ({ mes: onWire(month), users: 0 })),
    renovacoes: users('renewals'),
    vencimentos: users('expiries'),
    creditos: months.map((month) => ({
      mes: onWire(month),
      recebidos: fromHundredths(money.received(month)),
      consumidos: fromHundredths(money.spent(month)),
      enviados: fromHundredths(money.sent(month)),
    })),
    as_of: oldest ? formatDateTime(oldest, clock.timeZone) : null,
  };
}

/** yyyy-mm, the oldest first, the current one last. */
function lastMonths(clock: Clock): string[] {
  const [year, month] = localDay(clock.now(), clock.timeZone).split('-').map(Number);
  return Array.from({ length: REPORT_MONTHS }, (_, place) =>
    new Date(Date.UTC(year!, month! - REPORT_MONTHS + place, 1)).toISOString().slice(0, 7),
  );
}

/** mm/yyyy */
const onWire = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

const byMonth = (
  months: readonly string[],
  cents: (month: string) => number,
): Record<string, number> =>
  Object.fromEntries(months.map((month) => [onWire(month), fromHundredths(cents(month))]));

/** Cents and hundredths of each month, as the contract says what each is. */
function moneyOf(sums: readonly MonthSum[], isAdmin: boolean) {
  type Wanted = (sum: MonthSum) => boolean;
  const add = (of: 'hundredths' | 'valueCents', wanted: Wanted) => (month: string) =>
    sums.reduce((total, sum) => (sum.month === month && wanted(sum) ? total + sum[of] : total), 0);
  const less = (a: (month: string) => number, b: (month: string) => number) => (month: string) =>
    a(month) - b(month);
  const own: Wanted = ({ whose }) => whose === 'own';
  const given: Wanted = ({ kind }) => kind === 'given';
  const returned: Wanted = ({ kind }) => kind === 'returned';
  const both =
    (a: Wanted, b: Wanted): Wanted =>
    (sum) =>
      a(sum) && b(sum);
  const not =
    (a: Wanted): Wanted =>
    (sum) =>
      !a(sum);
  // What a seller returned went up and out of its network; what those below returned came back within it.
  const takenBack = isAdmin ? returned : both(returned, not(own));
  const ownTakenBack: Wanted = isAdmin
    ? both(own, ({ kind }) => kind === 'received')
    : both(returned, ({ whose }) => whose === 'direct');
  return {
    sales: less(add('valueCents', given), add('valueCents', takenBack)),
    ownSales: less(add('valueCents', both(own, given)), add('valueCents', ownTakenBack)),
    received: add(
      'hundredths',
      isAdmin ? both(own, given) : both(own, ({ kind }) => kind === 'received'),
    ),
    spent: add(
      'hundredths',
      isAdmin ? ({ kind }) => kind === 'spent' : both(own, ({ kind }) => kind === 'spent'),
    ),
    sent: add(
      'hundredths',
      isAdmin
        ? both(given, not(own))
        : both(own, ({ kind }) => kind === 'given' || kind === 'returned'),
    ),
  };
}
