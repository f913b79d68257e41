import type { ReactNode } from 'react';
import classes from './ActBar.module.css';

interface ActBarProps {
  /** Texts above the buttons, at the left and at the right. */
  summary?: ReactNode;
  value?: ReactNode;
  /** Text below the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** Bar at the foot of a page with its act, in reach of the thumb. */
export const ActBar = ({ summary, value, note, children }: ActBarProps) => (
  <footer className={classes.root}>
    <div className={classes.inside}>
      {(summary ?? value) && (
        <p className={classes.summary}>
          <span>{summary}</span>
          <b>{value}</b>
        </p>
      )}
      <div className={classes.buttons}>{children}</div>
      {note && <p className={classes.note}>{note}</p>}
    </div>
  </footer>
);
