/** Lines of a tree before a row: the lines that pass the row, and the line that ends at it. */
import classes from './TreeRails.module.css';

interface TreeRailsProps {
  /** For each level above: true if its line continues below this row. */
  rails: readonly boolean[];
  /** True if the row is the last child of its parent. Undefined if no line ends at it. */
  last: boolean | undefined;
  /** True if the line starts at the avatar of the parent row and is centred below it. */
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
