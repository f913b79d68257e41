import type { Line } from './line.ts';

/** Under the title of a window about one line: its user name and its note. */
export const LineSubtitle = ({ line }: { line: Pick<Line, 'username' | 'note'> }) => (
  <>
    <span className="mono">{line.username}</span>
    {line.note && ` · ${line.note}`}
  </>
);
