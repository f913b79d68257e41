import { describe, expect, it } from 'vitest';
import { formatTypedDay, readDay, writtenDay } from './typed-day.ts';

describe('typed day', () => {
  it.each([
    ['2', '2'],
    ['211', '21/1'],
    ['21122026', '21/12/2026'],
    ['21/12/2026', '21/12/2026'],
    ['21122026999', '21/12/2026'],
    ['ab', ''],
    ['1/', '01'],
    ['01/1/', '01/01'],
    ['1/1/2027', '01/01/2027'],
    ['1-12-2026', '01/12/2026'],
    ['31.1.2027', '31/01/2027'],
    ['2027-01-05', '05/01/2027'],
    // The user has deleted a digit in the middle. The remaining single digit must not count as a
    // complete part.
    ['2/12/20', '21/22/0'],
  ])('formats the typed day %s as %s', (typed, spelled) => {
    expect(formatTypedDay(typed)).toBe(spelled);
  });

  it.each([
    ['21/12/2026', '2026-12-21'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', undefined],
    ['31/04/2027', undefined],
    ['00/01/2027', undefined],
    ['1/1/2027', undefined],
    ['21/12/26', undefined],
    ['', undefined],
  ])('parses the typed day %s as %s', (typed, iso) => {
    expect(readDay(typed)).toBe(iso);
  });
});

it('formats a complete day for people and returns a partial one unchanged', () => {
  expect(['2026-12-21', '21/1', ''].map(writtenDay)).toEqual(['21/12/2026', '21/1', '']);
});
