import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime, officeZone, relativeWord } from '../foundation/dates.ts';
import './small-parts.css';

export type Tone = 'ok' | 'test' | 'off' | 'bad' | 'warn';

export interface StatusBadgeProps {
  tone: Tone;
  /** A ring instead of the full dot; what is off has one by itself. */
  ring?: boolean;
  children: ReactNode;
}

export function StatusBadge({ tone, ring = tone === 'off', children }: StatusBadgeProps) {
  return (
    <span className="status-badge" data-tone={tone}>
      <span className="status-badge-dot" data-ring={ring || undefined} />
      {children}
    </span>
  );
}

function OnlineDot() {
  return <span className="online-dot" aria-hidden="true" />;
}

export interface OnlineMarkProps {
  online: boolean;
  label?: string;
  offLabel?: string;
  /** Given and online: a button that shows the details. */
  onOpen?: () => void;
  /** The button's whole name for readers; begins with its label. */
  openName?: string;
}

export function OnlineMark({
  online,
  label = 'Sim',
  offLabel = 'Não',
  onOpen,
  openName,
}: OnlineMarkProps) {
  if (!online) return <span className="online-mark-off">{offLabel}</span>;
  const inside = (
    <>
      <OnlineDot />
      {label}
    </>
  );
  if (!onOpen) return <span className="online-mark">{inside}</span>;
  return (
    <button
      type="button"
      className="online-mark"
      data-button
      aria-label={openName}
      onClick={onOpen}
    >
      {inside}
    </button>
  );
}

export interface ExpiryTextProps {
  at: Date;
  now: Date;
  /** 2 within a day, 1 within seven, 0 far; comes from the server. */
  level: 0 | 1 | 2;
  zone?: string;
}

/** The far away is plain ink: normal needs no colour. Near dates carry an icon and a word, never colour alone. */
export function ExpiryText({ at, now, level, zone = officeZone }: ExpiryTextProps) {
  return (
    <span className="expiry-text" data-level={level}>
      {level === 2 && <IconAlertCircle size={17} stroke={1.75} aria-hidden />}
      {level === 1 && <IconClock size={17} stroke={1.75} aria-hidden />}
      <span className="expiry-text-date">{formatDateTime(at, zone)}</span>
      <span className="expiry-text-word">{relativeWord(at, now, zone)}</span>
    </span>
  );
}
