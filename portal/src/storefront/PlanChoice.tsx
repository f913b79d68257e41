import type { ReactNode } from 'react';
import { Choice, Choices, ChoiceText } from '../ui/Choice.tsx';
import type { Offer } from './api.ts';
import { formatPrice } from './words.ts';

interface PlanChoiceProps {
  label: string;
  offers: readonly Offer[];
  chosen: Offer | undefined;
  /** Returns the text below the name of a plan. */
  writeNote?: (offer: Offer) => ReactNode;
  onChoose: (offer: Offer) => void;
}

/** The plans as a choice with their prices. */
export const PlanChoice = ({ label, offers, chosen, writeNote, onChoose }: PlanChoiceProps) => (
  <Choices label={label}>
    {offers.map((offer) => (
      <Choice
        key={offer.id}
        name="plano"
        isChosen={offer.id === chosen?.id}
        onChoose={() => onChoose(offer)}
      >
        <ChoiceText
          title={offer.label}
          note={writeNote?.(offer)}
          value={formatPrice(offer.priceCents)}
          valueNote={offer.monthCents !== null && `${formatPrice(offer.monthCents)} por mês`}
        />
      </Choice>
    ))}
  </Choices>
);
