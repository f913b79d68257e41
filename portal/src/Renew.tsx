import { useState } from 'react';
import { charge, type Charge, type Method, type Portal, PortalError } from './api.ts';
import { dayOf, inReais, planOf } from './words.ts';

interface RenewProps {
  data: Portal;
  keyText: string;
  onCharge: (charge: Charge) => void;
  onOut: (why: string) => void;
}

/** Each plan with the date it leads to, and what a month of it costs. */
export function Renew({ data, keyText, onCharge, onOut }: RenewProps) {
  const [months, setMonths] = useState(data.plans[0]!.months);
  const [method, setMethod] = useState<Method>('pix');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const chosen = data.plans.find((plan) => plan.months === months)!;
  const pay = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onCharge(await charge(keyText, months, method));
    } catch (error) {
      if (error instanceof PortalError && error.isOut) onOut(error.message);
      else setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      {data.sandbox && <Sandbox />}
      <div className="card rows" role="group" aria-label="Por quanto tempo">
        {data.plans.map((plan) => (
          <button
            key={plan.months}
            type="button"
            className="choice"
            aria-pressed={plan.months === months}
            onClick={() => setMonths(plan.months)}
          >
            <span>
              {planOf(plan.months)}
              <small>até {dayOf(plan.renewed_until)}</small>
            </span>
            <span>
              <b>{inReais(plan.value)}</b>
              {plan.months > 1 && <small>{inReais(plan.value / plan.months)} por mês</small>}
            </span>
          </button>
        ))}
      </div>
      <div className="card rows two" role="group" aria-label="Como pagar">
        {(['pix', 'card'] as const).map((way) => (
          <button
            key={way}
            type="button"
            className="choice"
            aria-pressed={way === method}
            onClick={() => setMethod(way)}
          >
            {way === 'pix' ? 'Pix' : 'Cartão'}
          </button>
        ))}
      </div>
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="main" disabled={busy} onClick={() => void pay()}>
        {busy
          ? 'Preparando…'
          : `Pagar ${inReais(chosen.value)} ${method === 'pix' ? 'com Pix' : 'com cartão'}`}
      </button>
    </>
  );
}

export const Sandbox = () => (
  <p className="card test" role="status">
    <b>Caixa de teste.</b> Nenhum dinheiro se move aqui: quem vende faz o papel de quem paga, na
    tela de recargas.
  </p>
);
