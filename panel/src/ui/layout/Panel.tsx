import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A card: surface, thin border, 12 px radius. */
export function Panel({
  className,
  label,
  children,
}: {
  className?: string | undefined;
  /** Name for screen readers: the card becomes a region. */
  label?: string;
  children: ReactNode;
}) {
  return (
    <section
      className={className ? `${classes.root} ${className}` : classes.root}
      aria-label={label}
    >
      {children}
    </section>
  );
}
