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

describe('values of the line forms', () => {
  it('lists the values in the order of the forms, which is the order of the messages', () => {
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

  it('reads the values of a line in the format that people type', () => {
    expect(readForm(line, readyPackage(1))).toMatchObject({
      username: '84920175',
      whatsapp: '+5511955550142',
      note: 'Dona Célia',
      price: '35,50',
      packageId: 1,
    });
  });

  it('converts the values to a request with an amount in cents and the ids of the product', () => {
    const values = { ...readForm(line, readyPackage(null)), custom: true, bouquets: ['Filmes'] };
    expect(toLineInput(values, [{ id: 7, name: 'Filmes' }])).toMatchObject({
      priceCents: 3_550,
      custom: true,
      bouquetIds: [7],
    });
    expect(toLineInput(emptyForm, []).priceCents).toBeUndefined();
  });

  it.each([undefined, null])('shows an empty amount for %s', (cents) => {
    expect(typedCents(cents)).toBe('');
  });
});
