/**
 * Messages of the administration to a reseller, its direct resellers or its whole tree (E-68,
 * Q-MESSAGE).
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, idParam, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';

/** Maximum length of the text that a reseller adds when it forwards a message. */
export const FORWARD_NOTE_LENGTH = 500;

const access = { profiles: ['admin'] } as const;

export const sendMessageToResellers = endpoint({
  name: 'send-message-to-resellers',
  method: 'POST',
  path: '/api/send-message',
  summary:
    'Envia uma mensagem a uma revenda, ao primeiro nível dela ou à árvore toda (que vence o primeiro nível). Chega como ticket da administração e como faixa no início.',
  access,
  body: z.object({
    revenda: whole('Revenda', 1),
    /** HTML; only allowed elements are stored. */
    texto: text('Mensagem', 20_000),
    arvore: flag('Toda a árvore').default(false),
    nivelUm: flag('Primeiro nível').default(false),
  }),
  answer: z.object({ id: z.int(), sent: z.int(), message: z.string() }),
  errors: ['reseller_not_found'],
});

export const countMessageRecipients = endpoint({
  name: 'count-message-recipients',
  method: 'GET',
  path: '/api/message-recipients',
  summary: 'A quantas contas uma mensagem a esta revenda chegaria.',
  access,
  query: z.object({ revenda: whole('Revenda', 1) }),
  answer: z.object({
    id: z.int(),
    username: z.string(),
    firstLevel: z.int(),
    /** Number of accounts in the tree: the reseller and all its descendants. */
    tree: z.int(),
  }),
  errors: ['reseller_not_found'],
});

export const forwardMessage = endpoint({
  name: 'pass-message-on',
  method: 'POST',
  path: '/api/pass-message-on/:id',
  summary:
    'Repassa uma mensagem da administração a toda a rede da conta, uma vez, com uma palavra dela.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({
    /** Plain text of the reseller, which appears above the forwarded message. */
    palavra: text('Sua palavra', FORWARD_NOTE_LENGTH, 0).default(''),
  }),
  answer: z.object({ id: z.int(), sent: z.int(), message: z.string() }),
  errors: ['message_not_found', 'message_passed_on', 'nobody_below'],
});

const receipts = z.object({
  total: z.int(),
  /** Number of accounts that have seen the banner of the message or have read the message. */
  received: z.int(),
  read: z.int(),
});

const forwardedMessage = z.object({
  username: z.string(),
  /** Text that the reseller added above the message; may be empty. */
  word: z.string(),
  total: z.int(),
  read: z.int(),
});

const sentMessage = receipts.extend({
  id: z.int(),
  title: z.string(),
  sentAtTimestamp: z.int(),
  /** Reseller that received the message, or whose network received it. */
  username: z.string(),
  /** Receipts for each level of the tree. Level 0 is the reseller `username`. */
  levels: z.array(receipts.extend({ level: z.int() })),
  /** Accounts that forwarded the message to their network. Only the twenty newest are returned. */
  passedOn: z.array(forwardedMessage),
  passedOnCount: z.int(),
});
export type SentMessage = z.output<typeof sentMessage>;

export const listSentMessages = endpoint({
  name: 'list-sent-messages',
  method: 'GET',
  path: '/api/sent-messages',
  summary: 'As mensagens enviadas, da mais nova à mais antiga, com quantos receberam e leram.',
  access,
  query: pageQuery(['id']).omit({ search: true, sort: true, dir: true }),
  answer: pageSchema(sentMessage),
  errors: [],
});

export const listUnreadRecipients = endpoint({
  name: 'list-unread-recipients',
  method: 'GET',
  path: '/api/sent-messages/:id/unread',
  summary: 'Quem ainda não leu uma mensagem.',
  access,
  params: idParam,
  query: pageQuery(['username', 'level', 'received_at']),
  answer: pageSchema(
    z.object({
      id: z.int(),
      username: z.string(),
      level: z.int(),
      /**
       * Time at which the account saw the banner, in unix seconds; null if it has not seen the
       * banner.
       */
      receivedAtTimestamp: z.int().nullable(),
    }),
  ),
  errors: ['message_not_found'],
});
