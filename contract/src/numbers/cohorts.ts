/** Retention by month of the first payment. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { lineFilters } from './filters.ts';

/** Months that the table contains, including the current one. */
export const COHORT_MONTHS = 13;

export const getCohorts = endpoint({
  name: 'get-cohorts',
  method: 'GET',
  path: '/api/numbers/cohorts',
  summary: 'Quantos dos que pagaram pela primeira vez em cada mês ainda estão ativos.',
  access: { profiles },
  query: z.object({ platform: lineFilters.platform, origin: lineFilters.origin }),
  answer: z.object({
    state: z.enum(['ready', 'preparing']),
    asOfTimestamp: z.int().nullable(),
    definition: z.string(),
    cohorts: z.array(
      z.object({
        /** yyyy-mm of the first payment. */
        month: z.string(),
        customers: z.int(),
        /** Sum of their first prices by month. */
        revenueCents: z.int(),
        /** State at the end of the month that is `age` months later. */
        cells: z.array(
          z.object({
            age: z.int(),
            customers: z.int(),
            revenueCents: z.int(),
            /** Hundredths of a percent. */
            share: z.int().nullable(),
            revenueShare: z.int().nullable(),
            /** True for the current month; it is not part of `all`. */
            running: z.boolean(),
          }),
        ),
      }),
    ),
    /** All cohorts with a closed cell of this age. */
    all: z.array(
      z.object({
        age: z.int(),
        customers: z.int(),
        ofCustomers: z.int(),
        revenueCents: z.int(),
        ofRevenueCents: z.int(),
        share: z.int().nullable(),
        revenueShare: z.int().nullable(),
      }),
    ),
    totalCustomers: z.int(),
    /** Value of a customer in cents; null if no customer was lost in 30 days. */
    lifetimeValueCents: z.int().nullable(),
  }),
  errors: [],
});
