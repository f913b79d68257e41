import { useState } from 'react';
import { charge, type Charge, type Method, type Plan, type Portal, PortalError } from '../api.ts';
import { formatDay, formatReais, formatPlan } from '../format.ts';
import classes from '../portal.module.css';

export interface RenewProps {
  data: Portal;
  keyText: string;
  onCharge: (charge: Charge) => void;
  onKeyInvalid: (why: string) => void;
  /** Called if the offered plans have changed since they were read. */
  onStale: () => void;
  /** Error of an attempt to set up the automatic renewal on the same page. */
  problem?: string | undefined;
}

/** Initial error: the reason why a recurring renewal was rejected before. */
export function Renew({ data, keyText, onCharge, onKeyInvalid, onStale, ...before }: RenewProps) {
  const [months, setMonths] = useState(data.plans[0]?.months);
  const [method, setMethod] = useState<Method>('pix');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(before.problem);
  const chosen = data.plans.find((plan) => plan.months === months) ?? data.plans[0];
  const pay = async (plan: Plan) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onCharge(await charge(keyText, plan, method));
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else setProblem((error as Error).message);
      if (error instanceof PortalError && error.isStale) onStale();
      setBusy(false);
    }
  };
  const alert = problem && (
    <p className={classes.bad} role="alert">
      {problem}
    </p>
  );
  if (!chosen)
    return (
      <section className={classes.card}>
        {alert}
        <p>Para renovar, fale com {data.seller.name}.</p>
      </section>
    );
  return (
    <>
      {data.sandbox && <Sandbox />}
      <Plans plans={data.plans} chosen={chosen} onChoose={setMonths} />
      <div
        className={`${classes.card} ${classes.rows} ${classes.two}`}
        role="group"
        aria-label="Como pagar"
      >
        {(['pix', 'card'] as const).map((way) => (
          <button
            key={way}
            type="button"
            className={classes.choice}
            aria-pressed={way === method}
            onClick={() => setMethod(way)}
          >
            {way === 'pix' ? 'Pix' : 'Cartão'}
          </button>
        ))}
      </div>
      {alert}
      <button
        type="button"
        className={classes.main}
        disabled={busy}
        onClick={() => void pay(chosen)}
      >
        {busy
          ? 'Preparando…'
          : `Pagar ${formatReais(chosen.value)} ${method === 'pix' ? 'com Pix' : 'com cartão'}`}
      </button>
    </>
  );
}

interface PlansProps {
  plans: readonly Plan[];
  chosen: Plan;
  onChoose: (months: Plan['months']) => void;
}

const Plans = ({ plans, chosen, onChoose }: PlansProps) => (
  <div className={`${classes.card} ${classes.rows}`} role="group" aria-label="Por quanto tempo">
    {plans.map(({ months, value, renewedUntil: until }) => (
      <button
        key={months}
        type="button"
        className={classes.choice}
        aria-pressed={months === chosen.months}
        onClick={() => onChoose(months)}
      >
        <span>
          {formatPlan(months)}
          <small>até {formatDay(until)}</small>
        </span>
        <span>
          <b>{formatReais(value)}</b>
          {months > 1 && <small>{formatReais(value / months)} por mês</small>}
        </span>
      </button>
    ))}
  </div>
);

export const Sandbox = () => (
  <p className={`${classes.card} ${classes.test}`} role="status">
    <b>Modo de teste.</b> Nada é cobrado: quem vende confirma o pagamento em Recargas.
  </p>
);
