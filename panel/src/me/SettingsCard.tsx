import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';
import classes from './SettingsCard.module.css';

export interface SettingsCardProps {
  icon: Icon;
  title: string;
  /** «Ligado», «2 chaves». */
  state?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** Card for one topic of the user's own account. */
export function SettingsCard({ icon: CardIcon, title, state, note, children }: SettingsCardProps) {
  return (
    <Panel className={classes.root}>
      <header className={classes.head}>
        <CardIcon size={20} stroke={1.75} aria-hidden />
        <h2>{title}</h2>
        {state}
      </header>
      {note && <SettingsNote>{note}</SettingsNote>}
      {children}
    </Panel>
  );
}

export const SettingsNote = ({ warn, children }: { warn?: boolean; children: ReactNode }) => (
  <p className={classes.note} data-warn={warn || undefined}>
    {children}
  </p>
);

/** The card's first action: as wide as the card on a phone. */
export const SettingsButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button size="md" className={classes.main} {...props} />
);
