import type { ReactNode } from 'react';
import classes from './LinkTabs.module.css';
import { useChosenInRow } from './use-chosen-in-row.ts';

interface LinkTabsProps {
  /** Name for screen readers. */
  label: string;
  /** Changes with the chosen tab, which is then scrolled into view. */
  current: string;
  /** `<li>`s with one link each; the chosen one has `aria-current`. */
  children: ReactNode;
  /** A control for all tabs, at the end of the row. */
  aside?: ReactNode;
}

/** Tabs of one screen as links. On the phone they are one row that scrolls to the chosen one. */
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
