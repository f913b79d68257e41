import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconLogout, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Avatar2 } from '../ui/Avatar2.tsx';
import type { ShellUser } from './menu.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface UserCardProps {
  user: ShellUser;
  folded: boolean;
  themeSwitch: boolean;
  onLogout: () => void;
}

/** The foot of the sidebar: who is signed in, their account, the scheme, the way out. */
export function UserCard({ user, folded, themeSwitch, onLogout }: UserCardProps) {
  return (
    <div className="user-card">
      <Popover
        position="top-start"
        offset={8}
        trapFocus
        returnFocus
        transitionProps={{ duration: 120, transition: 'fade' }}
      >
        <Popover.Target>
          <button type="button" className="user-card-name">
            <Avatar2 name={user.name} size={34} />
            <span className={folded ? 'visually-hidden' : 'user-card-words'}>
              <span>{identity(user)}</span>
              <small>{user.profileLabel}</small>
            </span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className="user-menu" aria-label="Conta">
          <UserMenu user={user} themeSwitch={themeSwitch} onLogout={onLogout} />
        </Popover.Dropdown>
      </Popover>
      {!folded && (
        <Tooltip label="Logout">
          <ActionIcon size={32} aria-label="Logout" onClick={onLogout}>
            <IconLogout size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

export interface UserMenuProps {
  user: ShellUser;
  themeSwitch: boolean;
  onLogout: () => void;
}

/** What belongs to the person: the same on the phone's bar and at the foot of the sidebar. */
export function UserMenu({ user, themeSwitch, onLogout }: UserMenuProps) {
  return (
    <>
      <p className="user-menu-name">
        {identity(user)}
        <small>{user.profileLabel}</small>
      </p>
      {themeSwitch && (
        <div className="user-menu-line">
          <span>Tema</span>
          <ThemeSwitch />
        </div>
      )}
      <Link className="user-menu-act" to="/me">
        <IconShieldLock size={17} stroke={1.75} aria-hidden />
        Minha conta
      </Link>
      <button type="button" className="user-menu-act" onClick={onLogout}>
        <IconLogout size={17} stroke={1.75} aria-hidden />
        Logout
      </button>
    </>
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
