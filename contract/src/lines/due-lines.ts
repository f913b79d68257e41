/** Lines that expire from yesterday to three days ahead, and the month's renewals. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whole } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';

/** Days from today in the panel's time zone: -1 yesterday … 3 in three days. */
export const DUE_OFFSETS = [-1, 0, 1, 2, 3] as const;

export const dueLine = translated({
  id: z.int(),
  platform: z.enum(platformKeys),
  username: z.string(),
  /** First line of the note: the reseller's name for the customer. */
  note: wire('nota', z.string()),
  whatsapp: z.string().nullable(),
  /** Time of expiry, HH:MM. The date is the `day` of the column. */
  time: z.string(),
  expDateTimestamp: z.int(),
  /** Time of the last charge; null before the first charge of this period. */
  chargedAtTimestamp: z.int().nullable(),
});

/** Number of rows in the list of each platform. */
const platformTotals = z.array(z.object({ platform: z.enum(platformKeys), total: z.int() }));

const dueDay = z.object({
  offset: z.literal(DUE_OFFSETS),
  /** Day of expiry: yyyy-mm-dd. */
  day: z.string(),
  total: z.int(),
  byPlatform: z.array(z.object({ platform: z.enum(platformKeys), total: z.int() })),
  lines: z.array(dueLine),
});

export const getDueLines = endpoint({
  name: 'get-due-lines',
  method: 'GET',
  path: '/api/due-lines',
  summary:
    'As próprias linhas oficiais que vencem de ontem a daqui a três dias, e a projeção do mês.',
  access: { profiles: sellers },
  query: z.object({
    /** Maximum number of lines listed for each day; the totals count all. */
    perDay: whole('Por dia', 1, 100).default(8),
  }),
  answer: z.object({
    days: z.array(dueDay),
    projection: z.object({
      /** Number of official lines that expire from now to the end of the month. */
      stillDue: z.int(),
      stillDueByPlatform: platformTotals,
      /** Number of renewals since the month began. `renewedCredits` is their cost. */
      renewed: z.int(),
      renewedCredits: z.number(),
      /** Share of the lines due last month that were renewed, 0 to 1. Null if no line was due. */
      renewalRate: z.number().nullable(),
      /**
       * Credits for one month of each line in `still_due`. `creditsLikely` is the expected part
       * at `renewal_rate`.
       */
      creditsIfAll: z.number(),
      creditsLikely: z.number(),
      /**
       * Number of new official lines this month. `newLinesLikely` projects it to the end of the
       * month.
       */
      newLines: z.int(),
      newLinesLikely: z.int(),
    }),
    /**
     * Payments of the caller's customers this month, and the number of customers whose current
     * period is unpaid.
     */
    payments: z.object({
      receivedCents: z.int(),
      receivedByPlatform: platformTotals,
      openCents: z.int(),
      openByPlatform: platformTotals,
    }),
    asOf: z.string(),
  }),
  errors: [],
});
