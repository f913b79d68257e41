/** Bonus on top-ups: how many credits a seller adds to a top-up of a direct reseller. */

export interface TopUpBonus {
  /** Whole credits. Each full `perCredits` of a top-up adds `bonusCredits`. */
  readonly perCredits: number;
  readonly bonusCredits: number;
}

/** A sale of credits, with the lowest price that the seller's limits allow. */
interface CreditSale {
  readonly hundredths: number;
  readonly unitPriceCents: number;
  /** Cents per credit; null without a limit. */
  readonly lowestPriceCents: number | null;
}

/** True if the price of a credit, the bonus included, stays at or above the lowest price. */
export const isBonusAllowed = (
  { perCredits, bonusCredits }: TopUpBonus,
  { unitPriceCents, lowestPriceCents }: Omit<CreditSale, 'hundredths'>,
): boolean =>
  lowestPriceCents === null ||
  unitPriceCents * perCredits >= lowestPriceCents * (perCredits + bonusCredits);

/** Returns the bonus of a top-up in hundredths; 0 without a bonus in force. */
export function calculateBonus(bonus: TopUpBonus | null | undefined, sale: CreditSale): number {
  if (!bonus || !isBonusAllowed(bonus, sale)) return 0;
  const fullSteps = Math.floor(sale.hundredths / (bonus.perCredits * 100));
  return Math.max(0, fullSteps) * bonus.bonusCredits * 100;
}
