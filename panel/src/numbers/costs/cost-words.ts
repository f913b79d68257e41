/** Names and explanations of costs. */
import { type CostKind, costKindLabels } from '@ramal/contract/numbers/costs';
import { formatCredits, pluralize } from '../../foundation/numbers.ts';
import { formatCents } from '../number-words.ts';

const automaticKinds: ReadonlySet<CostKind> = new Set(['credits', 'fees', 'messages']);

export const isAutomatic = (kind: CostKind): boolean => automaticKinds.has(kind);

export const costKind = (kind: CostKind): string => costKindLabels[kind];

/** Labels for the sum of all costs of a kind. */
const sumLabels: Readonly<Record<CostKind, string>> = {
  ...costKindLabels,
  credits: 'Créditos',
  fees: 'Tarifas',
  messages: 'Mensagens',
  server: 'Servidores',
  credit: 'Créditos lançados',
  channel: 'Canais',
  other: 'Outros',
};

export const costSumLabel = (kind: CostKind): string => sumLabels[kind];

const nouns: Readonly<Record<'fees' | 'messages', readonly [string, string]>> = {
  fees: ['pagamento', 'pagamentos'],
  messages: ['mensagem', 'mensagens'],
};

/**
 * Returns «148 × R$ 6,50», «210 pagamentos» or «2 lançamentos». For the kind `credits`, `count` is
 * in hundredths of a credit.
 */
export function costSumNote(kind: CostKind, count: number, cents: number): string {
  if (kind === 'credits') {
    if (count === 0) return 'nenhum usado';
    return `${formatCredits(count / 100)} × ${formatCents(Math.round((100 * cents) / count))}`;
  }
  const [singular, many] =
    kind === 'fees' || kind === 'messages' ? nouns[kind] : ['lançamento', 'lançamentos'];
  return pluralize(count, singular, many);
}

/** Returns «148 créditos × R$ 6,50», for a cost that is added up automatically. */
export function automaticNote(kind: CostKind, quantity: number, cents: number): string {
  const isCredits = kind === 'credits';
  const count = isCredits ? quantity / 100 : quantity;
  const words = isCredits
    ? `${formatCredits(count)} ${count === 1 ? 'crédito' : 'créditos'}`
    : pluralize(count, ...nouns[kind === 'fees' ? 'fees' : 'messages']);
  return count === 0 ? words : `${words} × ${formatCents(Math.round(cents / count))}`;
}
