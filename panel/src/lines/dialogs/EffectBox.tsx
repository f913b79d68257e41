import type { ReactNode } from 'react';
import classes from './EffectBox.module.css';

interface EffectBoxProps {
  dates: ReactNode;
  /** Cost and balance, or the missing credits. */
  sentence: ReactNode;
  /** True if the balance is not sufficient. */
  short: boolean;
  /** Account that pays, if the line belongs to another reseller. */
  payer?: ReactNode;
}

/** Shows the effect of a payment before it is made. */
export function EffectBox({ dates, sentence, short, payer }: EffectBoxProps) {
  return (
    <div className={classes.root}>
      <p className={classes.dates}>{dates}</p>
      <p className={classes.sentence} data-short={short || undefined} aria-live="polite">
        {sentence}
      </p>
      {payer && <p className={classes.owner}>{payer}</p>}
    </div>
  );
}
