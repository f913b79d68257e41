/** Amounts as text, for the error messages of limits. */
import { fromHundredths } from '@ramal/contract/rules/money';

const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Returns `42,4` for hundredths of a credit. */
export const creditsInWords = (hundredths: number): string =>
  fromHundredths(hundredths).toLocaleString('pt-BR', { maximumFractionDigits: 2 });

/** Returns `R$ 6,50` for cents. */
export const reaisInWords = (cents: number): string =>
  `R$ ${fromHundredths(cents).toLocaleString('pt-BR', decimals)}`;

const nouns = {
  limit_lines: ['linha', 'linhas'],
  limit_trials_a_day: ['teste', 'testes'],
} as const;

export type CountLimit = keyof typeof nouns;

/** Returns `1 linha`, `20 testes`. */
export const countInWords = (code: CountLimit, count: number): string =>
  `${count.toLocaleString('pt-BR')} ${nouns[code][count === 1 ? 0 : 1]}`;
