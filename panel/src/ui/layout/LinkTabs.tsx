import type { ReactNode } from 'react';
import classes from './LinkTabs.module.css';
import { useChosenInRow } from './use-chosen-in-row.ts';

interface LinkTabsProps {
  /** Name for screen readers. */
  label: string;
  /** Value that changes with the selected tab. The row then scrolls to this tab. */
  current: string;
  /** `<li>` elements with one link each. The link of the selected tab has `aria-current`. */
  children: ReactNode;
  /** Control at the end of the row that applies to all tabs. */
  aside?: ReactNode;
}

/**
 * Tabs of one screen as links. On the phone they are in one row that scrolls to the selected tab.
 */
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
