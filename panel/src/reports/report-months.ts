/**
 * Converts the six months of the answer to rows of the charts. Each chart has its own series with
 * names and colours.
 */
import { type DifferentFigure, figureDifferences } from '@ramal/contract/numbers/differences';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getReports } from '@ramal/contract/reports';
import { formatCount, formatCredits, formatMoney } from '../foundation/numbers.ts';
import type { EventGroup, LogType } from '@ramal/contract/logs';
import { monthName } from '../logs/months.ts';
import type { Destination } from '../ui/destination.ts';

export type Reports = ResponseOf<typeof getReports>;

export interface Series {
  readonly name: string;
  readonly label: string;
  /** A colour token of the panel's theme. */
  readonly color: string;
  /** Link to the rows that a month's value counts, if one list contains them all (Q-COUNTS). */
  readonly rowsOf?: (mes: string) => Destination;
}

/**
 * Values of one month. `month` is the label on the axis, such as «nov». `mes` has the format
 * mm/yyyy.
 */
type MonthRow = {
  readonly mes: string;
  readonly month: string;
  readonly whole: string;
} & Readonly<Record<string, number | string>>;

export interface Chart {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly series: readonly Series[];
  readonly stacked: boolean;
  readonly rows: readonly MonthRow[];
  readonly format: (value: number) => string;
}

const accent = 'var(--accent)';
const ok = 'var(--ok-mark)';
const test = 'var(--test-mark)';
/** Amber is reserved for warnings, so no series uses it. */
const off = 'var(--off)';

const inLog =
  (group: EventGroup, type?: LogType) =>
  (mes: string): Destination => {
    const [month, year] = mes.split('/').map(Number);
    return {
      to: '/log',
      search: { group, month, year, ...(type === undefined ? {} : { logType: type }) },
    };
  };

/** Link to the expiries of a month, in a dialog over the reports. */
const inExpiries = (mes: string): Destination => ({
  to: '/reports',
  search: { expired: mes.split('/').toReversed().join('-') },
});

/**
 * Returns a link to the statement of the account or of its network. The statement contains the
 * counted credits.
 */
const inStatement =
  (network: boolean) =>
  (mes: string): Destination => ({
    to: '/extract',
    search: { month: mes.split('/').toReversed().join('-'), ...(network ? { network } : {}) },
  });

interface ChartsFor {
  readonly isAdmin: boolean;
  /** True if the menu of the account contains the statement. */
  readonly readsStatement: boolean;
}

interface ChartContext extends ChartsFor {
  readonly reports: Reports;
  readonly months: readonly string[];
}

export const buildCharts = (reports: Reports, who: ChartsFor): Chart[] => {
  const context: ChartContext = { ...who, reports, months: Object.keys(reports.financeiro) };
  return [salesChart(context), usersChart(context), renewalsChart(context), creditsChart(context)];
};

const moneyOf =
  ({ readsStatement }: ChartsFor) =>
  (network: boolean): Pick<Series, 'rowsOf'> =>
    readsStatement ? { rowsOf: inStatement(network) } : {};

/**
 * Adds to a note how «Números» counts the similar figure differently. An admin has no «Números», so
 * the note stays unchanged.
 */
const noteFor = ({ isAdmin }: ChartsFor, note: string, figure: DifferentFigure): string =>
  isAdmin ? note : `${note} ${figureDifferences[figure]}`;

const row = (mes: string, values: Record<string, number>): MonthRow => ({
  mes,
  ...labelsOf(mes),
  ...values,
});

const users = (list: Reports['renovacoes'], mes: string): number =>
  list.find((month) => month.mes === mes)?.users ?? 0;

