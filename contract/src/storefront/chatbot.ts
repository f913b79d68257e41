/**
 * Chatbot addresses: a secret address per seller that apps for automatic replies call, and that
 * answers with a test. The calls and their field names are those that existing apps use.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { described, id, idParam, labelled, whole } from '../api/fields.ts';
import { translated, wire } from '../api/translated.ts';
import { platformKeys } from '../rules/platforms.ts';
import { TEST_HOURS } from '../rules/terms.ts';
import { publicId } from './offers.ts';

export const MAX_CHATBOT_ADDRESSES = 10;
export const DEFAULT_CHATBOT_TESTS = 10;
const MAX_LENGTH = 200;

/** Text of an app. Apps send anything, so a value of another kind counts as absent. */
const appText = (label: string) =>
  labelled(
    label,
    z
      .unknown()
      .transform((value) =>
        typeof value === 'string' || typeof value === 'number'
          ? String(value)
              .replace(/\p{Cc}/gu, ' ')
              .trim()
              .slice(0, MAX_LENGTH)
              .toWellFormed()
          : '',
      )
      .optional(),
  );

/** Number of a customer, without a check, because apps send names in its place too. */
const appPhone = (label: string) =>
  described(
    appText(label),
    'Com DDD, em qualquer escrita: 5511955550142. Sem número, vale o nome.',
  );

const appFields = {
  appName: wire('appName', appText('Aplicativo')),
  messageDateTime: wire('messageDateTime', appText('Hora da mensagem')),
  devicePhone: wire('devicePhone', appText('Número que responde')),
  deviceName: wire('deviceName', appText('Aparelho que responde')),
  senderName: wire('senderName', appText('Nome de quem escreveu')),
  senderMessage: wire('senderMessage', appText('Mensagem')),
  senderPhone: wire('senderPhone', appPhone('Número de quem escreveu')),
  userAgent: wire('userAgent', appText('Versão do aplicativo')),
  /** Take precedence over the fields of the sender. */
  customerName: wire('customerName', appText('Nome do cliente')),
  customerWhatsapp: wire('customerWhatsapp', appPhone('WhatsApp do cliente')),
};

export type AppField = keyof typeof appFields;

const chatbot = {
  path: '/api/chatbot/:account/:plan',
  access: 'public',
  params: z.object({ account: publicId('Conta'), plan: publicId('Endereço') }),
  answer: z.object({ reply: z.string().meta({ example: 'Usuário: 7710482 …' }) }),
  textField: 'reply',
  acceptsForms: true,
  errors: ['chatbot_address_not_found', 'too_many_attempts'],
} as const;

export const replyToChatbot = endpoint({
  ...chatbot,
  name: 'reply-to-chatbot',
  method: 'POST',
  summary:
    'Para aplicativos que respondem sozinhos: dá um teste e devolve em `reply` o texto para o cliente. O endereço é o segredo. Um pedido repetido em um minuto tem a mesma resposta. Sem número e sem nome não há como separar clientes: os pedidos de um minuto recebem o mesmo teste, e só o limite por dia do endereço vale.',
  query: translated(appFields),
  body: translated(appFields),
  // Apps send fields of their own, and some send no other ones.
  ignores: (body) => Object.keys(body).filter((name) => !Object.hasOwn(appFields, name)),
});

export const readChatbotReply = endpoint({
  ...chatbot,
  name: 'read-chatbot-reply',
  method: 'GET',
  summary: 'O mesmo que por POST, com os campos no endereço.',
  query: translated(appFields),
  writes: true,
});

const address = z.object({
  id: z.int(),
  /** Whole address that the seller enters in an app. */
  url: z.string(),
  platform: z.enum(platformKeys),
  /** Name of the package or product of its tests. */
  productName: z.string(),
  testHours: z.int(),
  /** Maximum number of tests a day. */
  perDay: z.int(),
  /** Tests of today. */
  today: z.int(),
  createdAtTimestamp: z.int(),
  /** Time of the last request; null before the first one. */
  lastUsedAtTimestamp: z.int().nullable(),
});
export type ChatbotAddress = z.output<typeof address>;

const perDay = whole('Testes por dia', 1, 1000);

export const listChatbotAddresses = endpoint({
  name: 'list-chatbot-addresses',
  method: 'GET',
  path: '/api/chatbot-addresses',
  summary: 'Os endereços desta conta para robôs de respostas, com o uso de hoje.',
  access: { profiles: sellers },
  answer: z.object({ data: z.array(address) }),
  errors: [],
});

export const createChatbotAddress = endpoint({
  name: 'create-chatbot-address',
  method: 'POST',
  path: '/api/chatbot-addresses',
  summary:
    'Cria um endereço para um robô de respostas. Sem pacote, vale o teste da página de venda.',
  access: { profiles: sellers },
  body: z.object({
    perDay: perDay.default(DEFAULT_CHATBOT_TESTS),
    platform: z.enum(platformKeys).optional().meta({ title: 'Plataforma' }),
    /** Package of IPTV, or product of P2P. */
    productId: id('Pacote').optional(),
    testHours: whole('Duração').pipe(z.literal(TEST_HOURS)).optional().meta({ title: 'Duração' }),
  }),
  answer: address.extend({ message: z.string() }),
  errors: ['chatbot_addresses_too_many', 'package_unknown', 'platform_off'],
});

export const editChatbotAddress = endpoint({
  name: 'edit-chatbot-address',
  method: 'PUT',
  path: '/api/chatbot-addresses/:id',
  summary: 'Muda quantos testes por dia um endereço dá.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({ perDay }),
  answer: address.extend({ message: z.string() }),
  errors: ['chatbot_address_not_found'],
});

export const revokeChatbotAddress = endpoint({
  name: 'revoke-chatbot-address',
  method: 'DELETE',
  path: '/api/chatbot-addresses/:id',
  summary: 'Revoga um endereço: quem ainda o usa recebe uma recusa.',
  access: { profiles: sellers },
  params: idParam,
  answer: z.object({ id: z.int(), message: z.string() }),
  errors: ['chatbot_address_not_found'],
});
