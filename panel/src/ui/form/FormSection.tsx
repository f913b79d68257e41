import { Stack, Text } from '@mantine/core';
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
    <Stack component="section" gap="xl" className={classes.root}>
      {title && (
        <header>
          <h2>{title}</h2>
          {aside && (
            <Text span inherit c="var(--ink-3)" className={classes.aside}>
              {aside}
            </Text>
          )}
          {hint && <p>{hint}</p>}
        </header>
      )}
      {children}
    </Stack>
  );
}

/** Draws fields in one row on the desktop and in one column on the phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
