/**
 * Page with the code of an authorization. The code pays the current month and authorises the debits
 * of the following months.
 */
import { DUE_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import type { ReactNode } from 'react';
import type { Authorization, Charge } from '../api.ts';
import { countdown, formatReais } from '../format.ts';
import pageClasses from '../portal.module.css';
import { PixCode } from '../pay/PixCode.tsx';
import { Qr } from '../pay/Qr.tsx';
import { Sandbox } from '../pay/Sandbox.tsx';
import { useNow } from '../use-now.ts';
import { addDays, formatDate } from './day-text.ts';
import { Steps } from './Steps.tsx';
import classes from './TwoStepCode.module.css';

interface TwoStepCodeProps {
  charge: Charge;
  authorization: Pick<Authorization, 'value' | 'receiver' | 'dueDay' | 'firstDueOn'>;
  /** Part of the page above the steps. */
  children?: ReactNode;
  onAgain: () => void;
}

export function TwoStepCode({ charge, authorization, children, onAgain }: TwoStepCodeProps) {
  const at = useNow();
  const isPaid = charge.state !== 'pending';
  const isExpired = !isPaid && charge.expiresAt * 1000 <= at.getTime();
  const code = isExpired || isPaid ? null : charge.pixCode;
  return (
    <>
      {charge.sandbox && <Sandbox />}
      {isExpired ? (
        <Expired onAgain={onAgain} />
      ) : (
        <section className={`${pageClasses.card} ${classes.root}`}>
          <div className={classes.top}>
            <h2 className={classes.title}>Um código, duas coisas</h2>
            <p className={pageClasses.quiet}>Quem recebe é {authorization.receiver}</p>
            {!isPaid && (
              <div className={classes.code}>
                {code ? <Qr text={code} /> : <span className={classes.blank} aria-hidden />}
              </div>
            )}
            {code && (
              <p className={pageClasses.quiet}>
                O código vale por <b className={classes.left}>{countdown(charge.expiresAt, at)}</b>
              </p>
            )}
            {!code && !isPaid && <p role="status">Preparando o código…</p>}
          </div>
          <TwoThings charge={charge} authorization={authorization} />
        </section>
      )}
      {code && <PixCode code={code} />}
      {!isExpired && (
        <p className={pageClasses.quiet}>
          O app do banco mostra o pagamento e a autorização juntos. Confira o valor e o dia{' '}
          {authorization.dueDay}, e confirme com a sua senha. Esta tela muda sozinha.
        </p>
      )}
      {children}
      <Steps isPaid={isPaid} />
    </>
  );
}

const Expired = ({ onAgain }: Pick<TwoStepCodeProps, 'onAgain'>) => (
  <section className={pageClasses.card}>
    <h2>O código expirou</h2>
    <p>
      Se você já pagou, espere nesta tela: o pagamento ainda pode ser confirmado, e ela muda
      sozinha.
    </p>
    <button type="button" className={pageClasses.main} onClick={onAgain}>
      Gerar outro código
    </button>
  </section>
);

const TwoThings = ({
  charge,
  authorization,
}: Pick<TwoStepCodeProps, 'charge' | 'authorization'>) => (
  <dl className={classes.things}>
    <div>
      <dt>Paga agora</dt>
      <dd>{formatReais(charge.value)}</dd>
      <dd>vale até {formatDate(addDays(authorization.firstDueOn, DUE_DAYS_BEFORE))}</dd>
    </div>
    <div>
      <dt>Autoriza</dt>
      <dd>{formatReais(authorization.value)} por mês</dd>
      <dd>todo dia {authorization.dueDay}</dd>
    </div>
  </dl>
);
