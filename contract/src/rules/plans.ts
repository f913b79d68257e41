/**
 * Plans of the portal: the number of months that a customer buys, and the credits that the seller
 * pays.
 */
import { terms, type Term } from './terms.ts';

export const planMonths = [1, 2, 3, 6, 12] as const;
export type PlanMonths = (typeof planMonths)[number];

/**
 * Returns the term of the price list for this plan. A plan has the same days and credits as any
 * other renewal (K-02).
 */
export const getPlanTerm = (months: PlanMonths): Term =>
  terms.find(({ days }) => days === months * 30)!;

/** Label of a plan: «1 mês», «3 meses». */
export const planLabel = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);
