import { describe, expect, it } from 'vitest';
import { readInput } from '../api/validation.ts';
import { withWireNames } from '../api/translated.ts';
import { fieldsIn, lineBody, lineFields } from './line-fields.ts';

const { iptv, p2p } = lineFields;

describe('a body', () => {
  it('has the wire names of its platform and only the fields of its act', () => {
    const values = { username: '84920175', note: 'Dona Célia', priceCents: 3_500, credits: 1 };
    expect(withWireNames(lineBody(iptv, 'create'), values)).toEqual({
      username: '84920175',
      nota: 'Dona Célia',
      price_cents: 3_500,
      credits: 1,
    });
    expect(withWireNames(lineBody(p2p, 'edit'), values)).toEqual({
      name: '84920175',
      price_cents: 3_500,
    });
  });

  it.each(Object.entries(lineFields))(
    'keeps a value that has the wire names of %s',
    (_, fields) => {
      for (const act of ['create', 'promote', 'edit'] as const) {
        const inside = Object.fromEntries(
          Object.keys(fieldsIn(fields, act)).map((name) => [name, 1]),
        );
        const sent = withWireNames(lineBody(fields, act), inside);
        expect(withWireNames(lineBody(fields, act), sent)).toEqual(sent);
      }
    },
  );

  it('requires the note in a creation and not in an edit', () => {
    expect(readInput(lineBody(iptv, 'create'), { isOficial: true })).toMatchObject({
      fields: { nota: 'O campo Anotações é necessário.' },
    });
    expect(readInput(lineBody(iptv, 'edit'), {})).toMatchObject({ ok: true });
  });
});
