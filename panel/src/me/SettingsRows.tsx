import type { ReactNode } from 'react';
import classes from './SettingsRows.module.css';

interface SettingsRow {
  readonly key: string | number;
  readonly name: string;
  readonly note: ReactNode;
  readonly action: ReactNode;
}

/** A short list inside a card: name, a note below it, and an action at its side. */
export const SettingsRows = ({ rows }: { rows: readonly SettingsRow[] }) => (
  <ul className={classes.root}>
    {rows.map(({ key, name, note, action }) => (
      <li key={key}>
        <p>
          <b>{name}</b>
          <span>{note}</span>
        </p>
        {action}
      </li>
    ))}
  </ul>
);
