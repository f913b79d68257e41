import { describe, expect, it } from 'vitest';
import { dayFromToday, readDueDay, readDay, formatTypedDay } from './due-day.ts';

/** 22:30 of 21/11/2026 in São Paulo, where UTC is a day ahead. */
const now = new Date('2026-11-22T01:30:00Z');

describe('a day as it is typed', () => {
  it.each([
    ['2', '2'],
    ['211', '21/1'],
    ['21122026', '21/12/2026'],
    ['21/12/2026', '21/12/2026'],
    ['21122026999', '21/12/2026'],
    ['ab', ''],
  ])('%s stands as %s', (typed, spelled) => {
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
  ])('%s is sent as %s', (typed, iso) => {
    expect(readDay(typed)).toBe(iso);
  });
});

describe('a day as it is judged, in the office’s zone', () => {
  it.each([
    ['21/11/2026', { iso: '2026-11-21', days: 0 }],
    ['06/12/2026', { iso: '2026-12-06', days: 15 }],
    ['22/11/2027', { iso: '2027-11-22', days: 366 }],
    ['20/11/2026', { error: 'Escolha um dia de hoje em diante.' }],
    ['23/11/2027', { error: 'Escolha um dia em até 366 dias.' }],
    ['31/02/2027', { error: 'Data de vencimento inválida' }],
  ])('%s', (typed, expected) => {
    expect(readDueDay(typed, now)).toEqual(expected);
  });

  it('and counted from the day it is there', () => {
    expect([dayFromToday(0, now), dayFromToday(15, now), dayFromToday(40, now)]).toEqual([
      '21/11/2026',
      '06/12/2026',
      '31/12/2026',
    ]);
  });
});
