import { version } from '@ramal/contract/version';
import type { ShellUser } from '../menu/menu.ts';
import classes from './UserName.module.css';

/** The signed-in person's id and name, then the profile and the version of the product. */
export function UserName({ user, hidden = false }: { user: ShellUser; hidden?: boolean }) {
  return (
    <span className={hidden ? 'visually-hidden' : classes.root}>
      <span>{identity(user)}</span>
      <small>{user.profileLabel}</small>
      <small>versão {version}</small>
    </span>
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
