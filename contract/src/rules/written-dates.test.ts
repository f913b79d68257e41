import { describe, expect, it } from 'vitest';
import { detectDayOrder, readWrittenDate } from './written-dates.ts';

const dayOf = (text: string, order: 'dmy' | 'mdy' = 'dmy') => {
  const read = readWrittenDate(text, order);
  return read && ('day' in read ? read.day : read.seconds);
};

describe('a written date', () => {
  it.each([
    ['20/12/2026', '2026-12-20'],
    ['1.2.27', '2027-02-01'],
    ['19-dez-26', '2026-12-19'],
    ['19/dez/2026', '2026-12-19'],
    ['19/dez./2026', '2026-12-19'],
    ['19 de dezembro de 2026', '2026-12-19'],
    ['1º de março de 2027', '2027-03-01'],
    ['sábado, 19 de dezembro de 2026', '2026-12-19'],
    ['Dec 19, 2026', '2026-12-19'],
    ['19/12/2026 às 23:59', '2026-12-19'],
    ['19/12/2026 11:59 PM', '2026-12-19'],
    ['19/12/26 23h59', '2026-12-19'],
    ['2026-12-19T23:59:59Z', '2026-12-19'],
    ['2026/12/19', '2026-12-19'],
    ['46375', '2026-12-19'],
    ['46375,5', '2026-12-19'],
    ['1797724800', 1_797_724_800],
    ['1797724800000', 1_797_724_800],
    ['20.12.2026 14:32', '2026-12-20'],
    ['20/12/2026, 14:32:05', '2026-12-20'],
    ['2026-12-20T02:00:00.000Z', '2026-12-20'],
    ['2026-13-01', undefined],
    ['19-dez', undefined],
    ['19/12', undefined],
    ['30/02/2027', undefined],
    ['19/12/2026 25:00', undefined],
    ['19/12/2026 13:00 PM', undefined],
    ['19/xyz/2026', undefined],
    ['ilimitado', undefined],
    ['12345', undefined],
    ['', undefined],
  ])('reads %j as %j', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  it('reads numbers in the order that it is given', () => {
    expect([dayOf('02/03/2027', 'dmy'), dayOf('02/03/2027', 'mdy')]).toEqual([
      '2027-03-02',
      '2027-02-03',
    ]);
    expect([dayOf('12/19/2026', 'dmy'), dayOf('12/19/2026', 'mdy')]).toEqual([
      undefined,
      '2026-12-19',
    ]);
  });

  it.each([
    [['01/05/2027', '02/03/2027', '02/25/2027'], 'mdy'],
    [['01/05/2027', '25/02/2027'], 'dmy'],
    [['01/05/2027', '25/02/2027', '02/25/2027'], 'undecided'],
    [['01/05/2027'], 'undecided'],
    [['05/05/2027', '2027-01-02', '19-dez-26', ''], undefined],
  ])('decides the order of the column %j as %s', (column, order) => {
    expect(detectDayOrder(column)).toBe(order);
  });
});
