/**
 * Tests rules for which the specification defines an error text. Every violation of such a rule
 * shows the defined text.
 */
import { expect, it } from 'vitest';
import { createTemporaryCategory } from '../catalogue/temporary-channels.ts';
import { saveRotation } from '../operations/hostname-rotation.ts';
import { verifyHostnames } from '../operations/hostnames.ts';
import { readInput } from './validation.ts';

const ROTATION = 'Por favor, preencha todos os campos corretamente!';
const CATEGORY = 'Por favor, digite corretamente os valores';
const SEARCH = 'Preencha os campos corretamente!';

const rotation = { dns: 'tv.exemplo.com', idRes: 5 };
const category = { customId: 7, name: 'Jogos' };
const wrongTexts = [undefined, null, '', '   ', 5, {}];

// Each of the texts M-95, M-98 and M-101 must appear for every wrong value of its field.
it.each([
  ['M-95 DNS', saveRotation.body, rotation, 'dns', wrongTexts, ROTATION],
  [
    'M-95 franchise',
    saveRotation.body,
    rotation,
    'idRes',
    [undefined, null, '', ' ', {}, 0],
    ROTATION,
  ],
  [
    'M-98 id',
    createTemporaryCategory.body,
    category,
    'customId',
    [undefined, null, '', '  ', 'abc', {}, 0, -1, 1.5],
    CATEGORY,
  ],
  ['M-98 name', createTemporaryCategory.body, category, 'name', wrongTexts, CATEGORY],
  [
    'M-101',
    verifyHostnames.body,
    {},
    'domains',
    [undefined, null, '', 'a', [], [''], ['  '], [3]],
    SEARCH,
  ],
])(
  'returns the documented message for invalid values: %s',
  (_id, schema, whole, name, wrong, sentence) => {
    for (const value of wrong) {
      const read = readInput(schema, { ...whole, [name]: value });
      expect([value, read.ok ? undefined : Object.values(read.fields)]).toEqual([
        value,
        [sentence],
      ]);
    }
  },
);
