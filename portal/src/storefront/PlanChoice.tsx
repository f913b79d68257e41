import type { ReactNode } from 'react';
import type { Offer } from './api.ts';
import classes from './PlanChoice.module.css';
import { formatPrice } from './words.ts';

interface PlanChoiceProps {
  label: string;
  offers: readonly Offer[];
  chosen: Offer | undefined;
  /** Returns the text below the name of a plan. */
  writeNote?: (offer: Offer) => ReactNode;
  onChoose: (offer: Offer) => void;
}

const Note = ({ children }: { children: ReactNode }) => children && <span>{children}</span>;

/** The plans as a choice with their prices. */
export const PlanChoice = ({ label, offers, chosen, writeNote, onChoose }: PlanChoiceProps) => (
  <div className={classes.root} role="radiogroup" aria-label={label}>
    {offers.map((offer) => (
      <label key={offer.id} className={classes.row}>
        <input
          type="radio"
          name="plano"
          className={classes.input}
          checked={offer.id === chosen?.id}
          onChange={() => onChoose(offer)}
        />
        <i className={classes.mark} aria-hidden />
        <span className={classes.name}>
          <b>{offer.label}</b>
          <Note>{writeNote?.(offer)}</Note>
        </span>
        <span className={classes.price}>
          <b>{formatPrice(offer.priceCents)}</b>
          {offer.monthCents !== null && <span>{formatPrice(offer.monthCents)} por mês</span>}
        </span>
      </label>
    ))}
  </div>
);
