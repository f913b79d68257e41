import { Text } from '@mantine/core';
import { IconBell, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ButtonPopover } from '../../ui/floating/ButtonPopover.tsx';
import type { OpenerButton } from '../../ui/floating/use-opener.ts';
import type { ShellUser } from '../menu/menu.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { identity } from './UserName.tsx';
import classes from './UserMenu.module.css';

interface UserMenuProps {
  user: ShellUser;
  themeSwitch: boolean;
  onLogout: () => void;
  /** Number of unread notices. Set only if there is no bell next to the menu, as on the phone. */
  unread?: number | undefined;
  position: 'top-start' | 'bottom-end';
  offset: number;
  children: OpenerButton;
}

/**
 * Menu with the account, the colour scheme and «Logout». It is in the phone's bar and at the bottom
 * of the sidebar.
 */
export function UserMenu({
  user,
  themeSwitch,
  onLogout,
  unread,
  position,
  offset,
  children,
}: UserMenuProps) {
  return (
    <ButtonPopover position={position} offset={offset} className={classes.root} button={children}>
      <p className={classes.name}>
        {identity(user)}
        <Text component="small" inherit display="block" c="var(--ink-3)" fz="caption" fw={400}>
          {user.profileLabel}
        </Text>
      </p>
      {themeSwitch && (
        <div className={classes.line}>
          <span>Tema</span>
          <ThemeSwitch />
        </div>
      )}
      {unread !== undefined && (
        <Link className={classes.act} to="/notices">
          <IconBell size={17} stroke={1.75} aria-hidden />
          Avisos
          {unread > 0 && <b className={classes.unread}>{unread}</b>}
        </Link>
      )}
      <Link className={classes.act} to="/me">
        <IconShieldLock size={17} stroke={1.75} aria-hidden />
        Minha conta
      </Link>
      <button type="button" className={classes.act} onClick={onLogout}>
        <IconLogout size={17} stroke={1.75} aria-hidden />
        Logout
      </button>
    </ButtonPopover>
  );
}
