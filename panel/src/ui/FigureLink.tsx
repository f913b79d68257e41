import { Link } from '@tanstack/react-router';
import type { Destination } from './destination.ts';
import classes from './FigureLink.module.css';

interface FigureLinkProps {
  /** The rows that the figure counts; without one list that holds them it is plain text. */
  to: Destination | undefined;
  /** The rows are on the screen. */
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
