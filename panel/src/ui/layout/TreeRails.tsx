/**
 * Draws the strokes of a tree in front of a row. Some strokes pass the row, and one stroke ends at
 * it.
 */
import classes from './TreeRails.module.css';

interface TreeRailsProps {
  /**
   * Values for the levels above. A value is true if the stroke of its level continues below this
   * row.
   */
  rails: readonly boolean[];
  /** True if the row is the last child of its parent. Undefined if no stroke ends at the row. */
  last: boolean | undefined;
  /** True if the stroke starts below the centre of the avatar in the parent's row. */
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
