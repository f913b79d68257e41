import type { ReactNode } from 'react';
import classes from './FormSection.module.css';

interface FormSectionProps {
  title?: string;
  hint?: ReactNode;
  /** Text at the right of the title: «você tem 42,4». */
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

/** Draws fields in one row on the desktop and in one column on the phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
