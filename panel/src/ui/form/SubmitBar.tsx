import { Button } from '@mantine/core';
import { FootBar } from '../layout/FootBar.tsx';
import classes from './SubmitBar.module.css';
import type { Summary } from './SummaryCard.tsx';

/**
 * Bar at the bottom with the summary of a form, for screens that have no space next to the form.
 */
export function SubmitBar({ bar, submit, phoneSubmit = submit, instead, busy = false }: Summary) {
  return (
    <FootBar>
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
    </FootBar>
  );
}
