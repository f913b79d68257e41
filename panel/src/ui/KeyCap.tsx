import classes from './KeyCap.module.css';

export function KeyCap({ children }: { children: string }) {
  return <kbd className={classes.root}>{children}</kbd>;
}
