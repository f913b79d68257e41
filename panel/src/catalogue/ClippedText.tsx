import classes from './ClippedText.module.css';

export const ClippedText = ({ short, children }: { short?: boolean; children: string }) => (
  <span className={classes.root} data-short={short || undefined}>
    {children}
  </span>
);
