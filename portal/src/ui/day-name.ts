import { formatDay } from '../format.ts';

const DAY_SECONDS = 86_400;

/** Returns «hoje», «amanhã», «ontem», or the day as «20/11/2026». */
export function dayName(seconds: number, now: Date): string {
  const today = now.getTime() / 1000;
  const day = formatDay(seconds);
  if (day === formatDay(today)) return 'hoje';
  if (day === formatDay(today + DAY_SECONDS)) return 'amanhã';
  return day === formatDay(today - DAY_SECONDS) ? 'ontem' : day;
}
