/**
 * Page «Renovar» of a line for which recurring Pix is offered. The customer selects a way to pay.
 */
import { useState } from 'react';
import type { RecurringOffer } from '../api.ts';
import { formatPlans, formatReais } from '../format.ts';
import { readLinkedCoupon } from '../linked-key.ts';
import { Renew, type RenewProps } from '../pay/Renew.tsx';
import { AuthorizeForm } from './AuthorizeForm.tsx';
import { PaymentWays } from './PaymentWays.tsx';
import pageClasses from '../portal.module.css';

interface RenewOptionsProps extends RenewProps {
  offer: RecurringOffer;
}

export function RenewOptions({ offer, ...renew }: RenewOptionsProps) {
  // A coupon is for a single payment, so its link opens this form.
  const [isRecurring, setRecurring] = useState(() => readLinkedCoupon() === undefined);
  const [problem, setProblem] = useState<string>();
  const choose = (recurring: boolean) => {
    setProblem(undefined);
    setRecurring(recurring);
  };
  return (
    <>
      <PaymentWays
        label="Como renovar"
        price={formatReais(offer.value)}
        once={`${formatPlans(renew.data.plans.map(({ months }) => months))}, no Pix ou cartão`}
        isRecurring={isRecurring}
        onChoose={choose}
      />
      {isRecurring ? (
        <AuthorizeForm
          {...renew}
          offer={offer}
          onRefused={(text) => {
            setRecurring(false);
            setProblem(text);
          }}
        />
      ) : (
        <section className={pageClasses.card} aria-label="Pagar só desta vez">
          <Renew {...renew} problem={problem} />
        </section>
      )}
    </>
  );
}
