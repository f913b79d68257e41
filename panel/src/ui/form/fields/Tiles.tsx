import type { ComponentProps } from 'react';
import classes from './Tiles.module.css';

/** Choices side by side as tiles: one line on the desktop, four a line on the phone. */
export function Tiles({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${classes.root} ${className}`} />;
}

/** One choice: its radio button or checkbox and what it shows. */
export function Tile(props: Omit<ComponentProps<'label'>, 'className'>) {
  return <label {...props} className={classes.tile} />;
}
