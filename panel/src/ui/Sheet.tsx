import type { Icon } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { later, useFetchedLater } from '../foundation/later.tsx';
import './sheet.css';

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  /** It has left the screen. */
  onClosed?: (() => void) | undefined;
  /** What a reader hears as the name of the sheet. */
  label: string;
  title?: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

const Frame = later<SheetProps>(async () => (await import('./SheetFrame.tsx')).SheetFrame);

/** The phone's bottom sheet. Esc, the scrim and the grip close it. It comes after the first paint. */
export function Sheet(props: SheetProps) {
  const fetched = useFetchedLater(Frame);
  const wanted = useRef(false);
  wanted.current ||= props.opened || fetched;
  return wanted.current && <Frame {...props} />;
}

export function SheetTiles({ children }: { children: ReactNode }) {
  return <div className="sheet-tiles">{children}</div>;
}

export interface SheetTileProps {
  icon: Icon;
  label: string;
  look?: 'accent' | 'test' | undefined;
  onClick: () => void;
}

export function SheetTile({ icon: TileIcon, label, look, onClick }: SheetTileProps) {
  return (
    <button type="button" className="sheet-tile" data-look={look} onClick={onClick}>
      <TileIcon size={22} stroke={1.75} aria-hidden />
      {label}
    </button>
  );
}

export function SheetGroup({ children }: { children: ReactNode }) {
  return <div className="sheet-group">{children}</div>;
}

export interface SheetRowProps {
  icon?: Icon | undefined;
  label: ReactNode;
  hint?: ReactNode;
  tone?: 'danger' | undefined;
  disabled?: boolean;
  onClick: () => void;
}

export function SheetRow({
  icon: RowIcon,
  label,
  hint,
  tone,
  disabled = false,
  onClick,
}: SheetRowProps) {
  return (
    <button
      type="button"
      className="sheet-row"
      data-tone={tone}
      disabled={disabled}
      onClick={onClick}
    >
      {RowIcon && <RowIcon size={20} stroke={1.75} aria-hidden />}
      <span>{label}</span>
      {hint && <span className="sheet-row-hint">{hint}</span>}
    </button>
  );
}
