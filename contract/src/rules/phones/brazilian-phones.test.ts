import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readBrazilian } from './brazilian-phones.ts';
import { parseWrittenPhone } from '../phone.ts';
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
