import { Drawer } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

/** The phone's bottom sheet. Esc, the scrim and the grip close it. */
export function Sheet({ opened, onClose, onClosed, label, title, note, aside, children }: SheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      transitionProps={{ duration: 240, exitDuration: 160, timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
      onExitTransitionEnd={() => onClosed?.()}
    >
      <Drawer.Overlay className="scrim" />
      <Drawer.Content classNames={{ content: 'sheet' }} aria-label={label}>
        <button type="button" className="sheet-grip" aria-label="Fechar" onClick={onClose} />
        {(title || aside) && (
          <div className="sheet-head">
            <div className="sheet-name">
              {title && <h2>{title}</h2>}
              {note && <p>{note}</p>}
            </div>
            {aside}
          </div>
        )}
        <div className="sheet-body">{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  );
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
  onClick: () => void;
}

export function SheetRow({ icon: RowIcon, label, hint, tone, onClick }: SheetRowProps) {
  return (
    <button type="button" className="sheet-row" data-tone={tone} onClick={onClick}>
      {RowIcon && <RowIcon size={20} stroke={1.75} aria-hidden />}
      <span>{label}</span>
      {hint && <span className="sheet-row-hint">{hint}</span>}
    </button>
  );
}
