import type { ReactNode } from 'react';
import classes from './FormSection.module.css';

export interface FormSectionProps {
  title?: string;
  hint?: ReactNode;
  /** At the right of the title: «você tem 42,4». */
  aside?: ReactNode;
  children: ReactNode;
}

export function FormSection({ title, hint, aside, children }: FormSectionProps) {
  return (
    <section className={classes.root}>
      {title && (
        <header>
          <h2>{title}</h2>
          {aside && <span className={classes.aside}>{aside}</span>}
          {hint && <p>{hint}</p>}
        </header>
      )}
      {children}
    </section>
  );
}

/** Fields beside one another on the desktop, below one another on the phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
