/** Example values of the placeholders, for the preview of a text before a customer exists. */
import type { storefrontPlaceholders } from '@ramal/contract/storefront/settings';

type Placeholder = keyof typeof storefrontPlaceholders;

export const sampleValues = (address: string): Record<Placeholder, string> => ({
  nome: 'Célia',
  usuario: '77120482',
  senha: 'k7Tq29',
  vencimento: 'hoje, 20:32',
  instalar: `${address}/instalar`,
  link: address,
});
