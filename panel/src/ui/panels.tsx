import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './small-parts.css';

/** A card: surface, hairline, 12 px. */
export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={className ? `panel ${className}` : 'panel'}>{children}</section>;
}

export interface NoticeProps {
  tone: 'accent' | 'warn' | 'bad' | 'ok';
  icon: Icon;
  title?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** One line that must be seen before the rest of the screen. */
export function Notice({ tone, icon: NoticeIcon, title, children, action }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role="status">
      <NoticeIcon size={18} stroke={1.75} aria-hidden />
      <p className="notice-text">
        {title && <b>{title}</b>}
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}

export interface FigureProps {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
}

/** A number of the dashboard with its name above and its explanation below. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="figure">
      <div className="figure-label">{label}</div>
      <div className="figure-value">{value}</div>
      {note && <div className="figure-note">{note}</div>}
    </div>
  );
}

export function KeyCap({ children }: { children: string }) {
  return <kbd className="key-cap">{children}</kbd>;
}
