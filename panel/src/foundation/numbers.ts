const credits = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Formats credits of the wire format with at most two decimals: `42,4`. */
export function formatCredits(amount: number): string {
  return credits.format(amount);
}

/** Formats credits with the noun: `1 crédito`, `0,6 créditos`, `42,4 créditos`. */
export function creditsInWords(amount: number): string {
  return `${formatCredits(amount)} ${amount === 1 ? 'crédito' : 'créditos'}`;
}

/**
 * Formats reais: `R$ 130,00`. Uses a plain space, so that copied and compared texts contain no
 * no-break space.
 */
export function formatMoney(reais: number): string {
  return money.format(reais).replace(/\u00a0/g, ' ');
}

const dollars = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' });

/** Formats a registrar's price in dollars: `US$ 5,99`. */
export const formatDollars = (amount: number): string =>
  dollars.format(amount).replace(/\u00a0/g, ' ');

/** Formats a count with thousands separators: `1.706`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Formats a count with its noun: `1 usuário`, `208 usuários`. */
export function pluralize(count: number, singular: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** Returns the verb for missing credits: «falta 1 crédito», «faltam 0,6 créditos». */
export const missingVerb = (credits: number): 'falta' | 'faltam' =>
  credits === 1 ? 'falta' : 'faltam';
