import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Initials } from '../../ui/Initials.tsx';
import type { ShellUser } from '../menu/menu.ts';
import { UserMenu } from './UserMenu.tsx';
import { UserName } from './UserName.tsx';
import classes from './UserCard.module.css';

interface UserCardProps {
  user: ShellUser;
  folded: boolean;
  themeSwitch: boolean;
  onLogout: () => void;
}

/** Lower part of the sidebar: the user, the account, the colour scheme and «Logout». */
export function UserCard({ user, folded, themeSwitch, onLogout }: UserCardProps) {
  return (
    <div className={classes.root}>
      <UserMenu
        user={user}
        themeSwitch={themeSwitch}
        onLogout={onLogout}
        position="top-start"
        offset={8}
      >
        <button type="button" className={classes.name}>
          <Initials name={user.name} size={34} />
          <UserName user={user} hidden={folded} />
        </button>
      </UserMenu>
      {!folded && (
        <ActionIcon data-tooltip="Logout" size={32} aria-label="Logout" onClick={onLogout}>
          <IconLogout size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}
