import type { Line } from './line.ts';
import classes from './LineSubtitle.module.css';

/** Under the title of a window about one line: its user name and its note, in two lines at most. */
export const LineSubtitle = ({ line }: { line: Pick<Line, 'username' | 'note'> }) => (
  <span className={classes.root} data-tooltip={line.note || undefined}>
    <span className="mono">{line.username}</span>
    {line.note && ` · ${line.note}`}
  </span>
);
