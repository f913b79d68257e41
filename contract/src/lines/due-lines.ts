/**
 * Lines that expire in the days from yesterday to three days ahead, and the projection of the
 * month's renewals.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whole } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';

/** Days relative to today in the panel's time zone: -1 is yesterday, and 3 is in three days. */
export const DUE_OFFSETS = [-1, 0, 1, 2, 3] as const;

export const dueLine = translated({
  id: z.int(),
  platform: z.enum(platformKeys),
  username: z.string(),
  /**
   * First text line of the note. It usually contains the name that the reseller uses for the
   * customer.
   */
  note: wire('nota', z.string()),
  whatsapp: z.string().nullable(),
  /** Time of expiry, HH:MM. The date is `day` of the same group. */
  time: z.string(),
  expDateTimestamp: z.int(),
  /** Time of the last payment request for the current expiry; null without one. */
  chargedAtTimestamp: z.int().nullable(),
  /** Time of the message about the renewal to the current expiry; null without one. */
  informedAtTimestamp: z.int().nullable(),
});

/** Number of lines on each platform. */
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
    /** Maximum number of listed lines per day. The totals count all lines. */
    perDay: whole('Por dia', 1, 100).default(8),
  }),
  answer: z.object({
    days: z.array(dueDay),
    projection: z.object({
      /** Number of official lines that expire between now and the end of the month. */
      stillDue: z.int(),
      stillDueByPlatform: platformTotals,
      /** Number of renewals in this month. `renewedCredits` is their cost in credits. */
      renewed: z.int(),
      renewedCredits: z.number(),
      /**
       * Fraction of last month's due lines that were renewed, from 0 to 1. Null if no line was due.
       */
      renewalRate: z.number().nullable(),
      /**
       * Credits for one more month of all lines in `still_due`. `creditsLikely` is the part that is
       * expected at `renewal_rate`, or the same number if the rate is null.
       */
      creditsIfAll: z.number(),
      creditsLikely: z.number(),
      /**
       * Number of new official lines in this month. `newLinesLikely` is the projected number at the
       * end of the month.
       */
      newLines: z.int(),
      newLinesLikely: z.int(),
    }),
    /**
     * Amounts that customers of the caller paid this month (`received…`), and prices of the lines
     * whose current period is unpaid (`open…`). The totals are numbers of lines.
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
