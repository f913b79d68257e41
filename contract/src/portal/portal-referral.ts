/** The page «Indique e ganhe» of the customers' portal. */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text } from '../api/fields.ts';
import { referralStates } from '../referrals/referrals.ts';

export const getPortalReferral = endpoint({
  name: 'get-portal-referral',
  method: 'POST',
  path: '/api/portal/referral',
  summary: 'O link de indicação de um cliente e os amigos que vieram por ele.',
  access: 'public',
  body: z.object({ key: text('Acesso', 200) }),
  answer: z.object({
    url: z.string(),
    referrerDays: z.int(),
    /** Discount in percent for a friend; 0 for days. Absent in answers of older servers, as the next. */
    referrerPercent: z.int().optional(),
    /** Discounts that were delivered, that are on their way, and that the next payments can use. */
    discounts: z.object({ earned: z.int(), coming: z.int(), ready: z.int() }).optional(),
    friendDays: z.int(),
    waitDays: z.int(),
    friendsAYear: z.int(),
    /** Number of payments of each friend that give a reward. Absent in answers of older servers. */
    paymentsCounted: z.int().optional(),
    earnedDays: z.int(),
    comingDays: z.int(),
    /** Friends with first name and initial, the newest first. Refused ones are left out. */
    friends: z.array(
      z.object({
        name: z.string(),
        state: z.enum(referralStates),
        days: z.int(),
        percent: z.int().optional(),
        atTimestamp: z.int(),
        paidAtTimestamp: z.int().nullable(),
        dueAtTimestamp: z.int().nullable(),
      }),
    ),
    total: z.int(),
  }),
  errors: ['portal_key_refused', 'referrals_off'],
});
