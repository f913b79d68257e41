/** A row of settings: what it is, what holds now, and on its right the control that changes it. */
import type { ComponentType, ReactNode } from 'react';
import classes from './SettingRow.module.css';

export interface SettingRowProps {
  title: string;
  text: string;
  icon?: ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }> | undefined;
  /** Of the title, which stands below its page's or dialog's. */
  level?: 2 | 3;
  /** Beside a button: what holds now, as a badge. */
  status?: ReactNode;
  control: ReactNode;
  /** Below, as wide as the texts. */
  children?: ReactNode;
  /** With the card's own space around it, where a row stands straight in a card. */
  padded?: boolean;
}

export function SettingRow(props: SettingRowProps) {
  const { title, text, icon: RowIcon, level = 2, status, control, children, padded } = props;
  const Heading = `h${level}` as const;
  return (
    <div
      className={classes.root}
      data-setting-row
      data-icon={RowIcon !== undefined || undefined}
      data-status={status !== undefined || undefined}
      data-padded={padded || undefined}
    >
      {RowIcon && (
        <span className={classes.icon}>
          <RowIcon size={18} stroke={1.75} aria-hidden />
        </span>
      )}
      <div className={classes.texts}>
        <div className={classes.head}>
          <Heading>{title}</Heading>
          {status}
        </div>
        <p>{text}</p>
      </div>
      <div className={classes.control}>{control}</div>
      {children && <div className={classes.below}>{children}</div>}
    </div>
  );
}
