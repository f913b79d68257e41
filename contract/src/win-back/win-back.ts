/**
 * Win-back: messages to customers whose line expired, or whose test ended without a purchase. A
 * control group receives nothing, so that the effect of the messages is measurable.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, text, whole } from '../api/fields.ts';
import { timeInput, timeOfDay } from '../api/time-of-day.ts';
import { timestamp, translated } from '../api/translated.ts';
import { sampleLine } from '../reminders/reminders.ts';
import { couponKinds } from '../coupons/coupon-rules.ts';
import { messageText } from '../message-texts.ts';
import { reminderChannels } from '../rules/reminders.ts';
import {
  MAX_CONTROL_PERCENT,
  MAX_WIN_BACK_LENGTH,
  winBackGroupKeys,
  winBackPlaceholders,
  winBackStatuses,
} from './win-back-rules.ts';

export const winBackGroupField = z.enum(winBackGroupKeys).meta({ title: 'Grupo' });

/** Number of people of a group by status. Their sum is `total`. */
const people = z.object({
  total: z.int(),
  ...(Object.fromEntries(winBackStatuses.map((status) => [status, z.int()])) as Record<
    (typeof winBackStatuses)[number],
    z.ZodInt
  >),
});

const group = z.object({
  group: z.enum(winBackGroupKeys),
  isOn: z.boolean(),
  text: z.string(),
  /** Calendar day after the expiry on which the message is sent. */
  sendDay: z.int(),
  /** Days of the week on which messages are sent: 1 is Monday, 7 is Sunday. */
  weekdays: z.array(z.int()),
  sendAt: timeOfDay,
  controlPercent: z.int(),
  /** Coupon of the group; null without one, or if it is not valid now. */
  coupon: z
    .object({
      code: z.string(),
      kind: z.enum(couponKinds),
      amount: z.int(),
      plans: z.array(z.int()),
    })
    .nullable(),
  people,
  /** Next sending if the group is on, and the number of people who are due until then. */
  nextAt: timestamp,
  nextPeople: z.int(),
});

export const getWinBack = endpoint({
  name: 'get-win-back',
  method: 'GET',
  path: '/api/win-back',
  summary: 'Os grupos da Reconquista da própria conta: quem está em cada um, o texto e quando sai.',
  access: { profiles: sellers },
  answer: z.object({
    groups: z.array(group),
    /** Number of official lines that expired at least three days ago. */
    expired: z.int(),
    /** Number of ended tests without a purchase. */
    trials: z.int(),
    /** True if an automatic channel is on and can send. */
    hasChannel: z.boolean(),
    /** True if customers can pay on the portal; otherwise {link} stays empty. */
    takesPayments: z.boolean(),
  }),
  errors: [],
});

const weekdays = z
  .array(whole('Dia da semana', 1, 7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length)
  .meta({ title: 'Dias da semana' });

export const saveWinBackGroup = endpoint({
  name: 'save-win-back-group',
  method: 'PUT',
  path: '/api/win-back/groups',
  summary:
    'Guarda o texto de um grupo, quando sai, quantos ficam sem mensagem e se está ligado. O que falta fica como está.',
  access: { profiles: sellers },
  body: z.object({
    group: winBackGroupField,
    text: messageText(MAX_WIN_BACK_LENGTH, winBackPlaceholders).optional(),
    isOn: flag('Ligado').optional(),
    sendDay: whole('Dia', 1, 365).optional(),
    weekdays: weekdays.optional(),
    sendAt: timeInput('Hora').optional(),
    controlPercent: whole('Grupo de controle', 0, MAX_CONTROL_PERCENT).optional(),
    /** Code of a valid coupon; null removes it. */
    coupon: text('Cupom', 12).nullish(),
  }),
  answer: z.object({ message: z.string(), group: z.enum(winBackGroupKeys) }),
  errors: [],
});

export const listWinBackSamples = endpoint({
  name: 'list-win-back-samples',
  method: 'GET',
  path: '/api/win-back/samples',
  summary:
    'Clientes de um grupo com que se vê como a mensagem chega, e o canal que serve a cada um.',
  access: { profiles: sellers },
  query: z.object({ group: winBackGroupField }),
  answer: z.object({
    lines: z.array(
      translated({
        ...sampleLine,
        /** Calendar days since the expiry. */
        days: z.int(),
        /** First channel in the account's order that can reach the customer; null without one. */
        channel: z.enum(reminderChannels).nullable(),
      }),
    ),
    /** Example of a customer's link; empty if customers cannot pay. */
    link: z.string(),
  }),
  errors: [],
});