function salesChart(context: ChartContext): Chart {
  const { reports, months, isAdmin } = context;
  const money = moneyOf(context);
  return {
    key: 'sales',
    title: 'Vendas de créditos',
    note: noteFor(
      context,
      isAdmin
        ? 'Em R$: vendas da administração e das revendas entre si.'
        : 'Em R$: o que você vendeu às suas revendas e o que elas venderam abaixo.',
      'credits-sold',
    ),
    series: [
      {
        name: 'own',
        label: isAdmin ? 'Administração' : 'Você',
        color: accent,
        ...money(isAdmin),
      },
      {
        name: 'network',
        label: isAdmin ? 'Entre revendas' : 'Sua rede',
        color: test,
        ...money(true),
      },
    ],
    stacked: true,
    rows: months.map((mes) => {
      const ownCents = reports.financeiroProprio[mes] ?? 0;
      return row(mes, { own: ownCents, network: cents((reports.financeiro[mes] ?? 0) - ownCents) });
    }),
    format: formatMoney,
  };
}

const usersChart = ({ reports, months, ...context }: ChartContext): Chart => ({
  key: 'users',
  title: 'Novos usuários',
  note: noteFor(
    context,
    'Usuários oficiais criados; migrados e importados à parte, testes não contam.',
    'new',
  ),
  series: [
    { name: 'iptv', label: 'IPTV', color: accent, rowsOf: inLog('new', 1) },
    { name: 'p2p', label: 'P2P', color: test, rowsOf: inLog('new', 2) },
    { name: 'migrated', label: 'Migrados', color: off, rowsOf: inLog('migrated') },
    { name: 'imported', label: 'Importados', color: ok, rowsOf: inLog('imported') },
  ],
  stacked: true,
  rows: months.map((mes) =>
    row(mes, {
      iptv: users(reports.novosUsuariosIptv, mes),
      p2p: users(reports.novosUsuariosP2p, mes),
      migrated: users(reports.novosUsuariosMigrados, mes),
      imported: users(reports.novosUsuariosImportados, mes),
    }),
  ),
  format: formatCount,
});

const renewalsChart = ({ reports, months, ...context }: ChartContext): Chart => ({
  key: 'renewals',
  title: 'Renovações e vencimentos',
  note: noteFor(
    context,
    'Quantas vezes uma linha foi renovada, e quantas vezes uma venceu.',
    'lost',
  ),
  series: [
    { name: 'renewals', label: 'Renovações', color: ok, rowsOf: inLog('renewed') },
    { name: 'expiries', label: 'Vencimentos', color: off, rowsOf: inExpiries },
  ],
  stacked: false,
  rows: months.map((mes) =>
    row(mes, {
      renewals: users(reports.renovacoes, mes),
      expiries: users(reports.vencimentos, mes),
    }),
  ),
  format: formatCount,
});

function creditsChart(context: ChartContext): Chart {
  const { reports, months, isAdmin } = context;
  const money = moneyOf(context);
  const credits = (mes: string) =>
    reports.creditos.find((month) => month.mes === mes) ?? {
      recebidos: 0,
      consumidos: 0,
      enviados: 0,
    };
  return {
    key: 'credits',
    title: 'Créditos',
    note: noteFor(
      context,
      isAdmin
        ? 'Emitidos, consumidos pelas linhas e repassados entre revendas.'
        : 'Recebidos, consumidos pelas suas linhas e enviados a outras contas.',
      'costs',
    ),
    series: [
      {
        name: 'received',
        label: isAdmin ? 'Emitidos' : 'Recebidos',
        color: ok,
        ...money(isAdmin),
      },
      { name: 'spent', label: 'Consumidos', color: accent, ...money(isAdmin) },
      {
        name: 'sent',
        label: isAdmin ? 'Repassados' : 'Enviados',
        color: test,
        ...money(isAdmin),
      },
    ],
    stacked: false,
    rows: months.map((mes) => {
      const { recebidos, consumidos, enviados } = credits(mes);
      return row(mes, { received: recebidos, spent: consumidos, sent: enviados });
    }),
    format: formatCredits,
  };
}

const cents = (value: number): number => Math.round(value * 100) / 100;

function labelsOf(mes: string): { month: string; whole: string } {
  const [month, year] = mes.split('/');
  const name = monthName(Number(month));
  return { month: name.slice(0, 3), whole: `${name} de ${year}` };
}

export const isEmpty = ({ rows, series }: Chart): boolean =>
  rows.every((row) => series.every(({ name }) => row[name] === 0));
