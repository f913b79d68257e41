/** The plans of the portal: months that a customer buys, and the credits each takes from the reseller. */
import { terms, type Term } from './terms.ts';

export const planMonths = [1, 2, 3, 6, 12] as const;
export type PlanMonths = (typeof planMonths)[number];

/** The term of the price list that a plan is; its days and credits are those of any renewal (K-02). */
export const termOfPlan = (months: PlanMonths): Term =>
  terms.find(({ days }) => days === months * 30)!;

/** «1 mês», «3 meses» */
export const planLabel = (months: number): string => (months === 1 ? '1 mês' : `${months} meses`);
