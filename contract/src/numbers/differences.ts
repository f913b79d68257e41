/**
 * Differences between the figures of «Números» and similar figures on other screens. A sentence
 * states how the two screens count, and both screens show it.
 */
export const figureDifferences = {
  revenue:
    'A Projeção do mês soma os créditos das renovações; Números soma o preço que o cliente paga.',
  new: 'Início e Relatórios contam toda linha criada; Números conta só quem continua cliente.',
  lost: 'Relatórios contam cada vencimento, também o renovado depois; Números conta só quem não voltou.',
  customers: 'O Início conta só as linhas ligadas; Números conta também as pausadas.',
  'trial-conversion':
    'O Início conta os testes criados no mês; Números, os que acabaram nos últimos 30 dias.',
  forecast:
    'A Projeção do mês conta créditos pela taxa do mês passado; Números prevê reais pela taxa de 90 dias, com os clientes novos.',
  received:
    'Recargas soma só o portal, sem descontar devoluções, e o Extrato soma a venda de créditos; Números soma o que os clientes pagaram, menos o devolvido.',
  costs:
    'Relatórios contam o consumo em créditos, com os do portal; Números soma o que cada crédito custou.',
  'credits-sold': 'Relatórios somam as vendas da rede inteira; Números soma só as suas.',
} as const;

export type DifferentFigure = keyof typeof figureDifferences;
