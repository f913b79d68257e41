/**
 * Figures of the business: names, units, labels and definitions. Panel and API documentation show
 * the same sentences.
 */

import { figureDifferences } from './differences.ts';

/** Unit of a value: integer cents, a count, or a rate in hundredths of a percent (750 is 7,5%). */
export type FigureUnit = 'cents' | 'count' | 'rate';

interface FigureTexts {
  readonly unit: FigureUnit;
  readonly label: string;
  /** Sentence that defines the figure. */
  readonly definition: string;
  /** Definition for a calendar month, if it differs. */
  readonly monthDefinition?: string;
  /** Difference from the figure with a similar name on another screen. */
  readonly difference?: string;
}

const LOST = 'Quem voltou antes do fim do período não conta; pausa não conta.';

export const figureTexts = {
  revenue: {
    unit: 'cents',
    label: 'Receita recorrente por mês',
    definition:
      'Soma do preço por mês de cada cliente ativo: o que ele pagou ou, sem pagamento registrado, o preço da linha ou o do plano no dia da venda, dividido pelos meses do plano.',
    difference: figureDifferences.revenue,
  },
  base: {
    unit: 'cents',
    label: 'Receita no começo',
    definition: 'Receita recorrente por mês de quem estava ativo no começo do período.',
  },
  new: {
    unit: 'cents',
    label: 'Novos',
    definition: 'Preço por mês de quem virou cliente no período e continua ativo no fim dele.',
    difference: figureDifferences.new,
  },
  recovered: {
    unit: 'cents',
    label: 'Recuperados',
    definition:
      'Preço por mês de quem já foi cliente, não estava ativo no começo do período e está no fim dele.',
  },
  changed: {
    unit: 'cents',
    label: 'Mudou de plano',
    definition:
      'Diferença do preço por mês de quem estava ativo no começo e no fim do período com outro preço ou plano.',
  },
  lost: {
    unit: 'cents',
    label: 'Perdidos',
    definition: `Preço por mês de quem estava ativo no começo do período e não está no fim dele. ${LOST}`,
    difference: figureDifferences.lost,
  },
  customers: {
    unit: 'count',
    label: 'Clientes',
    definition: 'Linhas oficiais ativas agora. Teste não conta.',
    monthDefinition: 'Linhas oficiais ativas no fim do mês. Teste não conta.',
    difference: figureDifferences.customers,
  },
  ticket: {
    unit: 'cents',
    label: 'Ticket médio',
    definition: 'Receita recorrente por mês dividida pelos clientes.',
  },
  retention: {
    unit: 'rate',
    label: 'Retenção',
    definition: 'De quem estava ativo há 30 dias, quantos estão ativos agora.',
    monthDefinition: 'De quem estava ativo no começo do mês, quantos estavam ativos no fim dele.',
  },
  churn: {
    unit: 'rate',
    label: 'Perda',
    definition: 'De quem estava ativo há 30 dias, quantos não estão ativos agora.',
    monthDefinition:
      'De quem estava ativo no começo do mês, quantos não estavam ativos no fim dele.',
  },
  'revenue-retention': {
    unit: 'rate',
    label: 'Retenção da receita',
    definition:
      'Da receita recorrente de há 30 dias, quanto é de quem está ativo agora, pelo preço daquele dia.',
    monthDefinition:
      'Da receita recorrente do começo do mês, quanto é de quem estava ativo no fim dele, pelo preço daquele dia.',
  },
  'revenue-churn': {
    unit: 'rate',
    label: 'Perda da receita',
    definition: 'Da receita recorrente de há 30 dias, quanto é de quem não está ativo agora.',
    monthDefinition:
      'Da receita recorrente do começo do mês, quanto é de quem não estava ativo no fim dele.',
  },
  'lifetime-value': {
    unit: 'cents',
    label: 'Valor de um cliente',
    definition: 'Ticket médio dividido pela perda de 30 dias.',
    monthDefinition: 'Ticket médio dividido pela perda do mês.',
  },
  'trial-conversion': {
    unit: 'rate',
    label: 'Conversão de teste',
    definition: 'Dos testes que acabaram nos últimos 30 dias, quantos já pagaram.',
    monthDefinition: 'Dos testes que acabaram no mês, quantos pagaram até o fim dele.',
    difference: figureDifferences['trial-conversion'],
  },
  forecast: {
    unit: 'cents',
    label: 'Previsão para 30 dias',
    definition:
      'Cada linha que vence no período, pela taxa de renovação do plano dela nos últimos 90 dias, mais os clientes novos no ritmo dos últimos 90 dias.',
    difference: figureDifferences.forecast,
  },
  'forecast-error': {
    unit: 'rate',
    label: 'Erro da previsão',
    definition: 'Diferença entre o previsto no dia 1º e o recebido no mês, dividida pelo recebido.',
  },
  received: {
    unit: 'cents',
    label: 'Recebido',
    definition: 'Pagamentos aprovados no mês, menos os devolvidos no mesmo mês.',
    difference: figureDifferences.received,
  },
  costs: {
    unit: 'cents',
    label: 'Custos',
    definition: 'Créditos usados, tarifas, mensagens e o que você lançou, pela data.',
    difference: figureDifferences.costs,
  },
  profit: { unit: 'cents', label: 'Lucro', definition: 'Recebido menos custos.' },
  margin: { unit: 'rate', label: 'Margem', definition: 'Lucro dividido pelo recebido.' },
  'profit-per-customer': {
    unit: 'cents',
    label: 'Lucro por cliente',
    definition: 'Lucro do mês dividido pelos clientes do fim dele.',
  },
  corrections: {
    unit: 'cents',
    label: 'Correções',
    definition: 'O que mudou no mês sobre meses já fechados: reembolsos, pagamentos e custos.',
  },
  'credits-sold': {
    unit: 'cents',
    label: 'Créditos vendidos',
    definition:
      'Créditos vendidos às suas revendas no mês, pelo preço combinado, menos os devolvidos no mesmo mês.',
    difference: figureDifferences['credits-sold'],
  },
  cohort: {
    unit: 'rate',
    label: 'Por mês de entrada',
    definition: 'Quantos dos que pagaram pela primeira vez no mês ainda estão ativos.',
  },
} as const satisfies Readonly<Record<string, FigureTexts>>;

