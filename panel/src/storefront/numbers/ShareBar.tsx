import classes from './ShareBar.module.css';

interface ShareBarProps {
  /** Part from 0 to 1. */
  readonly share: number;
}

/** Bar that repeats a figure next to it. Screen readers read only the figure. */
export const ShareBar = ({ share }: ShareBarProps) => (
  <span className={classes.root} aria-hidden>
    <i style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
  </span>
);
