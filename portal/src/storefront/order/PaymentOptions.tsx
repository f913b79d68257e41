import { formatPlans } from '../../format.ts';
import { OfferFacts } from '../../recurring/OfferFacts.tsx';
import { PaymentWays } from '../../recurring/PaymentWays.tsx';
import type { Offer } from '../api.ts';
import type { StepProps } from '../step-props.ts';
import { formatMethods, formatPrice } from '../words.ts';
import { type RecurringForm, useFirstMonth } from './use-recurring.ts';

interface PaymentOptionsProps extends StepProps {
  recurring: RecurringForm;
  /** Plans that the visitor can choose for a single payment on this page. */
  plans: readonly Offer[];
}

/** The two ways to pay a plan; nothing if the page does not offer recurring Pix. */
export function PaymentOptions({ page, recurring, plans }: PaymentOptionsProps) {
  const { month, isChosen, choose } = recurring;
  if (!month) return null;
  return (
    <>
      <PaymentWays
        label="Como pagar"
        price={formatPrice(month.priceCents)}
        once={`${formatPlans(plans.map(({ months }) => months))}, no ${formatMethods(page.methods)}`}
        isRecurring={isChosen}
        onChoose={choose}
      />
      {isChosen && <Facts month={month} slug={page.slug} />}
    </>
  );
}

function Facts({ month, slug }: { month: Offer; slug: string }) {
  const offer = { ...useFirstMonth(slug), value: month.priceCents / 100 };
  return <OfferFacts offer={offer} stopsAt="na sua conta" />;
}
