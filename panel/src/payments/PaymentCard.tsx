import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './PaymentCard.module.css';

interface PaymentCardProps {
  title: string;
  /** At the right of the title: «API Orders». */
  aside?: ReactNode;
  note?: ReactNode;
  /** True if the card is the first on a phone. */
  first?: boolean;
  children: ReactNode;
}

/** Card for one setting of the recharge screen. */
export function PaymentCard({ title, aside, note, first, children }: PaymentCardProps) {
  return (
    <div className={classes.root} data-first={first || undefined}>
      <Panel className={classes.card} label={title}>
        <header className={classes.head}>
          <h2>{title}</h2>
          {aside && <span>{aside}</span>}
        </header>
        {note && <p className={classes.note}>{note}</p>}
        {children}
      </Panel>
    </div>
  );
}
