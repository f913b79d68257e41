import type { ShellUser } from '../menu/menu.ts';
import classes from './UserName.module.css';

/** The person's id, name and profile, each on a line of its own. */
export function UserName({ user, hidden = false }: { user: ShellUser; hidden?: boolean }) {
  return (
    <span className={hidden ? 'visually-hidden' : classes.root}>
      <span>{identity(user)}</span>
      <small>{user.profileLabel}</small>
    </span>
  );
}

export function identity(user: ShellUser): string {
  return `ID: ${user.id} - ${user.name}`;
}
