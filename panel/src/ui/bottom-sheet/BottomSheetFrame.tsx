import { Box, Drawer, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClosedByBack } from '../../foundation/back.ts';
import { useAfterMount } from '../../foundation/use-after-mount.ts';
import classes from './BottomSheetFrame.module.css';

export interface BottomSheetProps {
  opened: boolean;
  onClose: () => void;
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined;
  /** Name of the sheet for screen readers. */
  label: string;
  title?: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  /**
   * True if the content stays mounted while the sheet is closed. Otherwise the buttons in it would
   * lose their state.
   */
  keepMounted?: boolean;
  children: ReactNode;
}

/** Drawer at the bottom edge. `BottomSheet` loads it when the browser is idle. */
export function BottomSheetFrame({
  opened,
  onClose,
  onClosed,
  label,
  title,
  note,
  aside,
  keepMounted = false,
  children,
}: BottomSheetProps) {
  useClosedByBack(opened, onClose);
  return (
    <Drawer.Root
      opened={useAfterMount(opened)}
      onClose={onClose}
      position="bottom"
      keepMounted={keepMounted}
      keepMountedMode="display-none"
      size="auto"
      transitionProps={{
        duration: 240,
        exitDuration: 160,
        timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      }}
      onExitTransitionEnd={() => onClosed?.()}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: classes.root }} aria-label={label}>
        <button type="button" className={classes.grip} aria-label="Fechar" onClick={onClose} />
        {(title || aside) && (
          <Group gap="lg" wrap="nowrap" mb="2xl">
            <Box flex={1} miw={0} className={classes.name}>
              {title && <h2>{title}</h2>}
              {note && <p>{note}</p>}
            </Box>
            {aside}
          </Group>
        )}
        <Stack gap="md">{children}</Stack>
      </Drawer.Content>
    </Drawer.Root>
  );
}

export interface SideSheetProps {
  opened: boolean;
  onClose: () => void;
  /** Name of the sheet for screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Drawer at the right edge. `SideSheet` loads it when the browser is idle. */
export function SideSheetFrame({ opened, onClose, label, className, children }: SideSheetProps) {
  useClosedByBack(opened, onClose);
  return (
    <Drawer.Root
      opened={useAfterMount(opened)}
      onClose={onClose}
      position="right"
      size={310}
      transitionProps={{ duration: 240 }}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: className }} aria-label={label} data-menu-drawer>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}
