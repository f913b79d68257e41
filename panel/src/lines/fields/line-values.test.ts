import { describe, expect, it } from 'vitest';
import type { Line } from '../line.ts';
import { emptyForm, readForm, toLineInput, typedCents } from './line-values.ts';
import { readyPackage } from './product.ts';

const line = {
  username: '84920175',
  whatsapp: '5511955550142',
  note: 'Dona Célia',
  priceCents: 3_550,
} as Line;

describe('the values of a form', () => {
  it('are in the order of the forms, which is the order of the messages', () => {
    expect(Object.keys(emptyForm)).toEqual([
      'credits',
      'testHours',
      'custom',
      'packageId',
      'bouquets',
      'username',
      'whatsapp',
      'note',
      'price',
    ]);
  });

  it('are read from a line as people type them', () => {
    expect(readForm(line, readyPackage(1))).toMatchObject({
      username: '84920175',
      whatsapp: '+5511955550142',
      note: 'Dona Célia',
      price: '35,50',
      packageId: 1,
    });
  });

  it('become a request with an amount in cents and a product by its ids', () => {
    const values = { ...readForm(line, readyPackage(null)), custom: true, bouquets: ['Filmes'] };
    expect(toLineInput(values, [{ id: 7, name: 'Filmes' }])).toMatchObject({
      priceCents: 3_550,
      custom: true,
      bouquetIds: [7],
    });
    expect(toLineInput(emptyForm, []).priceCents).toBeUndefined();
  });

  it.each([undefined, null])('show no amount for %s', (cents) => {
    expect(typedCents(cents)).toBe('');
  });
});
