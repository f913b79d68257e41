import { type FormEvent, useState } from 'react';
import { authorize, PortalError, type RecurringOffer } from '../api.ts';
import { formatReais } from '../format.ts';
import pageClasses from '../portal.module.css';
import type { RenewProps } from '../pay/Renew.tsx';
import { Sandbox } from '../pay/Sandbox.tsx';
import classes from './AuthorizeForm.module.css';
import { OfferFacts } from './OfferFacts.tsx';
import { PayerFields } from './PayerFields.tsx';
import { usePayer } from './use-payer.ts';

interface AuthorizeFormProps extends RenewProps {
  offer: RecurringOffer;
  /** Called if the provider did not prepare the authorization. */
  onRefused: (problem: string) => void;
}

/** State of the form: the input, its errors, and the request for a code. */
function useAuthorization({ offer, onRefused, ...renew }: AuthorizeFormProps) {
  const { keyText, onCharge, onKeyInvalid, onStale } = renew;
  const payer = usePayer(keyText);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown) => {
    setBusy(false);
    if (!(error instanceof PortalError)) return setProblem((error as Error).message);
    if (error.isKeyInvalid) return onKeyInvalid(error.message);
    if (error.code === 'authorization_not_prepared') return onRefused(error.message);
    if (error.isStale) onStale();
    if (payer.showRefused(error)) return undefined;
    if (error.code === 'price_changed') setProblem('O preço mudou. Confira antes de pagar.');
    else setProblem(error.message);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const fields = payer.read();
    setProblem(undefined);
    if (!fields) return;
    setBusy(true);
    await authorize(keyText, { ...fields, value: offer.value }).then(onCharge, fail);
  };
  return { payer, problem, busy, submit };
}

export function AuthorizeForm(props: AuthorizeFormProps) {
  const { offer, data } = props;
  const { payer, problem, busy, submit } = useAuthorization(props);
  return (
    <form
      ref={payer.form}
      className={classes.root}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {data.sandbox && <Sandbox />}
      <OfferFacts offer={offer} />
      <PayerFields form={payer} />
      <div className={classes.bar}>
        {problem && (
          <p className={pageClasses.bad} role="alert">
            {problem}
          </p>
        )}
        <p className={classes.sum}>
          <b>Hoje {formatReais(offer.value)}</b> · depois {formatReais(offer.value)} por mês
        </p>
        <button type="submit" className={pageClasses.main} disabled={busy}>
          {busy ? 'Preparando…' : 'Pagar e autorizar com Pix'}
        </button>
      </div>
    </form>
  );
}
