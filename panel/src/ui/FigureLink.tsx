import { Link } from '@tanstack/react-router';
import type { Destination } from './destination.ts';
import classes from './FigureLink.module.css';

interface FigureLinkProps {
  /** Link to the rows that the figure counts. Plain text if no single list contains them. */
  to: Destination | undefined;
  /** True if the rows are already on the screen. */
  isCurrent?: boolean;
  children: string;
}

/** A figure that opens the rows it counts (Q-COUNTS). */
export const FigureLink = ({ to, isCurrent = false, children }: FigureLinkProps) =>
  to ? (
    <Link
      className={classes.root}
      data-figure-link
      {...to}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isCurrent || undefined}
    >
      {children}
    </Link>
  ) : (
    children
  );
