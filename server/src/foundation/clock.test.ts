import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.ts';
import {
  endOfDay,
  formatDateTime,
  localDay,
  localMinute,
  startOfDay,
  startOfMonth,
  startOfNextMonth,
} from './clock.ts';

const zones = [
  'America/Sao_Paulo',
  'America/Noronha',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
];

/** Formats an instant with Intl alone, as the expected value. */
function intlText(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return format.format(at).replace(', ', ' ');
}

describe('the wall clock of a zone', () => {
  it('equals the output of Intl at any instant and on days with a clock change', () => {
    const instants = fc.oneof(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
      // Compares times in two zones: São Paulo abolished summer time in 2019, Lisbon still has it.
      fc
        .constantFrom('2018-11-04T03', '2019-02-17T02', '2026-03-29T01', '2026-10-25T01')
        .chain((hour) =>
          fc
            .integer({ min: -90, max: 90 })
            .map((minutes) => new Date(Date.parse(`${hour}:00:00Z`) + minutes * 60_000)),
        ),
    );
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (at, zone) => {
        expect(formatDateTime(at, zone)).toBe(intlText(at, zone));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('ends a day at 23:59 of that day, also after a clock change', () => {
    for (const at of ['2018-11-04T12:00:00Z', '2019-02-16T12:00:00Z', '2026-11-21T02:30:00Z']) {
      const end = endOfDay(new Date(at), 'America/Sao_Paulo');
      const day = localDay(new Date(at), 'America/Sao_Paulo');
      expect([
        localDay(end, 'America/Sao_Paulo'),
        formatDateTime(end, 'America/Sao_Paulo').slice(11),
      ]).toEqual([day, '23:59']);
    }
  });

  it('starts a day at its first minute if the clocks skip midnight', () => {
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
    expect(startOfDay('2018-11-05', 'America/Sao_Paulo').toISOString()).toBe(
      '2018-11-05T02:00:00.000Z',
    );
  });

  it('starts a month at its first midnight in any order of requests', () => {
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom('America/Sao_Paulo', 'UTC'), (at, zone) => {
        const month = localDay(at, zone).slice(0, 7);
        const [year, number] = month.split('-').map(Number) as [number, number];
        const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
        // If summer time skips midnight, the first minute of the day counts as its midnight.
        expect(localMinute(startOfMonth(at, zone), zone)).toMatch(`${month}-01T0`);
        expect(localMinute(startOfNextMonth(at, zone), zone)).toMatch(`${next}-01T0`);
        expect(startOfMonth(at, zone) <= at && at < startOfNextMonth(at, zone)).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
