import type { ComponentProps } from 'react';
import classes from './Tiles.module.css';

/** Options next to each other as tiles: one line on the desktop, four per line on the phone. */
export function Tiles({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${classes.root} ${className}`} />;
}

/** A single option: its radio button or checkbox and its content. */
export function Tile(props: Omit<ComponentProps<'label'>, 'className'>) {
  return <label {...props} className={classes.tile} />;
}
