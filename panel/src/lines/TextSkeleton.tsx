import classes from './TextSkeleton.module.css';

/** Stands where a text depends on the server's answer: a skeleton, never a guess. */
export const TextSkeleton = () => (
  <span className={classes.root}>
    <span className="visually-hidden">Carregando</span>
  </span>
);
