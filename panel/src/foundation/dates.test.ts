import { expect, test } from 'vitest';
import {
  calendarDays,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatTime,
  relativeWord,
} from './dates.ts';

const at = (local: string) => new Date(`${local}:00-03:00`);
const now = at('2026-11-20T14:32');

test('formats a date in the time zone of the installation, not of the browser', () => {
  const late = new Date('2026-12-21T02:59:00Z');
  expect(formatDateTime(late)).toBe('20/12/2026 23:59');
  expect(formatDate(late)).toBe('20/12/2026');
  expect(formatTime(late)).toBe('23:59');
  expect(formatDayMonth(late)).toBe('20/12');
  expect(formatDateTime(late, 'America/Manaus')).toBe('20/12/2026 22:59');
});

test('formats midnight as 00:00, never as 24:00', () => {
  expect(formatDateTime(at('2026-12-20T00:00'))).toBe('20/12/2026 00:00');
});

test('counts days on the calendar instead of in hours', () => {
  expect(calendarDays(at('2026-11-21T00:05'), at('2026-11-20T23:55'))).toBe(1);
  expect(calendarDays(at('2026-11-20T23:59'), at('2026-11-20T00:00'))).toBe(0);
  expect(calendarDays(at('2026-11-18T10:00'), now)).toBe(-2);
});

test.each([
  ['2026-11-20T14:50', 'em 18 min'],
  ['2026-11-20T18:51', 'em 4 h'],
  ['2026-11-20T23:59', 'hoje'],
  ['2026-11-21T20:45', 'amanhã'],
  ['2026-11-23T23:59', 'em 3 dias'],
  ['2027-05-19T23:59', 'em 180 dias'],
  ['2026-11-20T14:20', 'há 12 min'],
  ['2026-11-20T12:00', 'há 2 h'],
  ['2026-11-19T23:59', 'ontem'],
  ['2026-11-18T08:00', 'há 2 dias'],
  ['2026-11-20T14:32', 'agora'],
])('at 14:32 of 20/11, %s is «%s»', (local, word) => {
  expect(relativeWord(at(local), now)).toBe(word);
});

test('formats a time shortly before midnight in minutes just after it', () => {
  expect(relativeWord(at('2026-11-20T23:50'), at('2026-11-21T00:10'))).toBe('há 20 min');
});
