import { formatPlans } from '../../format.ts';
import { OptionCard } from '../../recurring/OptionCard.tsx';
import { OfferFacts } from '../../recurring/OfferFacts.tsx';
import { qr, repeat } from '../../recurring/icons.ts';
import { Choices } from '../../ui/Choice.tsx';
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
      <Choices label="Como pagar">
        <OptionCard
          icon={repeat}
          title="Renovar sozinho todo mês"
          text={`${formatPrice(month.priceCents)} por mês, no Pix Automático`}
          isChosen={isChosen}
          onChoose={() => choose(true)}
        />
        <OptionCard
          icon={qr}
          title="Pagar só desta vez"
          text={`${formatPlans(plans.map(({ months }) => months))}, no ${formatMethods(page.methods)}`}
          isChosen={!isChosen}
          onChoose={() => choose(false)}
        />
      </Choices>
      {isChosen && <Facts month={month} slug={page.slug} />}
    </>
  );
}

function Facts({ month, slug }: { month: Offer; slug: string }) {
  const offer = { ...useFirstMonth(slug), value: month.priceCents / 100 };
  return <OfferFacts offer={offer} stopsAt="na sua conta" />;
}
