import { Popover } from '@mantine/core';
import { IconBell, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ShellUser } from '../menu/menu.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { identity } from './UserName.tsx';
import classes from './UserMenu.module.css';

export interface UserMenuProps {
  user: ShellUser;
  themeSwitch: boolean;
  onLogout: () => void;
  /** Where no bell stands beside it, as on the phone. */
  unread?: number | undefined;
  position: 'top-start' | 'bottom-end';
  offset: number;
  /** The button that opens it. */
  children: ReactElement;
}

/** The menu with the account, the colour scheme and «Sair», on the phone's bar and at the foot of the sidebar. */
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
    <Popover
      position={position}
      offset={offset}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.root} aria-label="Conta">
        <p className={classes.name}>
          {identity(user)}
          <small>{user.profileLabel}</small>
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
      </Popover.Dropdown>
    </Popover>
  );
}
