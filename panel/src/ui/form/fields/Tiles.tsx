import type { ComponentProps } from 'react';
import classes from './Tiles.module.css';

/**
 * Container that shows options as tiles: in one row on the desktop, and four per row on the phone.
 */
export function Tiles({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${classes.root} ${className}`} />;
}

/** Tile of one option: its radio button or checkbox, and its content. */
export function Tile(props: Omit<ComponentProps<'label'>, 'className'>) {
  return <label {...props} className={classes.tile} />;
}
