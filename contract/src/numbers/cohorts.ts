/** Retention of customers, grouped by the month of their first payment. */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { lineFilters } from './filters.ts';

/** Number of months that the table contains, including the current one. */
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
        /** Month of the first payment, yyyy-mm. */
        month: z.string(),
        customers: z.int(),
        /** Monthly revenue of these customers at their first payment, in cents. */
        revenueCents: z.int(),
        /**
         * Later months of the cohort. A cell contains the state at the end of the month that is `age`
         * months after the first payment.
         */
        cells: z.array(
          z.object({
            age: z.int(),
            customers: z.int(),
            revenueCents: z.int(),
            /** Share of the customers that are still active, in hundredths of a percent. */
            share: z.int().nullable(),
            revenueShare: z.int().nullable(),
            /**
             * True for the current month, which has not ended. `all` does not include this cell.
             */
            running: z.boolean(),
          }),
        ),
      }),
    ),
    /** Totals by age. They include every cohort whose cell of this age is closed. */
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
    /**
     * Expected revenue from one customer in cents. Null if no customer was lost in 30 days, or if
     * there are fewer than 30 days of data.
     */
    lifetimeValueCents: z.int().nullable(),
  }),
  errors: [],
});
