import { rem } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './IconTile.module.css';

interface IconTileProps {
  tone?: 'accent' | 'bad' | 'warn' | 'ok' | 'plain' | undefined;
  /** Width and height in px. Default: 42, for the title of a dialog. */
  size?: 34 | 36 | 38 | 42 | 46 | 52;
  children: ReactNode;
}

/** Icon on a square ground in the colour of its tone. */
export const IconTile = ({ tone = 'accent', size = 42, children }: IconTileProps) => (
  <span
    className={classes.root}
    data-tone={tone}
    data-size={size > 46 ? 'huge' : size > 38 ? 'large' : undefined}
    style={{ width: rem(size), height: rem(size) }}
    data-icon-tile
  >
    {children}
  </span>
);
