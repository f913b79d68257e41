import { describe, expect, it } from 'vitest';
import { phoneProblems, phoneSearchDigits } from './phone.ts';
import { phoneReaderFor } from './phone-numbers.ts';

const read = phoneReaderFor('BR');

describe('a number of the own country', () => {
  it.each([
    ['(11) 98888-7766', '5511988887766'],
    ['11988887766', '5511988887766'],
    ['11 9 8888.7766', '5511988887766'],
    ['011 98888-7766', '5511988887766'],
    ['0 15 11 98888-7766', '5511988887766'],
    ['5511988887766', '5511988887766'],
    ['+55 (11) 98888-7766', '5511988887766'],
    ['0055 11 98888 7766', '5511988887766'],
    ['\u202A+55 11 98888\u20117766\u202C', '5511988887766'],
    ['(55) 99888-7766', '5555998887766'],
    ['5555998887766', '5555998887766'],
    ['(11) 3333-4444', '551133334444'],
    ['551133334444', '551133334444'],
  ])('%s is kept as %s', (written, number) => {
    expect(read(written)).toEqual({ number });
  });

  it.each([
    ['98888-7766', phoneProblems.areaCodeMissing],
    ['8888-7766', phoneProblems.areaCodeMissing],
    ['33334444', phoneProblems.areaCodeMissing],
    ['(11) 8888-7766', phoneProblems.ninthDigitMissing],
    ['55 11 8888-7766', phoneProblems.ninthDigitMissing],
    ['(20) 98888-7766', phoneProblems.withCountryCode('(11) 98888-7766')],
    ['1234567', phoneProblems.withCountryCode('(11) 98888-7766')],
    ['+55 98888-7766', phoneProblems.withCountryCode('(11) 98888-7766')],
    ['onze', phoneProblems.malformed],
    ['11988887766 / 11977776655', phoneProblems.withCountryCode('(11) 98888-7766')],
  ])('%s is refused: %s', (written, problem) => {
    expect(read(written)).toEqual({ problem });
  });
});

it.each([
  ['+351 912 345 678', '351912345678'],
  ['351912345678', '351912345678'],
  ['12025550123', '12025550123'],
  ['+47 912 34 567', '4791234567'],
  ['4791234567', undefined],
  ['+1 (198) 888-7766', undefined],
])('%s of another country is read as %s', (written, number) => {
  expect(read(written).number).toBe(number);
});

it('numbers without a country code belong to the country of the operator', () => {
  expect(phoneReaderFor('PT')('912 345 678')).toEqual({ number: '351912345678' });
  expect(() => phoneReaderFor('XX')).toThrow('XX');
});

it('what was read is read alike again', () => {
  for (const written of ['(11) 98888-7766', '+351 912 345 678', '(11) 3333-4444'])
    expect(read(read(written).number!)).toEqual(read(written));
});

it.each([
  ['+55 (11) 95555-0142', '5511955550142'],
  ['55 11 95555-0142', '5511955550142'],
  ['011 95555-0142', '11955550142'],
  ['95555-0142', '955550142'],
  ['0142', undefined],
  ['20/12', undefined],
  ['20/12/2026', undefined],
  ['1-2', undefined],
  ['Célia 95555', undefined],
])('a search for %s compares the digits %s', (search, digits) => {
  expect(phoneSearchDigits(search)).toBe(digits);
});
