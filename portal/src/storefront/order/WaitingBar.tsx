import type { Order } from '../api.ts';
import { FootBar } from '../FootBar.tsx';
import classes from './WaitingBar.module.css';
import pageClasses from '../../portal.module.css';

interface WaitingBarProps {
  order: Order | undefined;
  isExpired: boolean;
  onOtherPlan: () => void;
}

/** Line at the foot of the page that states what the page waits for. */
export const WaitingBar = ({ order, isExpired, onOtherPlan }: WaitingBarProps) => (
  <FootBar>
    <div className={classes.root}>
      <i className={pageClasses.ring} aria-hidden />
      <span role="status">{waitingText(order, isExpired)}</span>
      <button type="button" className={pageClasses.textAct} onClick={onOtherPlan}>
        Outro plano
      </button>
    </div>
  </FootBar>
);

function waitingText(order: Order | undefined, isExpired: boolean): string {
  if (isExpired) return 'Conferindo se o pagamento chegou';
  const { pixCode, checkoutUrl, method, sandbox } = order?.charge ?? {};
  const isReady = pixCode != null || checkoutUrl != null || (sandbox && method === 'card');
  return isReady ? 'Esperando o pagamento' : 'Preparando o código…';
}
