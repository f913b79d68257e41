import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyComponent, usePrefetch } from '../foundation/lazy-component.tsx';
import { pluralize } from '../foundation/numbers.ts';
import { ButtonPopover } from '../ui/floating/ButtonPopover.tsx';
import type { BellPanelProps } from './BellPanel.tsx';
import classes from './Bell.module.css';

const BellPanel = lazyComponent<BellPanelProps>(
  async () => (await import('./BellPanel.tsx')).BellPanel,
);

interface BellProps {
  readonly unread: number | undefined;
  /**
   * True while the account must set up a second factor. Until then the server rejects the calls of
   * the bell.
   */
  readonly disabled: boolean;
}

export function Bell({ unread = 0, disabled }: BellProps) {
  const [opened, setOpened] = useState(false);
  usePrefetch(BellPanel);
  const label = unread > 0 ? `Avisos: ${pluralize(unread, 'novo', 'novos')}` : 'Avisos';
  return (
    <ButtonPopover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={6}
      className={classes.panel}
      button={
        <ActionIcon
          size={32}
          variant="default"
          pos="relative"
          className={classes.root!}
          data-unread={unread > 0 || undefined}
          aria-label={label}
          disabled={disabled}
        >
          <IconBell size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    >
      <BellPanel onClose={() => setOpened(false)} />
    </ButtonPopover>
  );
}
