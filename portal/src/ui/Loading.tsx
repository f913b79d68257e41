import { wasRecurring } from '../load-recurring-home.ts';
import classes from './Loading.module.css';
import pageClasses from '../portal.module.css';

/**
 * Page that is shown until the home page is loaded. It shows an error if the first request fails.
 */
export function Loading({
  problem,
  onRetry,
}: {
  problem: string | undefined;
  onRetry: () => void;
}) {
  if (problem === undefined && wasRecurring())
    return (
      <div className={`${pageClasses.card} ${classes.branch}`} aria-busy="true">
        <i aria-hidden />
        <i aria-hidden />
        <i aria-hidden />
        <span className={pageClasses['visually-hidden']}>Carregando</span>
      </div>
    );
  if (problem === undefined)
    return (
      <div className={`${pageClasses.card} ${pageClasses.waiting}`} aria-busy="true">
        <span className={pageClasses['visually-hidden']}>Carregando</span>
      </div>
    );
  return (
    <div className={pageClasses.card} role="alert">
      <p>{problem}</p>
      <button type="button" className={pageClasses.main} onClick={onRetry}>
        Tentar de novo
      </button>
    </div>
  );
}
