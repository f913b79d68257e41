/** Shows the number of rejected rows for each reason. */
import { formatCount } from '../../foundation/numbers.ts';
import classes from './RefusalReasons.module.css';

interface RefusalReasonsProps {
  readonly reasons: readonly { readonly reason: string; readonly count: number }[] | undefined;
}

export function RefusalReasons({ reasons = [] }: RefusalReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul className={classes.root} aria-label="Por que linhas são recusadas">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          <b className="num">{formatCount(count)}</b>
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  );
}
