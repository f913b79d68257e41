import type { ReactNode } from 'react';
import classes from './Figure.module.css';

interface FigureProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
}

/** A number of the dashboard with its name above and its explanation below. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div data-figure>
      <div className={classes.label}>{label}</div>
      <div className={classes.value} data-part="value">
        {value}
      </div>
      {note && (
        <div className={classes.note} data-part="note">
          {note}
        </div>
      )}
    </div>
  );
}
