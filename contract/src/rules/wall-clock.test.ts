import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { extendExpiry, firstExpiry, trustExpiry } from './terms.ts';
import { addWallClockDays } from './wall-clock.ts';

const { zone, cases } = JSON.parse(
  readFileSync(new URL('cases/dst-01.json', import.meta.url), 'utf8'),
) as { zone: string; cases: [before: string, days: number, after: string][] };

const shown = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);

/**
 * Returns the instant of a time of day in Lisbon. Lisbon uses UTC in winter and UTC+1 in summer.
 */
const instantOf = (wall: string): Date =>
  [0, 1]
    .map((hours) => new Date(Date.parse(`${wall.replace(' ', 'T')}:00Z`) - hours * 3_600_000))
    .find((at) => shown(at) === wall)!;

// An extension across a change of clocks keeps the time of day.
it.each(cases)('%s and %s days later is %s on the clock', (before, days, after) => {
  const at = instantOf(before);
  const earlier = new Date(at.getTime() - 3_600_000);
  expect(shown(extendExpiry(at, days, earlier, zone))).toBe(after);
  // For an expired line and for a new line the days count from the current minute.
  expect(shown(extendExpiry(earlier, days, at, zone))).toBe(after);
  expect(shown(firstExpiry(at, days, zone))).toBe(after);
  expect(shown(addWallClockDays(instantOf(after), -days, zone))).toBe(before);
});

it('counts trust in hours, which a change of clocks does not move', () => {
  const at = instantOf('2026-10-24 23:59');
  expect(trustExpiry(at, at).getTime() - at.getTime()).toBe(48 * 3_600_000);
});

it('keeps the seconds and the length of days without a change of clocks', () => {
  const at = new Date('2026-11-28T12:34:56.789Z');
  expect(addWallClockDays(at, 30, 'America/Sao_Paulo').toISOString()).toBe(
    '2026-12-28T12:34:56.789Z',
  );
});

it.each([
  // São Paulo skipped the hour after midnight on 4 November 2018. A result in the evening before
  // would lose a day.
  ['2018-10-04T03:30:00Z', 31, 'America/Sao_Paulo', '2018-11-04T03:30:00.000Z'],
  ['2027-08-05T04:30:00Z', 31, 'America/Santiago', '2027-09-05T04:30:00.000Z'],
  ['2027-02-28T01:30:00Z', 28, 'Europe/Lisbon', '2027-03-28T01:30:00.000Z'],
])('moves a time that the clocks skip to the hour after it: %s and %s days in %s', (...row) => {
  const [before, days, skippedIn, after] = row;
  expect(addWallClockDays(new Date(before), days, skippedIn).toISOString()).toBe(after);
});
