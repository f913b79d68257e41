import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Breadcrumb } from '../ui/layout/Breadcrumb.tsx';
import { usePageHeading } from '../ui/layout/page-heading.tsx';
import { useDelayed } from '../foundation/use-delayed.ts';
import type { ReactNode } from 'react';
import { CreditsMenu } from './CreditsMenu.tsx';
import type { MenuSection, ShellUser } from './menu/menu.ts';
import { ThemeSwitch } from './user/ThemeSwitch.tsx';
import { identity } from './user/UserName.tsx';
import classes from './TopBar.module.css';

interface TopBarProps {
  credits?: number | undefined;
  sections: readonly MenuSection[];
  busy?: ReactNode;
  bell?: ReactNode;
  themeSwitch?: boolean;
  user: ShellUser;
  onLogout: () => void;
  onRequestCredits: () => void;
}

/**
 * Top bar from 800 px: the path of the page, the credits, the bell, the colour scheme, the user and
 * «Logout» (S-SHELL-13, S-SHELL-14).
 */
export function TopBar(props: TopBarProps) {
  const {
    credits,
    sections,
    bell,
    busy,
    themeSwitch = true,
    user,
    onLogout,
    onRequestCredits,
  } = props;
  const heading = usePageHeading();
  return (
    <header className={classes.root}>
      <Breadcrumb crumbs={heading?.breadcrumb ?? []} />
      <Group gap="sm" wrap="nowrap" ms="auto">
        {busy}
        {credits !== undefined && (
          <CreditsMenu amount={credits} sections={sections} onRequest={onRequestCredits} />
        )}
        {bell}
        {themeSwitch && <ThemeSwitch />}
        <Text span inherit truncate maw="22ch" ms="2xs" c="dimmed" fz="note">
          {identity(user)}
        </Text>
        <ActionIcon data-tooltip="Logout" size={32} aria-label="Logout" onClick={onLogout}>
          <IconLogout size={18} stroke={1.75} />
        </ActionIcon>
      </Group>
    </header>
  );
}

/**
 * Shows that a request is running. It appears with a delay, so that it does not flicker for quick
 * answers.
 */
export function BusySign({ busy }: { busy: boolean }) {
  const shown = useDelayed(busy, 150);
  return (
    <span className={classes.busySign} role="status" aria-label={shown ? 'Carregando' : undefined}>
      {shown && <Loader size={16} color="var(--ink-3)" />}
    </span>
  );
}
