/**
 * A pending payment: the code, the remaining time and the result. The page polls the status
 * automatically.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Charge, type Portal, readCharge } from '../api.ts';
import { EndedPayment } from './EndedPayment.tsx';
import { PixCode } from './PixCode.tsx';
import { Qr } from './Qr.tsx';
import { receiptFacts, receiptTitle } from './receipt/receipt-facts.ts';
import { SaveReceipt } from './receipt/SaveReceipt.tsx';
import { Sandbox } from './Sandbox.tsx';
import { countdown, formatDay, formatPlan, formatReais } from '../format.ts';
import { IconTile } from '../storefront/IconTile.tsx';
import { Facts } from '../ui/Facts.tsx';
import { check } from '../ui/icons.ts';
import { useNow } from '../use-now.ts';
import { usePolling } from './use-polling.ts';
import classes from './Pay.module.css';
import pageClasses from '../portal.module.css';

const TwoStepCode = lazy(async () => ({
  default: (await import('../recurring/TwoStepCode.tsx')).TwoStepCode,
}));

interface PayProps {
  data: Portal;
  keyText: string;
  first: Charge;
  /** Called when the payment is no longer pending. */
  onEnd: () => void;
  /** Requests a new payment. */
  onAgain: () => void;
  onHelp: () => void;
  onHome: () => void;
}

function useCharge(keyText: string, first: Charge): Charge {
  const [charge, setCharge] = useState(first);
  const isOpen = charge.state === 'pending' || charge.state === 'paid' || isAuthorizing(charge);
  usePolling(isOpen, async () => setCharge(await readCharge(keyText, charge)));
  return charge;
}

/**
 * True if the payment arrived, and the bank has not yet authorised the debits of the following
 * months.
 */
const isAuthorizing = ({ state, authorization }: Charge): boolean =>
  authorization?.state === 'waiting' && (state === 'paid' || state === 'settled');

export function Pay({ data, keyText, first, onEnd, onHome, ...ways }: PayProps) {
  const charge = useCharge(keyText, first);
  const { state, outcome, authorization } = charge;
  const isPending = state === 'pending' || isAuthorizing(charge);
  useEffect(() => {
    if (!isPending) onEnd();
  }, [isPending, onEnd]);
  if (isPending && authorization && outcome === null)
    return (
      <Suspense
        fallback={<div className={`${pageClasses.card} ${pageClasses.waiting}`} aria-busy="true" />}
      >
        <TwoStepCode {...{ charge, authorization }} onAgain={ways.onAgain} />
      </Suspense>
    );
  if (state === 'settled' || state === 'paid')
    return <Paid charge={charge} data={data} onHome={onHome} />;
  if (!isPending || outcome === 'mismatched')
    return (
      <EndedPayment
        outcome={outcome ?? 'cancelled'}
        seller={data.seller}
        onHome={onHome}
        {...ways}
      />
    );
  return <Waiting charge={charge} seller={data.seller.name} />;
}

interface WaitingProps {
  charge: Charge;
  seller: string;
}

function Waiting({ charge, seller }: WaitingProps) {
  const at = useNow();
  const { pixCode: code, checkoutUrl: checkout, method, sandbox } = charge;
  const isExpired = charge.expiresAt * 1000 <= at.getTime();
  // True if the customer can pay. With the test provider, a payment by card has neither a code nor
  // a page.
  const isReady = code !== null || checkout !== null || (sandbox && method === 'card');
  return (
    <>
      {sandbox && <Sandbox />}
      <section className={`${pageClasses.card} ${pageClasses.pay}`}>
        <h2 className={pageClasses.date}>{formatReais(charge.value)}</h2>
        <UsedCoupon charge={charge} />
        <p className={pageClasses.quiet}>
          {formatPlan(charge.months)}, quem recebe é {seller}
        </p>
        {code && !isExpired && (
          <>
            <Qr text={code} />
            <p>
              O código vale por <b>{countdown(charge.expiresAt, at)}</b>
            </p>
          </>
        )}
      </section>
      {isExpired ? (
        <ExpiredCharge method={method} />
      ) : (
        <PaymentOptions code={code} checkout={checkout} />
      )}
      {charge.outcome === 'refused' && !isExpired && (
        <p className={pageClasses.bad}>
          O pagamento não foi aprovado. Você pode tentar de novo ou usar outro cartão.
        </p>
      )}
      <p className={classes.sticky} role="status">
        <i className={pageClasses.ring} aria-hidden /> {waitingFor(isExpired, isReady, method)}
      </p>
    </>
  );
}

