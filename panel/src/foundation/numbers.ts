const credits = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `42,4`; at most two places. Takes credits as they are on the wire. */
export function formatCredits(amount: number): string {
  return credits.format(amount);
}

/** `1 crédito`, `0,6 créditos`, `42,4 créditos`. */
export function creditsInWords(amount: number): string {
  return `${formatCredits(amount)} ${amount === 1 ? 'crédito' : 'créditos'}`;
}

/** `R$ 130,00`, with a plain space so that copied and compared texts hold no surprise. */
export function formatMoney(reais: number): string {
  return money.format(reais).replace(/\u00a0/g, ' ');
}

const dollars = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' });

/** `US$ 5,99`: what a registrar asks. */
export const formatDollars = (amount: number): string =>
  dollars.format(amount).replace(/\u00a0/g, ' ');

/** `1.706`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** `1 usuário`, `208 usuários`. */
export function countOf(count: number, singular: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** Before what is missing: «falta 1 crédito», «faltam 0,6 créditos». */
export const missingVerb = (credits: number): 'falta' | 'faltam' =>
  credits === 1 ? 'falta' : 'faltam';
