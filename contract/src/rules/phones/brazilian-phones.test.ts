import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isPerhapsForeign, readBrazilian, readInBrazil } from './brazilian-phones.ts';
import { parseWrittenPhone, PHONE_DATA_MISSING } from '../phone.ts';
import { phoneReaderFor } from '../phone-numbers.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('../cases/phones-01.json', import.meta.url), 'utf8'),
) as { cases: [written: string, result: string][] };

const readShort = (written: string): string | undefined => {
  const phone = parseWrittenPhone(written);
  return phone && readBrazilian(phone);
};

const forms = [
  '(11) 95555-0142',
  '11955550142',
  '011 95555-0142',
  '+55 11 95555-0142',
  '5511955550142',
  '0055 11 95555 0142',
  'https://wa.me/5511955550142',
];

it('reads only numbers that the data of all countries reads in the same way', () => {
  const read = phoneReaderFor('BR');
  const numbers = [...cases.map(([written]) => written), ...forms].flatMap((written) => {
    const number = readShort(written);
    return number === undefined ? [] : [{ written, number }];
  });
  expect(numbers.length).toBeGreaterThan(forms.length);
  expect(numbers).toEqual(
    numbers.map(({ written }) => ({ written, number: read(written).number })),
  );
});

it.each(forms)('reads %s without the data of other countries', (written) => {
  expect(readShort(written)).toBe('5511955550142');
});

it.each(['+351 912 345 678', '95555-0142', '(10) 95555-0142', '+11 95555-0142', '55 5555'])(
  'leaves %s to the data of all countries',
  (written) => {
    expect(readShort(written)).toBeUndefined();
  },
);

describe('a reader in Brazil', () => {
  const read = phoneReaderFor('BR');
  const prefix = fc.constantFrom(
    '',
    '',
    '0',
    '+',
    '00',
    '+55',
    '55',
    '0055',
    '(00) ',
    '015',
    '9015',
  );
  const digits = fc.stringMatching(/^[1-9]\d{3,12}$/);
  const national = fc.stringMatching(/^[1-9]\d(9\d{8}|\d{8})$/);
  const written = fc
    .tuple(prefix, fc.oneof(digits, national))
    .map(([before, number]) => before + number);

  const expected = (text: string) =>
    isPerhapsForeign(text) ? { problem: PHONE_DATA_MISSING } : read(text);

  it('answers like the data of all countries unless it needs that data', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(readInBrazil(text)).toEqual(expected(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(cases.map(([text]) => text))('answers «%s» like the data or needs it', (text) => {
    expect(readInBrazil(text)).toEqual(expected(text));
  });

  it.each(['1', '(11) 9', '11935697336', '+', '+5', '+55', '+55 11 93569-7336', '12 8888 87766'])(
    'needs no data while %s is typed',
    (text) => {
      expect(isPerhapsForeign(text)).toBe(false);
    },
  );

  it.each(['+351 912 345 678', '+1 (212) 555-0123', '351912345678'])(
    'needs the data of all countries for %s',
    (text) => {
      expect(isPerhapsForeign(text)).toBe(true);
      expect(readInBrazil(text)).toEqual({ problem: PHONE_DATA_MISSING });
    },
  );
});
