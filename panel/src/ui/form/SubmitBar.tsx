import { Button } from '@mantine/core';
import classes from './SubmitBar.module.css';
import type { Summary } from './SummaryCard.tsx';

type SubmitBarProps = Pick<Summary, 'bar' | 'submit' | 'phoneSubmit' | 'instead' | 'busy'>;

/** The same summary at the foot of the phone, where it replaces the shell's bottom bar. */
export function SubmitBar({
  bar,
  submit,
  phoneSubmit = submit,
  instead,
  busy = false,
}: SubmitBarProps) {
  return (
    <div className={classes.root} data-bottom-bar>
      {bar && (
        <p className={classes.effect} aria-live="polite">
          <span>{bar.left}</span>
          {bar.right && <span>{bar.right}</span>}
        </p>
      )}
      {instead ?? (
        <Button type="submit" size="lg" fullWidth loading={busy}>
          {phoneSubmit}
        </Button>
      )}
    </div>
  );
}
