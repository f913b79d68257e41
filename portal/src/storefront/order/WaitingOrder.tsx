/** The code of an order that is not paid yet. */
import { lazy, Suspense } from 'react';
import { countdown, formatReais } from '../../format.ts';
import { PixCode } from '../../pay/PixCode.tsx';
import { Qr } from '../../pay/Qr.tsx';
import { Sandbox } from '../../pay/Sandbox.tsx';
import { useNow } from '../../use-now.ts';
import type { Order } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import type { OrderStepProps } from '../step-props.ts';
import { readLinkedCoupon } from '../visitor.ts';
import { formatPrice } from '../words.ts';
import { ExpiredCode } from './ExpiredCode.tsx';
import { Recipient } from './Recipient.tsx';
import { SilentBank } from './SilentBank.tsx';
import { WaitingBar } from './WaitingBar.tsx';
import pageClasses from '../../portal.module.css';
import classes from './WaitingOrder.module.css';

const AuthorizingOrder = lazy(async () => ({
  default: (await import('./AuthorizingOrder.tsx')).AuthorizingOrder,
}));

interface WaitingOrderProps extends OrderStepProps {
  /** True if the last request for the state was not answered. */
  isSilent: boolean;
}

export function WaitingOrder(props: WaitingOrderProps) {
  const { places, order, isSilent } = props;
  if (!order?.authorization) return <SinglePayment {...props} />;
  const { authorization } = order;
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <AuthorizingOrder {...{ places, order, authorization, isSilent }} />
    </Suspense>
  );
}

function SinglePayment({ isSilent, ...props }: WaitingOrderProps) {
  const { places, order } = props;
  const at = useNow();
  const isCard = order?.charge.method === 'card';
  const isExpired = order !== undefined && order.charge.expiresAt * 1000 <= at.getTime();
  return (
    <>
      <StepBar title={isCard ? 'Pagar com cartão' : 'Pagar com Pix'} onBack={places.back} />
      <main>
        {order?.charge.sandbox && <Sandbox />}
        <section className={`${pageClasses.card} ${classes.top}`} aria-busy={!order}>
          {order ? <Amount order={order} /> : <i className={classes.blank} aria-hidden />}
          {order && !isExpired && <Code order={order} at={at} />}
          {order && isExpired && <ExpiredCode {...props} order={order} />}
        </section>
        {order?.charge.pixCode && !isExpired && <PixCode code={order.charge.pixCode} />}
        {order?.charge.checkoutUrl && !isExpired && (
          <a className={pageClasses.main} href={order.charge.checkoutUrl}>
            Pagar com cartão no Mercado Pago
          </a>
        )}
        {order && <Recipient order={order} />}
        {isSilent && <SilentBank />}
        {order && !isExpired && (
          <p className={pageClasses.quiet}>
            {!isCard && 'No app do seu banco, escolha Pix copia e cola. '}Esta tela muda sozinha
            quando ele cair.
          </p>
        )}
      </main>
      <WaitingBar order={order} isExpired={isExpired} onOtherPlan={() => places.go('')} />
    </>
  );
}

/** Amount and receiver. With a coupon, the price before it is struck through. */
function Amount({ order: { charge, offer, receiver } }: { order: Order }) {
  const coupon = readLinkedCoupon();
  const isReduced = Math.round(charge.value * 100) < offer.priceCents;
  return (
    <>
      <h2 className={classes.amount}>
        {isReduced && (
          <s className={classes.before}>
            <span className={pageClasses['visually-hidden']}>Antes </span>
            {formatPrice(offer.priceCents)}
          </s>
        )}{' '}
        {formatReais(charge.value)}
      </h2>
      {isReduced && coupon && <p className={classes.coupon}>Cupom {coupon.toUpperCase()}</p>}
      <p className={pageClasses.quiet}>
        {offer.label}, quem recebe é {receiver}
      </p>
    </>
  );
}

function Code({ order: { charge }, at }: { order: Order; at: Date }) {
  if (!charge.pixCode) return null;
  return (
    <>
      <div className={classes.code}>
        <Qr text={charge.pixCode} />
      </div>
      <p className={classes.valid}>
        O código vale por <b>{countdown(charge.expiresAt, at)}</b>
      </p>
    </>
  );
}
