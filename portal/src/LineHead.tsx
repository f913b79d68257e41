import type { Portal } from './api.ts';
import classes from './portal.module.css';

/** Name of the customer, and the number of screens being watched. */
export const LineHead = ({ name, watching }: Pick<Portal, 'name' | 'watching'>) => (
  <div className={classes.head}>
    <span>{name}</span>
    {watching > 0 && (
      <span className={classes.quiet}>
        <i className={classes.online} aria-hidden />{' '}
        {watching === 1 ? '1 tela ligada' : `${watching} telas ligadas`}
      </span>
    )}
  </div>
);
