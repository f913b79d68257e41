import classes from './ClippedText.module.css';

/** Text of a row that is cut with an ellipsis. */
export const ClippedText = ({ short, children }: { short?: boolean; children: string }) => (
  <span className={classes.root} data-short={short || undefined}>
    {children}
  </span>
);
