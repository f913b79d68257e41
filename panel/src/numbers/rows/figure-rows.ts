/** Kinds of the rows of each figure, and their names on the screen. */
import type { FigureKey } from '@ramal/contract/numbers/figures';

/** `movement` is a payment or a cost. */
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

/** Header of the column with the time. Undefined if the rows of a figure have no time of interest. */
export function atHeader(figure: FigureKey): string | undefined {
  const kind = rowsKind(figure);
  if (kind === 'payment') return 'Pago em';
  if (kind === 'cost' || kind === 'movement') return 'Data';
  return atHeaders[figure];
}

/** Figures of the present moment. Their titles name no period. */
const present: ReadonlySet<FigureKey> = new Set(['revenue', 'customers', 'ticket', 'forecast']);

/** Figures of the month, also in the period of 30 days. */
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

/** Figures whose rows are split into the counted ones and the rest. Churn is split by reason. */
const parts: Partial<Record<FigureKey, readonly [counted: string, rest: string]>> = {
  cohort: ['Seguem', 'Saíram'],
  retention: ['Seguem', 'Saíram'],
  'trial-conversion': ['Pagaram', 'Não pagaram'],
};

export const partLabels = (figure: FigureKey) => parts[figure];

/** Words after the sum of the lost customers. */
export const sumNote = (figure: FigureKey): string | undefined =>
  figure === 'churn' || figure === 'lost' || figure === 'revenue-churn'
    ? 'deixaram de entrar por mês'
    : undefined;
