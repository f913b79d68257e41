import { describe, expect, it } from 'vitest';
import { readInput } from '../api/validation.ts';
import { toWireNames } from '../api/translated.ts';
import { lineBody, lineFields } from './line-fields.ts';

const { iptv, p2p } = lineFields;

describe('a body', () => {
  it('has the wire names of its platform and only the fields of its act', () => {
    const values = { username: '84920175', note: 'Dona Célia', priceCents: 3_500, credits: 1 };
    expect(toWireNames(lineBody(iptv, 'create'), values)).toEqual({
      username: '84920175',
      nota: 'Dona Célia',
      price_cents: 3_500,
      credits: 1,
    });
    expect(toWireNames(lineBody(p2p, 'edit'), values)).toEqual({
      name: '84920175',
      price_cents: 3_500,
    });
  });

  it('requires the note in a creation and not in an edit', () => {
    expect(readInput(lineBody(iptv, 'create'), { isOficial: true })).toMatchObject({
      fields: { nota: 'O campo Anotações é necessário.' },
    });
    expect(readInput(lineBody(iptv, 'edit'), {})).toMatchObject({ ok: true });
  });
});
