import type { RecurringOffer } from '../api.ts';
import { formatDay, formatReais } from '../format.ts';
import { FactList } from './FactList.tsx';
import { bell, calendar, done, hand } from './icons.ts';

interface OfferFactsProps {
  offer: Pick<RecurringOffer, 'value' | 'dueDay' | 'renewedUntil'>;
  /** Place of the page in which the customer ends the automatic renewal. */
  stopsAt?: string;
}

/** States what the customer authorises, before the code is requested. */
export const OfferFacts = ({ offer, stopsAt = 'aqui' }: OfferFactsProps) => (
  <FactList
    facts={[
      {
        icon: done,
        text: (
          <>
            <b>Hoje</b> você paga {formatReais(offer.value)} e seu plano vale até{' '}
            {formatDay(offer.renewedUntil)}.
          </>
        ),
      },
      {
        icon: calendar,
        text: (
          <>
            <b>Todo dia {offer.dueDay}</b> o banco debita {formatReais(offer.value)}, um dia antes
            de vencer.
          </>
        ),
      },
      {
        icon: bell,
        text: (
          <>
            <b>Seu banco avisa</b> antes de cada cobrança. O valor não muda sem você autorizar de
            novo.
          </>
        ),
      },
      {
        icon: hand,
        text: (
          <>
            <b>Pare quando quiser</b>, {stopsAt} ou no app do banco, até um dia antes.
          </>
        ),
      },
    ]}
  />
);
