/**
 * Origins of customers: where the customer requested the line for the first time. The origin never
 * changes.
 */
export const lineOrigins = ['own', 'storefront', 'chatbot', 'referral', 'import'] as const;
export type LineOrigin = (typeof lineOrigins)[number];

export const lineOriginLabels: Readonly<Record<LineOrigin, string>> = {
  own: 'Você criou',
  storefront: 'Página de venda',
  chatbot: 'Robô de respostas',
  referral: 'Indicação',
  import: 'Importação',
};
