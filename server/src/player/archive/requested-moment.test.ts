import { expect, it } from 'vitest';
import { parseArchiveMinutes, parseArchiveStart } from './requested-moment.ts';

const forms = [
  '2026-11-28:20-30',
  '2026-11-28:20-30-00',
  '2026-11-28_20-30',
  '2026-11-28:20:30',
  '2026-11-28:20:30:00',
  '2026-11-28 20:30',
  '2026-11-28 20:30:00',
  '2026-11-28+20:30',
  '2026-11-28%3A20-30',
  '2026-11-28%2020%3A30',
  '20261128203000',
];

it.each(forms)('reads %s in the announced zone', (text) => {
  expect(parseArchiveStart(text, 'UTC')?.toISOString()).toBe('2026-11-28T20:30:00.000Z');
  expect(parseArchiveStart(text, 'America/Sao_Paulo')?.toISOString()).toBe(
    '2026-11-28T23:30:00.000Z',
  );
});

it.each([
  '1795897800',
  '1795897800000',
  '2026-11-28T20:30:00Z',
  '2026-11-28T20:30:00.000Z',
  '2026-11-28T17:30:00-03:00',
  '2026-11-28T17:30:00-0300',
  '2026-11-28T22:30:00+02:00',
  '2026-11-28T22:30:00 02:00',
])('reads %s as the same instant in every zone', (text) => {
  for (const zone of ['UTC', 'America/Sao_Paulo', 'Europe/Lisbon'])
    expect(parseArchiveStart(text, zone)?.toISOString()).toBe('2026-11-28T20:30:00.000Z');
});

it('reads a start that names only the hour', () => {
  expect(parseArchiveStart('20261128-20', 'UTC')?.toISOString()).toBe('2026-11-28T20:00:00.000Z');
});

it.each(['', 'now', '2026-02-30:20-30', '2026-11-28:25-00', '123', '2026-11-28:20-30/../x', '%'])(
  'reads no time in %s',
  (text) => expect(parseArchiveStart(text, 'UTC')).toBeUndefined(),
);

it.each([
  ['60', 60],
  ['0', 120],
  ['', 120],
  ['-5', 120],
  ['abc', 120],
  ['99999', 480],
])('reads the duration %s as %i minutes', (text, minutes) => {
  expect(parseArchiveMinutes(text)).toBe(minutes);
});
