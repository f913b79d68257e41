/** Cells that every list of lines shows. Long names are cut off, and the whole is in the tooltip. */
import type { ReactNode } from 'react';
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { hasPassword, type Line, passwordShown } from '../line.ts';
import classes from './LineCells.module.css';

export const LineName = ({ line }: { line: Line }) => (
  <span className={`${classes.name} mono`} data-line-name>
    {line.username}
  </span>
);

export const LinePassword = ({ line }: { line: Line }) => (
  <span
    className={hasPassword(line) ? `${classes.secret} mono` : classes.noSecret}
    data-line-password
  >
    {passwordShown(line)}
  </span>
);

export const ShortText = ({ children }: { children: ReactNode }) => (
  <span className={classes.owner}>{children}</span>
);

export const LineStates = ({ children }: { children: ReactNode }) => (
  <span className={classes.states}>{children}</span>
);

/** The date; from 1440 px on its time too. */
export function CreatedAt({ at }: { at: Date }) {
  const [day, time] = formatDateTime(at).split(' ');
  return (
    <span className="num">
      {day ?? formatDate(at)} <span className={classes.time}>{time}</span>
    </span>
  );
}
