import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCopied } from './use-copied.ts';
import classes from './CopyRow.module.css';

interface CopyRowProps {
  label: string;
  value: string;
  /** Content that is shown instead of a value that people cannot read. */
  shown?: ReactNode;
  /**
   * Set if the value may wrap over several lines. `beside` shows the value next to the name, and
   * `below` shows it under the name.
   */
  wrap?: 'beside' | 'below';
}

/** Row with a name and a value in a monospace font. A press on the row copies the value. */
export function CopyRow({ label, value, shown = value, wrap }: CopyRowProps) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className={classes.root}
      data-copied={copied || undefined}
      data-wrap={wrap}
      onClick={() => copy(value)}
      title={value}
    >
      <span className="copy-row-label">{label}</span>
      <span className={`${classes.value} mono`}>{shown}</span>
      <span className={classes.sign}>
        {copied ? (
          <IconCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCopy size={17} stroke={1.75} aria-hidden />
        )}
        <span className="visually-hidden" aria-live="polite">
          {copied ? 'Copiado' : 'Copiar'}
        </span>
      </span>
    </button>
  );
}
