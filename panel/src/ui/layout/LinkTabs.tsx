import type { ReactNode } from 'react';
import classes from './LinkTabs.module.css';
import { useChosenInRow } from './use-chosen-in-row.ts';

export interface LinkTabsProps {
  /** Its name for readers. */
  label: string;
  /** Changes with the chosen tab, which is then brought into sight. */
  current: string;
  /** `<li>`s with one link each; the chosen one carries `aria-current`. */
  children: ReactNode;
  /** A choice about all of them, at the row's end. */
  aside?: ReactNode;
}

/** Parts of one screen as links; on the phone one row that scrolls, the chosen one in sight. */
export function LinkTabs({ label, current, children, aside }: LinkTabsProps) {
  const row = useChosenInRow<HTMLUListElement>(current);
  return (
    <div className={classes.root}>
      <nav aria-label={label}>
        <ul ref={row}>{children}</ul>
      </nav>
      {aside}
    </div>
  );
}
