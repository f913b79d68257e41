import type { Icon } from '@tabler/icons-react';
import classes from './StateIcon.module.css';

export interface StateIconProps {
  icon: Icon;
  tone: 'ok' | 'warn';
  /** Text of the tooltip, which screen readers read too. */
  name: string;
}

/** Icon for an additional state, next to the badge of a table row. */
export const StateIcon = ({ icon: Glyph, tone, name }: StateIconProps) => (
  <span className={classes.root} data-tone={tone} data-tooltip={name}>
    <Glyph size={17} stroke={1.75} aria-hidden />
    <span className="visually-hidden">{name}</span>
  </span>
);
