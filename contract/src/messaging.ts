/**
 * Services that send messages: mail relay, Telegram bot and WhatsApp number, for the installation
 * or for one franchise. Also contains the suppressed addresses, which receive no messages.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { emailAddress } from './api/contact-fields.ts';
import { freshCode, idParam, text, whole } from './api/fields.ts';
import { pageSchema, pageQuery } from './api/paging.ts';

const admins = { profiles: ['admin'] } as const;

/** Id of the franchise. 0 selects the common settings for all franchises without their own. */
const franchise = { franchise: whole('Franquia', 0, 2_147_483_647).default(0) };

const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

/** Accepts only a host name, without scheme, port or path. */
const hostName = text('Servidor', 253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, {
  error: 'Escreva só o endereço do servidor, como smtp.exemplo.com.',
});

const relay = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  /** The password itself is never returned. */
  hasPassword: z.boolean(),
  fromAddress: z.string(),
  fromName: z.string(),
  dkimSelector: z.string(),
  /** Problem that prevents sending. Null if messages can be sent. */
  fault: z.string().nullable(),
  faultAtTimestamp: z.int().nullable(),
  lastSentAtTimestamp: z.int().nullable(),
});

const bot = z.object({
  username: z.string(),
  name: z.string(),
  /**
   * True if the worker polls the bot for updates, because Telegram cannot reach this installation.
   */
  polled: z.boolean(),
  /** Number of connected accounts and customers. */
  connected: z.int(),
  fault: z.string().nullable(),
  faultAtTimestamp: z.int().nullable(),
  lastSentAtTimestamp: z.int().nullable(),
});

/**
 * Template of a message, with the states that Meta defines. The additional state `BROKEN` means
 * that the template does not fit the panel's messages.
 */
const template = z.object({
  name: z.string(),
  /** State of the template at Meta. `MISSING` means that it was not submitted yet. */
  status: z.string(),
  category: z.string(),
  reason: z.string(),
  body: z.string(),
});

const whatsappNumber = z.object({
  phoneNumberId: z.string(),
  wabaId: z.string(),
  portfolioId: z.string(),
  displayNumber: z.string(),
  verifiedName: z.string(),
  costCents: z.int(),
  dailyLimit: z.int(),
  /** Number of further people to whom the portfolio may write within 24 hours. */
  room: z.int(),
  /** Path of the webhook, which the operator enters at Meta. Secrets are never returned. */
  webhookPath: z.string(),
  verifyToken: z.string(),
  templates: z.array(template),
  fault: z.string().nullable(),
  faultAtTimestamp: z.int().nullable(),
  lastSentAtTimestamp: z.int().nullable(),
});

const state = {
  franchise: z.int(),
  /** Mail relay of the franchise. Null if it uses the common relay, or if no relay exists. */
  email: relay.nullable(),
  telegram: bot.nullable(),
  whatsapp: whatsappNumber.nullable(),
  /** True if the franchise has no setting of its own, so that the common setting is used. */
  inheritsEmail: z.boolean(),
  inheritsTelegram: z.boolean(),
  inheritsWhatsapp: z.boolean(),
};

