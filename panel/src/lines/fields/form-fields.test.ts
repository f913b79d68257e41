import { type LineAct, lineFields } from '@ramal/contract/lines/line-fields';
import { describe, expect, it } from 'vitest';
import { formFieldOfError, formFieldsIn } from './form-fields.ts';

type Family = keyof typeof lineFields;

describe('fields of the forms', () => {
  it.each([
    ['create', 'iptv', ['credits', 'testHours', 'plan', 'username', 'whatsapp', 'note', 'price']],
    ['create', 'p2p', ['credits', 'testHours', 'plan', 'username', 'whatsapp', 'note', 'price']],
    ['promote', 'iptv', ['credits', 'plan']],
    ['edit', 'iptv', ['plan', 'username', 'whatsapp', 'note', 'price']],
    ['edit', 'p2p', ['username', 'whatsapp', 'price']],
    ['editNote', 'p2p', ['note']],
    ['editProduct', 'p2p', ['plan']],
  ] as const)('show the fields of %s on %s in order', (act: LineAct, family: Family, expected) => {
    expect(formFieldsIn(lineFields[family], act)).toEqual(expected);
  });

  it('hides fields that only the owner sees from ancestor accounts', () => {
    expect(formFieldsIn(lineFields.p2p, 'edit', false)).toEqual(['username', 'whatsapp']);
  });

  it.each([
    ['iptv', 'create', 'bouquets', 'plan'],
    ['iptv', 'create', 'testHours', 'testHours'],
    ['iptv', 'edit', 'nota', 'note'],
    ['iptv', 'edit', 'priceCents', 'price'],
    ['p2p', 'create', 'name', 'username'],
    ['p2p', 'editProduct', 'productId', 'plan'],
    ['p2p', 'edit', 'nota', undefined],
    ['p2p', 'create', 'isOficial', undefined],
  ] as const)('show an error of %s in %s under %s', (family, act, name, expected) => {
    expect(formFieldOfError(lineFields[family], act, name)).toBe(expected);
  });
});
