/**
 * Panel that the bell opens. It groups the newest notices by the required action, and shows the
 * other channels that deliver them.
 */
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MarkAllRead, NoticeList, useNotices } from './NoticeList.tsx';
import classes from './BellPanel.module.css';
import { ProductStatus } from './ProductStatus.tsx';

export interface BellPanelProps {
  readonly onClose: () => void;
}

export function BellPanel({ onClose }: BellPanelProps) {
  const notices = useNotices();
  const unread = notices.data?.unread ?? 0;
  return (
    <>
      <header className={classes.head}>
        <Text component="h2" inherit fz="phone">
          Avisos
        </Text>
        {unread > 0 && (
          <Box
            component="span"
            px="xs"
            bdrs="var(--radius-chip)"
            bg="var(--sunken)"
            c="var(--ink-2)"
            fz="caption"
            lh="var(--leading-body)"
          >
            {unread}
          </Box>
        )}
        <Group gap="2xs" wrap="nowrap" ml="auto">
          {unread > 0 && <MarkAllRead />}
          <ActionIcon
            data-tooltip="O que chega e por onde"
            size={32}
            variant="subtle"
            component={Link}
            to="/notices"
            aria-label="O que chega e por onde"
            onClick={onClose}
          >
            <IconSettings size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      </header>
      <div className={classes.body}>
        <NoticeList notices={notices} onOpened={onClose} />
        <ProductStatus shows="newest" onOpened={onClose} />
      </div>
      <footer className={classes.foot}>
        <span>Também por e-mail, Telegram e aparelho</span>
        <LinkButton to="/notices" variant="default" onClick={onClose}>
          Escolher
        </LinkButton>
      </footer>
    </>
  );
}
