import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './NoticeCard.module.css';

interface NoticeCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** Card for one topic of the notices screen. */
export const NoticeCard = ({ title, text, aside, children }: NoticeCardProps) => (
  <Panel className={classes.root} label={title}>
    <header className={classes.head}>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      {aside}
    </header>
    {children}
  </Panel>
);
