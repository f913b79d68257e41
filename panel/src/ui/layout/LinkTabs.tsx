import type { ReactNode } from 'react';
import classes from './LinkTabs.module.css';
import { useChosenInRow } from './use-chosen-in-row.ts';

interface LinkTabsProps {
  /** Name for screen readers. */
  label: string;
  /** Changes with the selected tab, which is then scrolled into view. */
  current: string;
  /** `<li>` elements with one link each. The selected one has `aria-current`. */
  children: ReactNode;
  /** Control for all tabs, at the end of the row. */
  aside?: ReactNode;
}

/** Tabs of one screen as links. On the phone they are one row that scrolls to the selected tab. */
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
