/**
 * Notices of an account in the bell menu and in its other channels, and the delivery state of their
 * messages.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { emailAddress } from '../api/contact-fields.ts';
import { id } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { noticeChannels, noticeKinds } from '../rules/notices.ts';

const everybody = { profiles } as const;

/** Maximum number of listed notices. `unread` also counts older ones. */
export const MAX_NOTICES = 50;

export const notice = z.object({
  id: z.int(),
  kind: z.enum(noticeKinds),
  title: z.string(),
  text: z.string(),
  /** Path of the screen that the notice opens, such as `/ticket?dialog=details&ticket=5`. */
  path: z.string(),
  createdAtTimestamp: z.int(),
  read: z.boolean(),
});

export const listNotices = endpoint({
  name: 'list-notices',
  method: 'GET',
  path: '/api/notices',
  summary: 'Os avisos mais novos do sino.',
  access: everybody,
  answer: z.object({ data: z.array(notice), unread: z.int() }),
  errors: [],
});

export const readNotices = endpoint({
  name: 'read-notices',
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marca avisos como lidos; sem `id`, todos.',
  access: everybody,
  body: z.object({ id: id('Aviso').optional() }),
  answer: z.object({ message: z.string(), unread: z.int() }),
  errors: [],
});

const kinds = (label: string) =>
  z
    .array(z.enum(noticeKinds))
    .max(noticeKinds.length)
    .transform((chosen) => noticeKinds.filter((kind) => chosen.includes(kind)))
    .meta({ title: label });

const choices = {
  /**
   * Kinds of notices that the panel shows. The following fields contain the kinds for the other
   * channels.
   */
  panel: z.array(z.enum(noticeKinds)),
  email: z.array(z.enum(noticeKinds)),
  telegram: z.array(z.enum(noticeKinds)),
  /** Kinds of notices that browsers with push notifications receive. */
  push: z.array(z.enum(noticeKinds)),
  /** Address for the e-mails. Null if the account has entered none. */
  address: z.string().nullable(),
  /**
   * True after the reader opened the confirmation link. Until then only the confirmation is sent to
   * the address.
   */
  addressConfirmed: z.boolean(),
};

export const getNoticeChoices = endpoint({
  name: 'get-notice-choices',
  method: 'GET',
  path: '/api/notices/choices',
  summary: 'Quais avisos chegam por onde.',
  access: everybody,
  answer: z.object({
    ...choices,
    /** True if the operator has configured a mail relay. Without it no e-mails can be sent. */
    canEmail: z.boolean(),
  }),
  errors: [],
});

export const saveNoticeChoices = endpoint({
  name: 'save-notice-choices',
  method: 'PUT',
  path: '/api/notices/choices',
  summary: 'Escolhe quais avisos chegam por onde.',
  access: everybody,
  body: z.object({
    panel: kinds('Painel'),
    email: kinds('E-mail'),
    telegram: kinds('Telegram'),
    push: kinds('Aparelho'),
    address: emailAddress('E-mail').optional(),
  }),
  answer: z.object({ message: z.string(), ...choices }),
  errors: [],
});

export const confirmNoticeAddress = endpoint({
  name: 'confirm-notice-address',
  method: 'POST',
  path: '/api/notices/address',
  summary: 'Confirma, pelo link que chegou nele, o e-mail que recebe os avisos.',
  access: everybody,
  body: z.object({
    token: z
      .string()
      .regex(/^\d{1,15}\.[\w-]{1,64}$/)
      .meta({ title: 'Link', example: '123.a1B2c3' }),
  }),
  answer: z.object({ message: z.string(), address: z.string() }),
  errors: ['address_link_over'],
});

const noticeDeliveryStates = [
  'waiting',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
] as const;
export type NoticeDeliveryState = (typeof noticeDeliveryStates)[number];

export const listNoticeDeliveries = endpoint({
  name: 'list-notice-deliveries',
  method: 'GET',
  path: '/api/notices/deliveries',
  summary: 'Os avisos que saíram por e-mail, Telegram e navegador, e o que foi feito de cada um.',
  access: everybody,
  query: pageQuery(['created_at']),
  answer: pageSchema(
    z.object({
      id: z.int(),
      channel: z.enum(noticeChannels).exclude(['panel']),
      title: z.string(),
      state: z.enum(noticeDeliveryStates),
      /** Reason of the delivery state, or the error of the last attempt. */
      reason: z.string(),
      attempts: z.int(),
      createdAtTimestamp: z.int(),
      finishedAtTimestamp: z.int().nullable(),
    }),
  ),
  errors: [],
});
