/** Names and states of the rows of a figure. */
import type { NumberRow } from '@ramal/contract/numbers/rows';
import { formatDayMonth, relativeWord } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import type { Tone } from '../../ui/status/StatusBadge.tsx';

export const toDate = (timestamp: number): Date => new Date(timestamp * 1000);

/**
 * Returns the name of a row. If the customer's name is hidden from this account, returns a text
 * with the reseller's name.
 */
export const rowTitle = ({ name, username, text, reseller, kind }: NumberRow): string =>
  name || username || text || (kind === 'cost' ? 'Custo' : `Cliente de ${reseller}`);

/**
 * Formats the length of a plan: «1 mês» for 30 days, «15 dias» if it is not a whole number of
 * months.
 */
export const planInWords = (days: number): string =>
  days % 30 === 0 ? pluralize(days / 30, 'mês', 'meses') : pluralize(days, 'dia', 'dias');

type State = NonNullable<NumberRow['now']>;

const states: Readonly<Record<State, { readonly tone: Tone; readonly label: string }>> = {
  active: { tone: 'ok', label: 'Ativo' },
  paused: { tone: 'off', label: 'Pausado' },
  expired: { tone: 'off', label: 'Vencido' },
  deleted: { tone: 'off', label: 'Deletado' },
  refunded: { tone: 'off', label: 'Reembolsado' },
  blocked: { tone: 'bad', label: 'Bloqueado' },
  trial: { tone: 'test', label: 'Teste' },
  erased: { tone: 'off', label: 'Sem dados' },
};

export const describeState = (state: State) => states[state];

/**
 * Formats the time of the current state: «ontem», «há 3 dias», or «em 25/10» for a deleted line.
 */
export function sinceInWords({ now, nowSinceTimestamp }: NumberRow, today: Date): string {
  if (nowSinceTimestamp === null || now === null) return '';
  const at = toDate(nowSinceTimestamp);
  return now === 'deleted' ? `em ${formatDayMonth(at)}` : relativeWord(at, today);
}

/** True if a list of lines contains the line of the row, so that it can be opened. */
export const hasOpenLine = ({ lineId, platform, username, now }: NumberRow): boolean =>
  lineId !== null &&
  platform !== null &&
  username !== null &&
  now !== 'deleted' &&
  now !== 'erased';
