import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Section.module.css';

export interface SectionProps {
  id: string;
  title: string;
  /** Text for an empty section. */
  none?: string | false | undefined;
  children?: ReactNode;
}

/** A titled part of the page of announcements. */
export function Section({ id, title, none, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {none ? (
        <Box
          component="p"
          py="3xl"
          px="2xl"
          bd="1px dashed var(--line-2)"
          bdrs="var(--radius-card)"
          c="var(--ink-3)"
          fz="control"
          ta="center"
        >
          {none}
        </Box>
      ) : (
        children
      )}
    </section>
  );
}
