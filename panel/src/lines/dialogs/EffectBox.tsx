import type { ReactNode } from 'react';
import classes from './EffectBox.module.css';

export interface EffectBoxProps {
  dates: ReactNode;
  /** Cost and balance, or what is missing. */
  sentence: ReactNode;
  /** The balance does not suffice. */
  short: boolean;
  /** Who pays, where the line is not one's own. */
  payer?: ReactNode;
}

/** What a payment will do, before it is done. */
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
