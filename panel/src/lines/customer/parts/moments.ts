import { calendarDays, formatDayMonth, formatTime } from '../../../foundation/dates.ts';

/** Returns «hoje, 13:50», «ontem, 21:06» or «29/10». */
export function momentText(at: Date, now: Date): string {
  const days = calendarDays(at, now);
  if (days === 0) return `hoje, ${formatTime(at)}`;
  return days === -1 ? `ontem, ${formatTime(at)}` : formatDayMonth(at);
}
