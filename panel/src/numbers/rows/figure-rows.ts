/** Kinds of the rows of each figure, and their names on the screen. */
import type { FigureKey } from '@ramal/contract/numbers/figures';

/** `movement` rows can be payments or costs. */
export type RowsKind = 'customer' | 'trial' | 'payment' | 'cost' | 'due' | 'movement';

const kinds: Partial<Record<FigureKey, RowsKind>> = {
  'trial-conversion': 'trial',
  forecast: 'due',
  'forecast-error': 'payment',
  received: 'payment',
  'credits-sold': 'movement',
  costs: 'cost',
  profit: 'movement',
  margin: 'movement',
  'profit-per-customer': 'movement',
  corrections: 'movement',
};

export const rowsKind = (figure: FigureKey): RowsKind => kinds[figure] ?? 'customer';

export const rowNouns: Readonly<Record<RowsKind, readonly [string, string]>> = {
  customer: ['cliente', 'clientes'],
  trial: ['teste', 'testes'],
  payment: ['pagamento', 'pagamentos'],
  cost: ['custo', 'custos'],
  due: ['linha', 'linhas'],
  movement: ['lançamento', 'lançamentos'],
};

const atHeaders: Partial<Record<FigureKey, string>> = {
  new: 'Entrou em',
  recovered: 'Voltou em',
  changed: 'Mudou em',
  lost: 'Parou em',
  churn: 'Parou em',
  'revenue-churn': 'Parou em',
  'lifetime-value': 'Parou em',
  'trial-conversion': 'Acabou em',
  forecast: 'Vence em',
};

/** Returns the header of the time column. Undefined if the figure has no time column. */
export function atHeader(figure: FigureKey): string | undefined {
  const kind = rowsKind(figure);
  if (kind === 'payment') return 'Pago em';
  if (kind === 'cost' || kind === 'movement') return 'Data';
  return atHeaders[figure];
}

/** Figures of the current moment. Their titles contain no period. */
const present: ReadonlySet<FigureKey> = new Set(['revenue', 'customers', 'ticket', 'forecast']);

/**
 * Figures that are always calculated for a calendar month, even if the selected period is 30 days.
 */
const monthly: ReadonlySet<FigureKey> = new Set([
  'received',
  'costs',
  'profit',
  'margin',
  'profit-per-customer',
  'corrections',
  'credits-sold',
  'forecast-error',
]);

export const isOfPresent = (figure: FigureKey): boolean => present.has(figure);
export const isMonthly = (figure: FigureKey): boolean => monthly.has(figure);

/**
 * Labels of the two parts of a figure: the counted rows and all other rows. Churn is not in this
 * table, because it is split by reason.
 */
const parts: Partial<Record<FigureKey, readonly [counted: string, rest: string]>> = {
  cohort: ['Seguem', 'Saíram'],
  retention: ['Seguem', 'Saíram'],
  'trial-conversion': ['Pagaram', 'Não pagaram'],
};

export const partLabels = (figure: FigureKey) => parts[figure];

/**
 * Returns the text after the sum of a figure about lost customers. Undefined for all other figures.
 */
export const sumNote = (figure: FigureKey): string | undefined =>
  figure === 'churn' || figure === 'lost' || figure === 'revenue-churn'
    ? 'deixaram de entrar por mês'
    : undefined;
