/** Results of win-back messages, and the people behind each figure. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { lineFilters, periodField } from '../numbers/filters.ts';
import { platformKeys } from '../rules/platforms.ts';
import { reminderChannels } from '../rules/reminders.ts';
import { winBackGroupKeys, winBackStatuses } from './win-back-rules.ts';
import { winBackGroupField } from './win-back.ts';

const result = z.object({
  group: z.enum(winBackGroupKeys),
  received: z.int(),
  returned: z.int(),
  control: z.int(),
  controlReturned: z.int(),
  /**
   * Number of returned customers above the number expected without a message. Negative if fewer
   * returned. Null if the control group is too small.
   */
  gain: z.int().nullable(),
  /** Limits of the 95% confidence interval of the gain. */
  gainLow: z.int().nullable(),
  gainHigh: z.int().nullable(),
  /** Average payment of the returned customers, net of coupons; null without a return. */
  averageCents: z.int().nullable(),
  /** Gain times the average payment. Null without a gain. */
  recoveredCents: z.int().nullable(),
});

export const getWinBackResults = endpoint({
  name: 'get-win-back-results',
  method: 'GET',
  path: '/api/win-back/results',
  summary:
    'O que as mensagens dos últimos noventa dias trouxeram a mais que no grupo de controle, por grupo e no total.',
  access: { profiles: sellers },
  answer: z.object({
    groups: z.array(result),
    received: z.int(),
    returned: z.int(),
    /** Sum of the gains of all groups with enough people in their control group. */
    gain: z.int().nullable(),
    recoveredCents: z.int().nullable(),
    /** Discounts that the returned customers got with coupons, in cents. */
    discountCents: z.int(),
  }),
  errors: [],
});

/**
 * Lists of people: those in a group today, those whom «Perda» counts because they did not renew, and
 * those behind each figure of the results.
 */
export const winBackLists = [
  'people',
  'lost',
  'received',
  'returned',
  'control',
  'control-returned',
] as const;
export type WinBackList = (typeof winBackLists)[number];

/**
 * Situations of people in a list. Of the lost customers, `recent` ones still receive the reminders,
 * `back` ones are active again, and `outside` are other people in no group.
 */
export const winBackRowStatuses = [...winBackStatuses, 'recent', 'back', 'outside'] as const;
export type WinBackRowStatus = (typeof winBackRowStatuses)[number];

export const winBackRow = translated({
  /** Unique within the list. */
  key: z.string(),
  lineId: wire('line_id', z.int()),
  platform: z.enum(platformKeys),
  username: z.string(),
  note: wire('nota', z.string()),
  /** Null for a lost customer in no group today. */
  group: z.enum(winBackGroupKeys).nullable(),
  expiresAt: wire('exp_date_timestamp', timestamp),
  status: z.enum(winBackRowStatuses),
  channel: z.enum(reminderChannels).nullable(),
  /** Time of the message, or the time at which a person of the control group would have got it. */
  at: wire('at_timestamp', timestamp.nullable()),
  /** First payment within 14 days after it; null without one. */
  returnedAt: wire('returned_at_timestamp', timestamp.nullable()),
  cents: z.int().nullable(),
  /** False if the line was renewed by hand without a recorded payment. */
  isRecorded: wire('is_recorded', z.boolean()),
});

export const listWinBackRows = endpoint({
  name: 'list-win-back-rows',
  method: 'GET',
  path: '/api/win-back/rows',
  summary:
    'As pessoas que um número da Reconquista conta: as de um grupo hoje, as que receberam, as de controle e as que voltaram.',
  access: { profiles: sellers },
  query: pageQuery(['at', 'expires_at', 'cents']).extend({
    list: z.enum(winBackLists).meta({ title: 'Lista' }),
    group: winBackGroupField.optional(),
    /** Only for the lists `people` and `lost`. */
    status: z.enum(winBackRowStatuses).optional().meta({ title: 'Situação' }),
    /** Only for the list `lost`: the filters of the figure. */
    period: periodField,
    ...lineFilters,
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(winBackRow),
  errors: [],
});
