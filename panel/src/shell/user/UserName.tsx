import { Text } from '@mantine/core';
import { version } from '@ramal/contract/version';
import type { ShellUser } from '../menu/menu.ts';
import classes from './UserName.module.css';

/** Shows id and name of the signed-in user, then the profile and the version of the product. */
export function UserName({ user, hidden = false }: { user: ShellUser; hidden?: boolean }) {
  return (
    <span className={hidden ? 'visually-hidden' : classes.root}>
      <span>{identity(user)}</span>
      <Text component="small" inherit c="var(--ink-3)" fz="tag" fw={400}>
        {user.profileLabel}
      </Text>
      <Text component="small" inherit c="var(--ink-3)" fz="tag" fw={400}>
        versão {version}
      </Text>
    </span>
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