/** Price without the coupon and its code, below the amount. */
function UsedCoupon({ charge: { coupon, listValue, value, bonusDays } }: { charge: Charge }) {
  if (!coupon) return null;
  return (
    <p className={pageClasses.quiet}>
      {listValue && listValue !== value ? <s>{formatReais(listValue)}</s> : null} Cupom {coupon}
      {bonusDays ? `: ${bonusDays} ${bonusDays === 1 ? 'dia' : 'dias'} a mais` : ''}
    </p>
  );
}

function waitingFor(isExpired: boolean, isReady: boolean, method: Charge['method']): string {
  if (isExpired) return 'Conferindo se o pagamento chegou';
  if (isReady) return 'Esperando o pagamento';
  return method === 'pix' ? 'Preparando o código…' : 'Preparando o pagamento…';
}

/**
 * Notice that the time for the payment has ended. If the customer paid in time, the payment may
 * still be confirmed until the server closes the charge.
 */
const ExpiredCharge = ({ method }: Pick<Charge, 'method'>) => (
  <section className={pageClasses.card}>
    <h2>{method === 'pix' ? 'O código expirou' : 'O prazo para pagar acabou'}</h2>
    <p>
      Se você já pagou, espere nesta tela: o pagamento ainda pode ser confirmado, e ela muda
      sozinha. Se não pagou, em alguns minutos você pode pedir{' '}
      {method === 'pix' ? 'outro código' : 'de novo'} aqui mesmo.
    </p>
  </section>
);

interface PaymentOptionsProps {
  code: string | null;
  checkout: string | null;
}

const PaymentOptions = ({ code, checkout }: PaymentOptionsProps) => (
  <>
    {code && <PixCode code={code} />}
    {checkout && (
      <a className={pageClasses.main} href={checkout}>
        Pagar com cartão no Mercado Pago
      </a>
    )}
    <p className={pageClasses.quiet}>
      {code && 'No app do seu banco, escolha Pix copia e cola. '}
      Esta tela muda sozinha quando o pagamento cair.
    </p>
  </>
);

/** States whether the line now renews automatically. Renders nothing for a single payment. */
function RecurringResult({ charge: { authorization, renewedUntil } }: { charge: Charge }) {
  if (!authorization) return null;
  if (authorization.state === 'active') return <p>e renova sozinho todo mês</p>;
  return (
    <p>
      Pagamento recebido{renewedUntil !== null && `: seu plano vale até ${formatDay(renewedUntil)}`}
      . O banco não autorizou os próximos meses. Na próxima renovação você pode tentar de novo.
    </p>
  );
}

interface PaidProps {
  charge: Charge;
  data: Portal;
  onHome: () => void;
}

/** Shows the new expiry first, then the receipt, which the customer can save. */
function Paid({ charge, data, onHome }: PaidProps) {
  const { seller, isOn } = data;
  const { renewedUntil } = charge;
  const title = receiptTitle(charge);
  const facts = receiptFacts(charge, data);
  return (
    <>
      <section className={`${pageClasses.card} ${pageClasses.pay}`} role="status">
        <IconTile icon={check} tone="ok" />
        <h2 className={pageClasses.title}>{title}</h2>
        <RecurringResult charge={charge} />
        {renewedUntil === null && (
          <p>Sua renovação está na fila de {seller.name} e acontece sozinha, sem pagar de novo.</p>
        )}
        {renewedUntil !== null && isOn && (
          <p className={pageClasses.quiet}>Pode ligar a TV, já está valendo.</p>
        )}
        {!isOn && (
          <p className={pageClasses.bad}>
            A linha continua desligada: para ligá-la, fale com {seller.name}.
          </p>
        )}
      </section>
      <Facts label="Recibo" facts={facts} />
      <SaveReceipt
        title={title}
        facts={facts}
        fileName={`recibo-${charge.receipt?.id ?? charge.reference.slice(0, 8)}`}
      />
      <button type="button" className={pageClasses.main} onClick={onHome}>
        Ir para o início
      </button>
    </>
  );
}
