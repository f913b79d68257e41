import { planFirstMonth } from '@ramal/contract/rules/payments/first-month';
import { useState } from 'react';
import { timeZone } from '../../format.ts';
import { type PayerForm, usePayer } from '../../recurring/use-payer.ts';
import { useNow } from '../../use-now.ts';
import type { Offer, PortalError } from '../api.ts';
import type { StepProps } from '../step-props.ts';
import { readLinkedCoupon, readVisitor } from '../visitor.ts';

export interface RecurringForm {
  /** Plan of one month; undefined if the page does not offer recurring Pix. */
  readonly month: Offer | undefined;
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly payer: PayerForm;
  /** Shows why a code was refused. Returns true if the fields of the payer state it. */
  readonly showRefused: (error: PortalError) => boolean;
}

/** The page has to offer the plan of one month. A coupon is for a single payment. */
function findMonth({ page, choice }: StepProps): Offer | undefined {
  if (!page.recurring || readLinkedCoupon() !== undefined) return undefined;
  return choice.product?.offers.find(({ months }) => months === 1);
}

/** The choice between recurring Pix and a single payment, with the payer of recurring Pix. */
export function useRecurring(props: StepProps): RecurringForm {
  const [isWanted, setWanted] = useState(props.choice.offer?.months === 1);
  const payer = usePayer(props.page.slug);
  const month = findMonth(props);
  return {
    month,
    isChosen: month !== undefined && isWanted,
    choose: setWanted,
    payer,
    showRefused: (error) => {
      const { code } = error;
      if (code === 'authorization_not_prepared' || code === 'recurring_not_offered')
        setWanted(false);
      return payer.showRefused(error, 'payer.');
    },
  };
}

/** First month of the plan as the server plans it. It begins when a running test ends. */
export function useFirstMonth(slug: string) {
  const at = useNow();
  const { testKey, testEnds = 0 } = readVisitor(slug);
  const ends = new Date(testEnds * 1000);
  const { expiresAt, firstDueOn } = planFirstMonth(
    testKey !== undefined && ends > at ? ends : at,
    at,
    timeZone,
  );
  return { renewedUntil: expiresAt.getTime() / 1000, dueDay: Number(firstDueOn.slice(8)) };
}
