import { Drawer } from '@mantine/core';
import type { SheetProps } from './Sheet.tsx';
import './sheet.css';

/** What `Sheet` opens. */
export function SheetFrame({
  opened,
  onClose,
  onClosed,
  label,
  title,
  note,
  aside,
  children,
}: SheetProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      transitionProps={{
        duration: 240,
        exitDuration: 160,
        timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      }}
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
