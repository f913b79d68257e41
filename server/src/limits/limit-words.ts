/** Amounts as a person reads them, in the refusals of limits. */
import { fromHundredths } from '@ramal/contract/rules/money';

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** `42,4`; hundredths. */
export const creditsInWords = (hundredths: number): string =>
  fromHundredths(hundredths).toLocaleString('pt-BR', { maximumFractionDigits: 2 });

/** `R$ 6,50`; cents. */
export const reaisInWords = (cents: number): string =>
  `R$ ${fromHundredths(cents).toLocaleString('pt-BR', decimals)}`;

const nouns = {
  limit_lines: ['linha', 'linhas'],
  limit_trials_a_day: ['teste', 'testes'],
} as const;

export type CountLimit = keyof typeof nouns;

/** `1 linha`, `20 testes`. */
export const countInWords = (code: CountLimit, count: number): string =>
  `${count.toLocaleString('pt-BR')} ${nouns[code][count === 1 ? 0 : 1]}`;
