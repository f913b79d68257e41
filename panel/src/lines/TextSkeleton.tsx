import classes from './TextSkeleton.module.css';

/** Placeholder for a text that depends on the server's response. It never shows an estimate. */
export const TextSkeleton = () => (
  <span className={classes.root}>
    <span className="visually-hidden">Carregando</span>
  </span>
);
