import { calendarDays, formatTime, relativeWord } from '../../../foundation/dates.ts';
import { expiryLevel } from '../../expiry-level.ts';
import type { Line } from '../../line.ts';
import classes from './ExpiryWord.module.css';

/** Returns «hoje, 22:13» for an expiry of today, and otherwise the number of days. */
export const expiryText = (at: Date, now: Date): string =>
  at > now && calendarDays(at, now) === 0 ? `hoje, ${formatTime(at)}` : relativeWord(at, now);

export const ExpiryWord = ({ line, now }: { line: Line; now: Date }) => (
  <span
    className={classes.root}
    data-level={line.expiresAt <= now ? 'over' : expiryLevel(line, now)}
  >
    {expiryText(line.expiresAt, now)}
  </span>
);
