import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHundredths, saleCents, typedAmount, typedWhole } from './amounts.ts';

describe('typed amounts', () => {
  it.each([
    ['20', '20'],
    ['20,5', '20,5'],
    ['20.5', '20.5'],
    ['1.', '1.'],
    ['1.50', '1.50'],
    ['1.500', '1500'],
    ['10.000', '10000'],
    ['1.000.000', '1000000'],
    ['1.2345', '1.23'],
    ['1.250,50', '1250,50'],
    ['R$ 6,50', '6,50'],
    ['6,505', '6,50'],
    ['6,5,0', '6,50'],
    ['-10', '10'],
    ['1e309', '1309'],
    [',5', ',5'],
    ['abc', ''],
  ])('formats the typed amount %s as %s', (typed, cleaned) => {
    expect(typedAmount(typed)).toBe(cleaned);
  });

  it.each([
    ['', undefined],
    ['20', 2000],
    ['0,6', 60],
    ['20.5', 2050],
    ['20.', undefined],
    ['20,', undefined],
    [',5', undefined],
    ['999999999', undefined],
  ])('parses %s as %s hundredths', (text, hundredths) => {
    expect(parseHundredths(text)).toBe(hundredths);
  });

  it('allows at most two decimals in any typed text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typedAmount(text)).toMatch(/^\d{0,9}([.,]\d{0,2})?$/);
      }),
    );
  });
});

it.each([
  ['15', '15'],
  ['1.500', '1500'],
  ['1.000.000', '1000000'],
  ['1,5', '1,5'],
  ['-3', '-3'],
  ['R$ 20 reais', '20'],
])('formats the typed whole number %s as %s', (text, whole) => {
  expect(typedWhole(text)).toBe(whole);
});

it('calculates the value of a sale in whole cents', () => {
  expect(saleCents(2000, 650)).toBe(13_000);
  expect(saleCents(60, 333)).toBe(200);
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(100_000), (hundredths, price) => {
      expect(Number.isInteger(saleCents(hundredths, price))).toBe(true);
    }),
  );
});
