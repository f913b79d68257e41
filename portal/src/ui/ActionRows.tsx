import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { chevron } from './icons.ts';
import pageClasses from '../portal.module.css';
import classes from './ActionRows.module.css';

export interface ActionRow {
  /** Path of the icon. */
  readonly icon: string;
  readonly title: string;
  readonly text?: ReactNode;
  /** Called on a tap. Absent for a row that only shows information. */
  readonly onPress?: () => void;
  /** Address of a link that leads out of the portal. */
  readonly href?: string;
}

/**
 * List of rows with an icon and up to two lines of text. A row that opens something has an arrow.
 */
export const ActionRows = ({ label, rows }: { label: string; rows: readonly ActionRow[] }) => (
  <ul className={`${pageClasses.card} ${classes.root}`} aria-label={label}>
    {rows.map((row) => (
      <li key={row.title}>
        <Frame {...row}>
          <Icon path={row.icon} />
          <span className={classes.text}>
            <span>{row.title}</span>
            {row.text && <small>{row.text}</small>}
          </span>
          {(row.onPress ?? row.href) && <Icon path={chevron} />}
        </Frame>
      </li>
    ))}
  </ul>
);

function Frame({ onPress, href, children }: ActionRow & { children: ReactNode }) {
  if (href)
    return (
      <a className={classes.row} href={href} rel="noreferrer" target="_blank">
        {children}
      </a>
    );
  if (onPress)
    return (
      <button type="button" className={classes.row} onClick={onPress}>
        {children}
      </button>
    );
  return <div className={classes.row}>{children}</div>;
}
