import { Button, Skeleton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeyCap } from '../KeyCap.tsx';
import classes from './SummaryCard.module.css';

export interface Summary {
  headLabel: string;
  /**
   * Value in the largest text, usually the expiry. Undefined until it is loaded. A skeleton is then
   * shown instead of an estimate.
   */
  head: ReactNode;
  rows?: readonly { label: string; value: ReactNode }[];
  balance?: { before?: string | undefined; after: string | undefined };
  /** Sentence with the values in a fixed order: cost · time · expiry · balance after. */
  sentence?: ReactNode;
  /** Content of the bar at the bottom, above the button. */
  bar?: { left: ReactNode; right?: ReactNode };
  submit: string;
  /** Content that replaces the button on the phone if the server would reject the form. */
  instead?: ReactNode;
  /** Label of the button on the phone: «Adicionar · vence em 20/12/2026». */
  phoneSubmit?: string;
  icon?: Icon;
  busy?: boolean;
  /**
   * Tone of the card. `test` is for a test line. `warn` means that the server would reject the
   * current form. Default: `accent`.
   */
  tone?: 'accent' | 'test' | 'warn';
}

/** Card that shows the effect of a form before it is sent. */
export function SummaryCard({
  headLabel,
  head,
  rows = [],
  balance,
  sentence,
  submit,
  icon: SubmitIcon,
  busy = false,
  tone = 'accent',
}: Summary) {
  return (
    <aside className={classes.root} aria-label="Resumo">
      <div className={classes.head}>
        <p>{headLabel}</p>
        <p className={classes.figure}>{head ?? <Skeleton height={28} width={180} radius={8} />}</p>
      </div>
      <dl className={classes.rows}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.value ?? <Skeleton height={14} width={70} radius={6} />}</dd>
          </div>
        ))}
      </dl>
      {balance && (
        <dl className={classes.rows}>
          <div>
            <dt>Saldo depois</dt>
            <dd className={classes.balance}>
              {balance.before && balance.after !== undefined && (
                <s aria-label={`antes ${balance.before}`}>{balance.before}</s>
              )}
              {balance.after === undefined ? (
                <Skeleton height={18} width={48} radius={6} />
              ) : (
                <b>{balance.after}</b>
              )}
            </dd>
          </div>
        </dl>
      )}
      {sentence && (
        // Sentence of the summary. It is visible only as a warning, because the rows show the same
        // values.
        <p
          className={tone === 'warn' ? classes.sentence : 'visually-hidden'}
          data-tone={tone}
          aria-live="polite"
        >
          {sentence}
        </p>
      )}
      <Button
        type="submit"
        size="md"
        fullWidth
        loading={busy}
        leftSection={SubmitIcon && <SubmitIcon size={18} stroke={1.75} aria-hidden />}
      >
        {submit}
      </Button>
      <p className={classes.keys}>
        <KeyCap>Ctrl</KeyCap> <KeyCap>Enter</KeyCap> para{' '}
        {submit.charAt(0).toLocaleLowerCase('pt-BR')}
        {submit.slice(1)}
      </p>
    </aside>
  );
}
