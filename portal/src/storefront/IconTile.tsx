import { Icon } from '../ui/Icon.tsx';
import classes from './IconTile.module.css';

interface IconTileProps {
  /** Path of the icon. */
  icon: string;
  tone: 'ok' | 'off';
}

/** Icon on a ground in the colour of a state. */
export const IconTile = ({ icon, tone }: IconTileProps) => (
  <span className={classes.root} data-tone={tone} aria-hidden>
    <Icon path={icon} />
  </span>
);