export const getChannels = endpoint({
  name: 'get-channels',
  method: 'GET',
  path: '/api/channels',
  summary:
    'O servidor de e-mail, o bot do Telegram e o número do WhatsApp, de todos ou de uma franquia; sem senha e sem token.',
  access: admins,
  query: z.object(franchise),
  answer: z.object({
    ...state,
    /** Franchises that can be chosen, by the names of their brands. */
    franchises: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  errors: [],
});

const saved = z.object({ message: z.string(), ...state });

export const saveMailRelay = endpoint({
  name: 'save-mail-relay',
  method: 'PUT',
  path: '/api/channels/email',
  summary: 'Guarda o servidor de e-mail. Sem senha, fica a que está guardada.',
  access: admins,
  body: z.object({
    ...freshCode,
    ...franchise,
    host: hostName,
    port: whole('Porta', 1, 65_535),
    security: z.enum(mailSecurities).meta({ title: 'Segurança' }),
    username: text('Usuário', 200).optional(),
    password: text('Senha', 500).optional(),
    fromAddress: emailAddress('E-mail do remetente'),
    fromName: text('Nome do remetente', 60),
    dkimSelector: text('Seletor DKIM', 63)
      .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i, {
        error: 'O seletor DKIM tem letras, números, ponto e hífen, como ramal.',
      })
      .optional(),
  }),
  freshCode: true,
  answer: saved,
  errors: ['mail_password_missing'],
});

export const removeMailRelay = endpoint({
  name: 'remove-mail-relay',
  method: 'DELETE',
  path: '/api/channels/email',
  summary: 'Retira o servidor de e-mail; o que esperava por ele não sai.',
  access: admins,
  query: z.object({ ...franchise, ...freshCode }),
  freshCode: true,
  answer: saved,
  errors: ['channel_missing'],
});

export const sendTestEmail = endpoint({
  name: 'send-test-email',
  method: 'POST',
  path: '/api/channels/email/test',
  summary: 'Envia na hora uma mensagem de teste pelo servidor guardado.',
  access: admins,
  body: z.object({ ...franchise, to: emailAddress('Enviar um teste para') }),
  answer: z.object({ message: z.string(), answer: z.string() }),
  errors: ['channel_missing', 'test_message_failed'],
  reachesOut: true,
});

/**
 * Results of the check of a DNS record. `weak` means that the record allows every sender. `unknown`
 * means that no response arrived.
 */
const mailRecordStates = ['ok', 'missing', 'weak', 'unknown'] as const;

const record = z.object({
  kind: z.enum(['spf', 'dkim', 'dmarc']),
  /** Name of the record: `_dmarc.exemplo.com`. */
  name: z.string(),
  state: z.enum(mailRecordStates),
  value: z.string(),
});

export const checkMailRecords = endpoint({
  name: 'check-mail-records',
  method: 'GET',
  path: '/api/channels/email/records',
  summary: 'Os três registros de DNS sem os quais e-mails vão para o spam: SPF, DKIM e DMARC.',
  access: admins,
  query: z.object(franchise),
  answer: z.object({ records: z.array(record) }),
  errors: ['channel_missing'],
});

const token = text('Token do bot', 100).regex(/^\d{1,20}:[\w-]{10,80}$/, {
  error:
    'O token que o @BotFather dá tem números, dois-pontos e letras, como 123456789:AAExemplo-de_token.',
});

export const findTelegramBot = endpoint({
  name: 'find-telegram-bot',
  method: 'POST',
  path: '/api/channels/telegram/bot',
  summary: 'De qual bot é este token.',
  access: admins,
  body: z.object({ token }),
  answer: z.object({ username: z.string(), name: z.string() }),
  errors: ['telegram_token_refused', 'telegram_silent'],
});

export const saveTelegramBot = endpoint({
  name: 'save-telegram-bot',
  method: 'PUT',
  path: '/api/channels/telegram',
  summary: 'Guarda o bot do Telegram. Com outro bot, todos conectam de novo.',
  access: admins,
  body: z.object({ ...freshCode, ...franchise, token }),
  freshCode: true,
  answer: saved,
  errors: ['telegram_token_refused', 'telegram_silent', 'telegram_bot_taken'],
  reachesOut: true,
});

export const removeTelegramBot = endpoint({
  name: 'remove-telegram-bot',
  method: 'DELETE',
  path: '/api/channels/telegram',
  summary: 'Retira o bot do Telegram: todos que o conectaram ficam sem ele.',
  access: admins,
  query: z.object({ ...franchise, ...freshCode }),
  freshCode: true,
  answer: saved,
  errors: ['channel_missing'],
  reachesOut: true,
});

export const getTelegramState = endpoint({
  name: 'get-telegram-state',
  method: 'GET',
  path: '/api/channels/telegram/state',
  summary: 'O que o Telegram diz do bot: o que espera para chegar e a última falha.',
  access: admins,
  query: z.object(franchise),
  answer: z.object({
    polled: z.boolean(),
    pending: z.int(),
    lastError: z.string(),
    lastErrorAtTimestamp: z.int().nullable(),
  }),
  errors: ['channel_missing', 'telegram_token_refused', 'telegram_silent'],
  reachesOut: true,
});

const metaId = (label: string) =>
  text(label, 30).regex(/^\d{5,30}$/, {
    error: `${label}: só números, como a Meta mostra (109876543210987).`,
  });

export const saveWhatsappNumber = endpoint({
  name: 'save-whatsapp-number',
  method: 'PUT',
  path: '/api/channels/whatsapp',
  summary:
    'Guarda o número da WhatsApp Cloud API, depois de perguntar por ele à Meta. Sem token e sem chave, ficam os guardados.',
  access: admins,
  body: z.object({
    ...freshCode,
    ...franchise,
    phoneNumberId: metaId('ID do número'),
    wabaId: metaId('ID da conta (WABA)'),
    /** Portfolio whose daily limit the number shares. Default: the portfolio of the account. */
    portfolioId: metaId('ID do portfólio').optional(),
    token: text('Token', 1000).optional(),
    appSecret: text('Chave secreta do aplicativo', 200).optional(),
    costCents: whole('Custo por mensagem', 0, 10_000),
    dailyLimit: whole('Pessoas por dia', 1, 10_000_000).default(250),
  }),
  freshCode: true,
  answer: saved,
  errors: ['whatsapp_refused', 'whatsapp_silent', 'whatsapp_number_taken'],
  reachesOut: true,
});

export const removeWhatsappNumber = endpoint({
  name: 'remove-whatsapp-number',
  method: 'DELETE',
  path: '/api/channels/whatsapp',
  summary: 'Retira o número do WhatsApp; o que esperava por ele não sai.',
  access: admins,
  query: z.object({ ...franchise, ...freshCode }),
  freshCode: true,
  answer: saved,
  errors: ['channel_missing'],
});

export const submitWhatsappTemplates = endpoint({
  name: 'submit-whatsapp-templates',
  method: 'POST',
  path: '/api/channels/whatsapp/templates',
  summary:
    'Envia à Meta os modelos da casa que ela ainda não tem, e lê o que ela decidiu dos outros.',
  access: admins,
  body: z.object(franchise),
  answer: saved,
  errors: ['channel_missing', 'whatsapp_refused', 'whatsapp_silent'],
  reachesOut: true,
});

export const sendTestTelegram = endpoint({
  name: 'send-test-telegram',
  method: 'POST',
  path: '/api/channels/telegram/test',
  summary: 'Envia na hora uma mensagem de teste à própria conta, pelo bot que ela conectou.',
  access: admins,
  answer: z.object({ message: z.string() }),
  errors: ['telegram_not_connected', 'test_message_failed'],
  reachesOut: true,
});

const connection = {
  /** User name of the bot that sends messages to this account. Null if there is no bot. */
  bot: z.string().nullable(),
  connected: z.boolean(),
  connectedAtTimestamp: z.int().nullable(),
  /** Reason why the connection ended. Null while the connection works. */
  endReason: z.enum(['stopped', 'blocked', 'unreachable', 'replaced', 'removed']).nullable(),
};

export const getOwnTelegram = endpoint({
  name: 'get-own-telegram',
  method: 'GET',
  path: '/api/me/telegram',
  summary: 'Se a própria conta conectou o Telegram.',
  access: { profiles },
  answer: z.object(connection),
  errors: [],
});

/** Number of minutes for which the link to connect the account's own chat is valid. */
export const TELEGRAM_LINK_MINUTES = 15;

export const connectTelegram = endpoint({
  name: 'connect-telegram',
  method: 'POST',
  path: '/api/me/telegram',
  summary: 'Um link de uso único que conecta a própria conta ao bot.',
  access: { profiles },
  answer: z.object({ url: z.string(), expiresAtTimestamp: z.int() }),
  errors: ['channel_missing'],
});

export const disconnectTelegram = endpoint({
  name: 'disconnect-telegram',
  method: 'DELETE',
  path: '/api/me/telegram',
  summary: 'Desconecta a própria conta do Telegram.',
  access: { profiles },
  answer: z.object({ message: z.string(), ...connection }),
  errors: [],
});

const suppressionSorts = ['created_at', 'address'] as const;

export const listSuppressions = endpoint({
  name: 'list-suppressions',
  method: 'GET',
  path: '/api/channels/suppressions',
  summary: 'Endereços para os quais nada é enviado: os que não existem mais e os de caixa cheia.',
  access: admins,
  query: pageQuery(suppressionSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
  }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      address: z.string(),
      reason: z.enum(['dead', 'full']),
      answer: z.string(),
      createdAtTimestamp: z.int(),
      untilTimestamp: z.int().nullable(),
    }),
  ),
  errors: [],
});

export const removeSuppression = endpoint({
  name: 'remove-suppression',
  method: 'DELETE',
  path: '/api/channels/suppressions/:id',
  summary: 'Volta a enviar para este endereço.',
  access: admins,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['suppression_not_found'],
});
