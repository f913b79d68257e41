import { rem } from '@mantine/core';
import classes from './Initials.module.css';

interface InitialsProps {
  name: string;
  /** Colour of the circle. `bad` is for a blocked account. */
  tone?: 'accent' | 'bad';
  size?: number;
}

/**
 * Draws the first two letters of a name. Screen readers skip them, because the name is written next
 * to them.
 */
export function Initials({ name, tone = 'accent', size = 34 }: InitialsProps) {
  const letters = (name.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase();
  const style = {
    width: rem(size),
    height: rem(size),
    fontSize: rem(Math.max(12, Math.round(size * 0.4 * 10) / 10)),
    borderRadius: rem(Math.round(size * 0.27)),
  };
  return (
    <span className={classes.root} data-tone={tone} style={style} aria-hidden="true">
      {letters}
    </span>
  );
}
