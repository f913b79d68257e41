import { Link } from '@tanstack/react-router';
import type { Destination } from './destination.ts';
import classes from './FigureLink.module.css';

interface FigureLinkProps {
  /**
   * Link to the rows that the figure counts. Undefined if no single list contains them; the figure
   * is then plain text.
   */
  to: Destination | undefined;
  /** Name for screen readers. It must contain the figure. */
  name?: string;
  /** Sentence that defines the figure, for screen readers. */
  definition?: string | undefined;
  /** True if the rows are already on the screen. */
  isCurrent?: boolean;
  children: string;
}

/** Figure that opens the rows that it counts (Q-COUNTS). */
export const FigureLink = ({
  to,
  name,
  definition,
  isCurrent = false,
  children,
}: FigureLinkProps) =>
  to ? (
    <Link
      className={classes.root}
      data-figure-link
      data-touch-area
      {...to}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-label={name}
      aria-description={definition}
      aria-current={isCurrent || undefined}
    >
      {children}
    </Link>
  ) : (
    children
  );
