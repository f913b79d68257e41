import { useState } from 'react';
import { type Charge, chargeDebit, PortalError } from '../api.ts';
import { formatReais } from '../format.ts';
import pageClasses from '../portal.module.css';

interface PayNowProps {
  value: number;
  /** True if the bank will try the debit again unless the customer pays now. */
  hasRetry: boolean;
  keyText: string;
  onCharge: (charge: Charge) => void;
  onKeyInvalid: (why: string) => void;
}

/**
 * Button that requests a Pix code for the refused charge. The code belongs to the same charge, so
 * the customer cannot pay twice.
 */
export function PayNow({ value, hasRetry, keyText, onCharge, onKeyInvalid }: PayNowProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const pay = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onCharge(await chargeDebit(keyText));
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      {problem && (
        <p className={pageClasses.bad} role="alert">
          {problem}
        </p>
      )}
      <button type="button" className={pageClasses.main} disabled={busy} onClick={() => void pay()}>
        {busy ? 'Preparando…' : `Pagar ${formatReais(value)} agora com Pix`}
      </button>
      {hasRetry && (
        <p className={`${pageClasses.quiet} ${pageClasses.centre}`}>
          Ao pagar, a nova tentativa do banco é cancelada. Você não paga duas vezes.
        </p>
      )}
    </>
  );
}
