import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { phoneProblems, phoneSearchDigits, readPhone, setPhoneReader } from './phone.ts';
import { phoneReaderFor } from './phone-numbers.ts';

const read = phoneReaderFor('BR');

const { cases } = JSON.parse(
  readFileSync(new URL('cases/phones-01.json', import.meta.url), 'utf8'),
) as { cases: [written: string, result: string][] };

const isNumber = ([, result]: [string, string]) => /^\d+$/.test(result);

it.each(cases.filter(isNumber))('%s is read as %s', (written, number) => {
  expect(read(written)).toEqual({ number });
});

/** Returns the error text that a case expects. */
const problemOf = (result: string): string => {
  if (result.includes('55 stands twice')) return phoneProblems.countryCodeTwice;
  if (result.includes('9 is missing')) return phoneProblems.ninthDigitMissing;
  return phoneProblems.withCountryCode;
};

it.each(cases.filter((row) => !isNumber(row)))('%s is %s', (written, result) => {
  expect(read(written)).toEqual({ problem: problemOf(result) });
});

// A Brazilian number without an area code is not read as a number in Iran.
it.each([
  '(00) 98888-7766',
  '( 00 ) 8888-7766',
  '+55 (00) 98888-7766',
  '00 98888-7766',
  '+98888-7766',
  '0xx 98888-7766',
])('%s has no area code, so it is no number of another country', (written) => {
  expect(read(written)).toEqual({ problem: phoneProblems.areaCodeMissing });
});

it('a number that may be American is read as Brazilian or requires a country code', () => {
  expect(read('11935697336').number).toBe('5511935697336');
  // This mistyped Brazilian number also looks like an American number. Messages to the American
  // number would reach another person.
  expect(read('12 8888 87766')).toEqual({ problem: phoneProblems.withCountryCode });
  expect(read('+1 (212) 555-0123').number).toBe('12125550123');
});

it.each(Object.entries(phoneProblems))('the text %s has an example', (_name, text) => {
  expect(text).toMatch(/\(11\) 95555-0142|\+351 912 345 678/);
});

// No message goes to a number whose country was guessed.
it('accepts no number before the country is loaded', () => {
  expect(readPhone('(11) 93569-7336').number).toBeUndefined();
  setPhoneReader(read);
  expect(readPhone('(11) 93569-7336').number).toBe('5511935697336');
  expect(phoneSearchDigits('https://wa.me/5511988887766?text=oi')).toBe('5511988887766');
  expect(phoneSearchDigits('(0xx11) 98888-7766')).toBe('5511988887766');
  setPhoneReader(undefined);
});

describe('a number of the operator’s country', () => {
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
    ['(20) 98888-7766', phoneProblems.withCountryCode],
    ['1234567', phoneProblems.withCountryCode],
    ['+55 98888-7766', phoneProblems.withCountryCode],
    ['onze', phoneProblems.malformed],
    ['11988887766 / 11977776655', phoneProblems.withCountryCode],
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

it('a stored number is read as the same number again', () => {
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
