import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Panel } from '../ui/layout/Panel.tsx';

export interface SettingsCardProps {
  icon: Icon;
  title: string;
  /** «Ligado», «2 chaves». */
  state?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** One matter of one's account. */
export function SettingsCard({ icon: CardIcon, title, state, note, children }: SettingsCardProps) {
  return (
    <Panel className="me-card">
      <header className="me-card-head">
        <CardIcon size={20} stroke={1.75} aria-hidden />
        <h2>{title}</h2>
        {state}
      </header>
      {note && <p className="me-card-note">{note}</p>}
      {children}
    </Panel>
  );
}
