import { describe, expect, it } from 'vitest';
import { dayFromToday, readDueDay } from './due-day.ts';

/** 22:30 of 21/11/2026 in São Paulo, where UTC is a day ahead. */
const now = new Date('2026-11-22T01:30:00Z');

describe('due day in the time zone of the installation', () => {
  it.each([
    ['21/11/2026', { iso: '2026-11-21', days: 0 }],
    ['06/12/2026', { iso: '2026-12-06', days: 15 }],
    ['22/11/2027', { iso: '2027-11-22', days: 366 }],
    ['20/11/2026', { error: 'Escolha um dia de hoje em diante.' }],
    ['23/11/2027', { error: 'Escolha um dia em até 366 dias.' }],
    ['31/02/2027', { error: 'Data de vencimento inválida' }],
  ])('reads %s as a due day or reports the problem', (typed, expected) => {
    expect(readDueDay(typed, now)).toEqual(expected);
  });

  it('counts the days from today in this time zone', () => {
    expect([dayFromToday(0, now), dayFromToday(15, now), dayFromToday(40, now)]).toEqual([
      '21/11/2026',
      '06/12/2026',
      '31/12/2026',
    ]);
  });
});
