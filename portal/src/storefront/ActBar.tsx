import type { ReactNode } from 'react';
import classes from './ActBar.module.css';
import { FootBar } from './FootBar.tsx';

interface ActBarProps {
  /** Texts above the buttons, at the left and at the right. */
  summary?: ReactNode;
  value?: ReactNode;
  /** Text below the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** Bar with the act of a page. */
export const ActBar = ({ summary, value, note, children }: ActBarProps) => (
  <FootBar>
    {(summary ?? value) && (
      <p className={classes.summary}>
        <span>{summary}</span>
        <b>{value}</b>
      </p>
    )}
    <div className={classes.buttons}>{children}</div>
    {note && <p className={classes.note}>{note}</p>}
  </FootBar>
);
