import type { ReactNode } from 'react';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import classes from './NodeText.module.css';

interface NodeTextProps {
  tone?: 'accent' | 'bad';
  /** True on the phone, where each node is a row of a list. */
  large?: boolean;
  /** Content: the name in a `b` element and the note in a `span` element. */
  children: ReactNode;
}

export function NodeText({ tone, large = false, children }: NodeTextProps) {
  return (
    <span className={classes.text} data-tone={tone} data-large={large || undefined}>
      {children}
    </span>
  );
}

export function BelowCount({ count }: { count: number }) {
  return (
    <span
      className={`${classes.below} num`}
      title={pluralize(count, 'revenda direta', 'revendas diretas')}
    >
      {formatCount(count)}
    </span>
  );
}
