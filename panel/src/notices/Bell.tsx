/** The bell of the top bar, with what it says below it. */
import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent, usePrefetch } from '../foundation/lazy-component.tsx';
import { countOf } from '../foundation/numbers.ts';
import type { BellPanelProps } from './BellPanel.tsx';
import classes from './Bell.module.css';

const BellPanel = lazyComponent<BellPanelProps>(
  async () => (await import('./BellPanel.tsx')).BellPanel,
);

export interface BellProps {
  readonly unread: number | undefined;
  /** Nothing is served while a second factor is required and missing. */
  readonly disabled: boolean;
}

export function Bell({ unread = 0, disabled }: BellProps) {
  const [opened, setOpened] = useState(false);
  usePrefetch(BellPanel);
  const label = unread > 0 ? `Avisos: ${countOf(unread, 'novo', 'novos')}` : 'Avisos';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={6}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Popover.Target>
        <ActionIcon
          size={32}
          variant="default"
          className={classes.root}
          data-unread={unread > 0 || undefined}
          aria-label={label}
          disabled={disabled}
          onClick={() => setOpened((is) => !is)}
        >
          <IconBell size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Avisos">
        {opened && <BellPanel onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
