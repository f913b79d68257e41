import classes from './ClippedText.module.css';

/** A text of a row that ends in an ellipsis. */
export const ClippedText = ({ short, children }: { short?: boolean; children: string }) => (
  <span className={classes.root} data-short={short || undefined}>
    {children}
  </span>
);
