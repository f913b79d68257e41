import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './SettingsCard.module.css';

export interface SettingsCardProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Card for a named setting or publication. */
export const SettingsCard = ({ title, text, aside, children }: SettingsCardProps) => (
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
