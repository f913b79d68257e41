import { Icon } from '../ui/Icon.tsx';
import pageClasses from '../portal.module.css';
import classes from './Steps.module.css';
import { check } from '../ui/icons.ts';

interface StepsProps {
  isPaid: boolean;
  /** True if the steps are a part of a card, and not the bar at the bottom of the page. */
  isInside?: boolean;
}

/** Shows the two steps of an authorization: the payment, and then the authorization. */
export const Steps = ({ isPaid, isInside = false }: StepsProps) => (
  <div className={classes.root} data-inside={isInside} role="status">
    <Step state={isPaid ? 'done' : 'running'}>{isPaid ? 'Pix recebido' : 'Esperando o Pix'}</Step>
    <Step state={isPaid ? 'running' : 'later'}>
      {isPaid ? 'Esperando a autorização' : 'Autorização'}
    </Step>
  </div>
);

interface StepProps {
  state: 'done' | 'running' | 'later';
  children: string;
}

const Step = ({ state, children }: StepProps) => (
  <span className={classes.step} data-state={state}>
    <i className={state === 'running' ? pageClasses.ring : classes.mark} aria-hidden>
      {state === 'done' && <Icon path={check} em={0.875} />}
    </i>
    {children}
  </span>
);
