import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime, panelTimeZone, relativeWord } from '../../foundation/dates.ts';
import classes from './ExpiryText.module.css';

interface ExpiryTextProps {
  at: Date;
  now: Date;
  /**
   * Urgency of the expiry. `2`: within a day, or within the last hour of a test. `1`: within seven
   * days. `0`: later. `test`: a test before its last hour.
   */
  level: 0 | 1 | 2 | 'test';
  zone?: string;
  /** True if the place has space for the day only, without the time. */
  isShort?: boolean;
  /** Content that replaces the remaining time. */
  word?: ReactNode;
}

/**
 * Shows an expiry date. A distant date has the normal text colour. A near date has an icon and a
 * text in addition to its colour. An expired date is grey, because red is only for an expiry in the
 * near future.
 */
export function ExpiryText({
  at,
  now,
  level,
  zone = panelTimeZone,
  isShort = false,
  word,
}: ExpiryTextProps) {
  const date = isShort ? formatDate(at, zone) : formatDateTime(at, zone);
  const distance = word ?? <span className={classes.word}>{relativeWord(at, now, zone)}</span>;
  if (at <= now)
    return (
      <span className={classes.root} data-over>
        <span className={classes.date}>{date}</span>
        {distance}
      </span>
    );
  return (
    <span className={classes.root} data-level={level}>
      {level === 2 && <IconAlertCircle size={17} stroke={1.75} aria-hidden />}
      {level === 1 && <IconClock size={17} stroke={1.75} aria-hidden />}
      <span className={classes.date}>{date}</span>
      {distance}
    </span>
  );
}
