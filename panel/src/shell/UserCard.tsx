import { ActionIcon, Menu, Switch, Tooltip } from '@mantine/core';
import { IconKeyboard, IconLogout } from '@tabler/icons-react';
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
      <Menu position="top-start" offset={8} transitionProps={{ duration: 120, transition: 'fade' }}>
        <Menu.Target>
          <button type="button" className="user-card-name" aria-label={`Conta: ID ${user.id}, ${user.name}`}>
            <Avatar2 name={user.name} size={34} />
            {!folded && (
              <span className="user-card-words">
                <span>{identity(user)}</span>
                <small>{user.profileLabel}</small>
              </span>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {folded && <p className="user-menu-name">{identity(user)}</p>}
          <ShortcutsItem />
          {themeSwitch && (
            <div className="user-menu-scheme">
              <span>Tema</span>
              <ThemeSwitch />
            </div>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={17} stroke={1.75} />} onClick={onLogout}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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

/** Letters that act by themselves can be switched off (WCAG 2.1.4). */
function ShortcutsItem() {
  const on = useShortcutsOn();
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={on}
      closeMenuOnClick={false}
      leftSection={<IconKeyboard size={17} stroke={1.75} />}
      rightSection={<Switch size="xs" checked={on} readOnly tabIndex={-1} aria-hidden />}
      onClick={() => switchShortcuts(!on)}
    >
      Atalhos de uma tecla
    </Menu.Item>
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
