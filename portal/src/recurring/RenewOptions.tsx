/**
 * Page «Renovar» of a line for which recurring Pix is offered. The customer selects a way to pay.
 */
import { useState } from 'react';
import type { RecurringOffer } from '../api.ts';
import { formatPlans, formatReais } from '../format.ts';
import { readLinkedCoupon } from '../linked-key.ts';
import { Renew, type RenewProps } from '../pay/Renew.tsx';
import { AuthorizeForm } from './AuthorizeForm.tsx';
import { OptionCard } from './OptionCard.tsx';
import pageClasses from '../portal.module.css';
import { Choices } from '../ui/Choice.tsx';
import { qr, repeat } from './icons.ts';

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
      <Choices label="Como renovar">
        <OptionCard
          icon={repeat}
          title="Renovar sozinho todo mês"
          text={`${formatReais(offer.value)} por mês, no Pix Automático`}
          isChosen={isRecurring}
          onChoose={() => choose(true)}
        />
        <OptionCard
          icon={qr}
          title="Pagar só desta vez"
          text={`${formatPlans(renew.data.plans.map(({ months }) => months))}, no Pix ou cartão`}
          isChosen={!isRecurring}
          onChoose={() => choose(false)}
        />
      </Choices>
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
