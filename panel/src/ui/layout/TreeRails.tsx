/** The lines of a tree before a row: those that pass it, and the one that leads into it. */
import classes from './TreeRails.module.css';

export interface TreeRailsProps {
  /** For every level above: whether its line goes on below this row. */
  rails: readonly boolean[];
  /** Whether the row is the last of its parent; undefined: nothing leads into it. */
  last: boolean | undefined;
  /** `wide` reaches up to the avatar of the row above and has its place under the middle of it. */
  wide?: boolean;
}

export const TreeRails = ({ rails, last, wide }: TreeRailsProps) => (
  <>
    {rails.map((passes, level) => (
      <i
        key={level}
        className={classes.root}
        data-wide={wide || undefined}
        data-line={passes || undefined}
      />
    ))}
    {last !== undefined && (
      <i className={classes.root} data-wide={wide || undefined} data-hook={last ? 'last' : 'on'} />
    )}
  </>
);