export type FigureKey = keyof typeof figureTexts;
export const figureKeys = Object.keys(figureTexts) as [FigureKey, ...FigureKey[]];

/** Returns all texts of a figure; `difference` is undefined if no other screen has a similar figure. */
export const getFigureTexts = (figure: FigureKey): FigureTexts => figureTexts[figure];

/** Returns the definition of a figure for a period: `30d`, or a month as yyyy-mm. */
export function getFigureDefinition(figure: FigureKey, period: string): string {
  const { definition, monthDefinition } = getFigureTexts(figure);
  return period === '30d' ? definition : (monthDefinition ?? definition);
}

/** Reasons why the business lost a customer, in the order of the filter chips above the rows. */
export const lossReasons = ['not-renewed', 'deleted', 'refunded', 'blocked'] as const;
export type LossReason = (typeof lossReasons)[number];

export const lossReasonLabels: Readonly<Record<LossReason, string>> = {
  'not-renewed': 'Não renovou',
  deleted: 'Deletado',
  refunded: 'Reembolsado',
  blocked: 'Bloqueado',
};

/** Source of the price of a customer. */
export const priceSources = ['payment', 'line-price', 'plan-price', 'none'] as const;
export type PriceSource = (typeof priceSources)[number];

export const priceSourceLabels: Readonly<Record<PriceSource, string>> = {
  payment: 'pagamento registrado',
  'line-price': 'sem pagamento registrado',
  'plan-price': 'sem pagamento registrado, pelo preço do plano',
  none: 'sem preço: defina o preço da linha ou do plano',
};

/** Terms of the price list in days. Each term is the key of a plan. */
export const planDays = [15, 30, 60, 90, 120, 180, 360] as const;
export type PlanDays = (typeof planDays)[number];
