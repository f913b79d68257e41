import { expect, it } from 'vitest';
import type { LineParams } from './line-params.ts';
import { nothingFoundState } from './list-states.tsx';

const emptyText = (params: Partial<LineParams>) =>
  nothingFoundState(params as LineParams, { total: 15, exact: true })?.text;

it('names the filters that found nothing, including the payment filter', () => {
  expect(emptyText({})).toBeUndefined();
  expect(emptyText({ paid: 'paid' })).toBe('Nenhuma das 15 linhas está paga.');
  expect(emptyText({ paid: 'open', status: 'Ativo' })).toBe(
    'Nenhuma das 15 linhas está ativa e está em aberto.',
  );
  expect(emptyText({ paid: 'open', search: 'ana' })).toBe(
    'Procuramos nome, usuário, senha e WhatsApp, só nas em aberto.',
  );
});
