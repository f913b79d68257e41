import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankDaysBetween, isBankDay } from './bank-days.ts';
import { addCalendarMonths, dayInZone, extendByMonths } from './calendar-months.ts';

const ZONE = 'America/Sao_Paulo';

describe('renewals by calendar months', () => {
  it('returns to the 31st after a shorter month', () => {
    let day = '2026-12-31';
    const days = [day];
    for (let month = 0; month < 4; month += 1) {
      day = addCalendarMonths(day, 1, 31);
      days.push(day);
    }
    expect(days).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
    expect(addCalendarMonths('2028-01-31', 1, 31)).toBe('2028-02-29');
  });

  it('keeps the time of day and counts the days that it added', () => {
    const line = { expiresAt: new Date('2027-02-01T02:59:00Z'), anchorDay: 31 };
    const renewal = extendByMonths(line, 1, new Date('2027-01-20T12:00:00Z'), ZONE);
    expect(renewal.expiresAt.toISOString()).toBe('2027-03-01T02:59:00.000Z');
    expect(renewal).toMatchObject({ anchorDay: 31, days: 28 });
  });

  it('takes the day of an expiry that was moved by hand as the new anchor', () => {
    const line = { expiresAt: new Date('2027-02-10T15:00:00Z'), anchorDay: 31 };
    const renewal = extendByMonths(line, 1, new Date('2027-01-20T12:00:00Z'), ZONE);
    expect(renewal.anchorDay).toBe(10);
    expect(dayInZone(renewal.expiresAt, ZONE)).toBe('2027-03-10');
  });

  it('begins at the current minute for an expired line', () => {
    const line = { expiresAt: new Date('2027-01-10T15:00:00Z'), anchorDay: 10 };
    const now = new Date('2027-01-30T15:20:40Z');
    const renewal = extendByMonths(line, 1, now, ZONE);
    expect(renewal.expiresAt.toISOString()).toBe('2027-02-28T15:20:00.000Z');
    expect(renewal.anchorDay).toBe(30);
  });

  it('keeps the anchor over 24 renewals in any zone and from any day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(ZONE, 'America/Asuncion', 'Europe/Lisbon', 'UTC'),
        fc.date({
          min: new Date('2024-01-01'),
          max: new Date('2030-01-01'),
          noInvalidDate: true,
        }),
        (zone, start) => {
          const anchorDay = Number(dayInZone(start, zone).slice(8));
          let expiresAt = start;
          for (let month = 1; month <= 24; month += 1) {
            const renewal = extendByMonths({ expiresAt, anchorDay }, 1, start, zone);
            if (expiresAt <= start && month > 1) return;
            expiresAt = renewal.expiresAt;
            const expected = addCalendarMonths(dayInZone(start, zone), month, anchorDay);
            expect(renewal.anchorDay).toBe(anchorDay);
            expect(dayInZone(expiresAt, zone)).toBe(expected);
          }
        },
      ),
    );
  });
});

describe('days of banks', () => {
  it.each(['2026-12-25', '2027-02-08', '2027-02-09', '2027-03-26', '2027-05-27', '2026-11-21'])(
    'knows that banks are closed on %s',
    (day) => expect(isBankDay(day)).toBe(false),
  );

  it('counts the bank days after the first day up to the second', () => {
    expect(bankDaysBetween('2026-11-20', '2026-11-24')).toBe(2);
    expect(bankDaysBetween('2027-02-05', '2027-02-10')).toBe(1);
  });
});
