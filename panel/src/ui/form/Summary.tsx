import { Button, Skeleton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeyCap } from '../KeyCap.tsx';
import './form.css';

export interface Summary {
  headLabel: string;
  /** The largest figure: the expiry. Undefined while it is not known: a skeleton, never a guess. */
  head: ReactNode;
  rows?: readonly { label: string; value: ReactNode }[];
  balance?: { before?: string | undefined; after: string | undefined };
  /** Always in this order: cost · time · expiry · balance after. */
  sentence?: ReactNode;
  /** The phone's bar, above the button. */
  bar?: { left: ReactNode; right?: ReactNode };
  submit: string;
  /** What the phone's button says: «Adicionar · vence em 20/12/2026». */
  phoneSubmit?: string;
  icon?: Icon;
  busy?: boolean;
  /** `warn`: the act will be refused as things stand. */
  tone?: 'accent' | 'test' | 'warn';
}

/** States the effect before the act. */
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
    <aside className="summary-card" aria-label="Resumo">
      <div className="summary-head">
        <p>{headLabel}</p>
        <p className="summary-figure">{head ?? <Skeleton height={28} width={180} radius={8} />}</p>
      </div>
      <dl className="summary-rows">
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.value ?? <Skeleton height={14} width={70} radius={6} />}</dd>
          </div>
        ))}
      </dl>
      {balance && (
        <dl className="summary-balance">
          <div>
            <dt>Saldo depois</dt>
            <dd>
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
        <p className="summary-sentence" data-tone={tone} aria-live="polite">
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
      <p className="summary-keys">
        <KeyCap>Ctrl</KeyCap> <KeyCap>Enter</KeyCap> para {submit.toLocaleLowerCase('pt-BR')}
      </p>
    </aside>
  );
}

/** The same summary at the thumb. While it is on the screen the shell's bottom bar gives way. */
export function SubmitBar({ bar, submit, phoneSubmit = submit, busy = false }: Summary) {
  return (
    <div className="act-bar" data-bottom-bar>
      {bar && (
        <p className="act-bar-effect" aria-live="polite">
          <span>{bar.left}</span>
          {bar.right && <span>{bar.right}</span>}
        </p>
      )}
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {phoneSubmit}
      </Button>
    </div>
  );
}
