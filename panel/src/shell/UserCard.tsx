import { ActionIcon, Popover, Switch, Tooltip } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { switchShortcuts, useShortcutsOn } from '../foundation/shortcuts.ts';
import { Avatar2 } from '../ui/Avatar2.tsx';
import type { ShellUser } from './menu.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export interface UserCardProps {
  user: ShellUser;
  folded: boolean;
  themeSwitch: boolean;
  onLogout: () => void;
}

/** The foot of the sidebar: who is signed in, the scheme, the keys, the way out. */
export function UserCard({ user, folded, themeSwitch, onLogout }: UserCardProps) {
  return (
    <div className="user-card">
      <Popover position="top-start" offset={8} trapFocus returnFocus transitionProps={{ duration: 120, transition: 'fade' }}>
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
          <UserMenu user={user} themeSwitch={themeSwitch} onLogout={onLogout} withShortcuts />
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
  /** Where there is a keyboard. */
  withShortcuts?: boolean;
}

/** What belongs to the person: the same on the phone's bar and at the foot of the sidebar. */
export function UserMenu({ user, themeSwitch, onLogout, withShortcuts = false }: UserMenuProps) {
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
      {withShortcuts && <ShortcutsSwitch />}
      <button type="button" className="user-menu-logout" onClick={onLogout}>
        <IconLogout size={17} stroke={1.75} aria-hidden />
        Logout
      </button>
    </>
  );
}

/** Letters that act by themselves can be switched off (WCAG 2.1.4). */
function ShortcutsSwitch() {
  const on = useShortcutsOn();
  return (
    <Switch
      className="user-menu-line"
      size="xs"
      labelPosition="left"
      label="Atalhos de uma tecla"
      checked={on}
      onChange={(event) => switchShortcuts(event.currentTarget.checked)}
    />
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
