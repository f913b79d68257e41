import { Icon } from '../../ui/Icon.tsx';
import { check as checkIcon } from '../../ui/icons.ts';
import { refresh } from '../step-icons.ts';
import pageClasses from '../../portal.module.css';
import classes from './HumanCheckBox.module.css';
import type { HumanCheck } from './use-human-check.ts';

/** Shows the progress of the human check. It runs without a press. */
export function HumanCheckBox({ check: { state, retry } }: { check: HumanCheck }) {
  if (state === 'none') return null;
  if (state === 'failed')
    return (
      <div className={classes.root} data-state={state} role="alert">
        <span>Não deu para verificar.</span>
        <button type="button" className={pageClasses.textAct} onClick={retry}>
          <Icon path={refresh} em={1} /> Tentar de novo
        </button>
      </div>
    );
  return (
    <div className={classes.root} data-state={state} role="status">
      <i className={state === 'solved' ? classes.mark : pageClasses.ring} aria-hidden>
        {state === 'solved' && <Icon path={checkIcon} em={0.875} />}
      </i>
      {state === 'solved' ? 'Verificado: você não é um robô' : 'Verificando…'}
    </div>
  );
}
