import type { ReactNode } from 'react';
import classes from './Panel.module.css';

/** A card: surface, hairline, 12 px. */
export function Panel({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={className ? `${classes.root} ${className}` : classes.root}>
      {children}
    </section>
  );
}
