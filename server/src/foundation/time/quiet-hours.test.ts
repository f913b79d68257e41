import { describe, expect, it } from 'vitest';
import { afterQuiet, atTimeOfDay, isQuietMinute } from './quiet-hours.ts';

const night = { quietFrom: 21 * 60, quietUntil: 8 * 60 };
const noon = { quietFrom: 12 * 60, quietUntil: 14 * 60 };
const SAO_PAULO = 'America/Sao_Paulo';

it.each([
  [night, '20:59', false],
  [night, '21:00', true],
  [night, '00:00', true],
  [night, '07:59', true],
  [night, '08:00', false],
  [noon, '11:59', false],
  [noon, '12:00', true],
  [noon, '14:00', false],
  [{ quietFrom: 600, quietUntil: 600 }, '10:00', false],
] as const)('%j at %s: quiet is %s', (quiet, time, expected) => {
  const [hours, minutes] = time.split(':').map(Number);
  expect(isQuietMinute(hours! * 60 + minutes!, quiet)).toBe(expected);
});

describe('quiet hours', () => {
  it.each([
    ['2026-11-21T13:00:00Z', '2026-11-21T13:00:00Z'],
    ['2026-11-22T00:30:00Z', '2026-11-22T11:00:00Z'],
    ['2026-11-22T05:00:00Z', '2026-11-22T11:00:00Z'],
  ])('delays sending until the end of the quiet hours: %s', (at, expected) => {
    expect(afterQuiet(new Date(at), night, SAO_PAULO)).toEqual(new Date(expected));
  });

  it('ends the quiet hours by the clock on days when it changes', () => {
    const berlin = 'Europe/Berlin';
    // In the night to 29 March 2026 the clock changes from 02:00 to 03:00.
    expect(afterQuiet(new Date('2026-03-28T22:00:00Z'), night, berlin)).toEqual(
      new Date('2026-03-29T06:00:00Z'),
    );
    expect(afterQuiet(new Date('2026-10-24T22:00:00Z'), night, berlin)).toEqual(
      new Date('2026-10-25T07:00:00Z'),
    );
    const gap = { quietFrom: 60, quietUntil: 150 };
    const at = new Date('2026-03-29T00:30:00Z');
    expect(afterQuiet(at, gap, berlin).getTime()).toBeGreaterThan(at.getTime());
  });
});

it('reads an hour of the day in the zone', () => {
  expect(atTimeOfDay('2026-11-21', 605, SAO_PAULO)).toEqual(new Date('2026-11-21T13:05:00Z'));
});
