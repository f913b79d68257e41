/** Decides the answer to a message. Both channels share this code. */
import { type ErrorCode, Refusal } from '@ramal/contract/api/errors';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { readPageOfAccount } from '../../storefront/storefront.ts';
import { type Chat, toChannel, type StoredMessage } from '../chats.sql.ts';
import { showAccess } from './access.ts';
import { type Conversation, offer, type ProvedConversation, type Turn } from './conversation.ts';
import { askContact, greet, showMenu } from './menu.ts';
import { buy, checkPayment, listPlans, listRenewals, renew } from './payments.ts';
import { startQuestion, writeToSeller } from './questions.ts';
import { type Act, initialState, menuOption, readInput } from './state.ts';
import { giveTest, startTest } from './tests.ts';

const CLOSED_TEXT = 'Este atendimento está fora do ar.';

/** Refusals whose texts are written for customers. */
const publicCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'plan_not_offered',
  'price_changed',
  'payments_not_ready',
  'payment_provider_silent',
  'payment_refused',
  'renewal_blocked',
  'coupon_waiting',
  'ticket_finished',
  'ticket_blocked',
  'too_many_attempts',
]);

export async function takeTurn(ctx: AppContext, chat: Chat, message: StoredMessage): Promise<Turn> {
  const channel = toChannel(chat);
  const storefront = await readPageOfAccount(ctx, chat.accountId, channel);
  if (storefront?.page.state !== 'open')
    return { state: initialState, replies: [{ text: CLOSED_TEXT }] };
  const conversation: Conversation = {
    ctx,
    chat,
    messageId: message.id,
    storefront,
    requestMeta: {
      ip: '127.0.0.1',
      userAgent: channel,
      requestId: `sales-chat-${message.id}`,
      baseUrl: await publicBaseUrl(ctx, ''),
    },
  };
  try {
    return await reactTo(conversation, message.body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isPublic = publicCodes.has(error.code);
    return showMenu(conversation, isPublic ? error.message : 'Não deu para fazer isso agora.');
  }
}

async function reactTo(conversation: Conversation, text: string): Promise<Turn> {
  const { state, phone } = conversation.chat;
  const input = readInput(state, text);
  if (input === 'unknown') {
    if (state.waiting === null) return showMenu(conversation);
    return phone === null ? askContact(state.waiting, true) : perform(conversation, state.waiting);
  }
  if ('act' in input) return perform(conversation, input.act);
  return phone === null || state.question === null
    ? showMenu(conversation)
    : writeToSeller({ ...conversation, phone }, state.question, input.written);
}

async function perform(conversation: Conversation, act: Act): Promise<Turn> {
  if (act.act === 'start') return greet(conversation);
  if (act.act === 'menu') return showMenu(conversation);
  if (act.act === 'check-payment') return checkPayment(conversation, act.chargeId);
  const { phone } = conversation.chat;
  return phone === null ? askContact(act, false) : performProved({ ...conversation, phone }, act);
}

/** Acts on lines and money. They need the proved number. */
function performProved(
  conversation: ProvedConversation,
  act: Exclude<Act, { act: 'start' | 'menu' | 'check-payment' }>,
): Promise<Turn> | Turn {
  switch (act.act) {
    case 'test':
      return startTest(conversation);
    case 'take-test':
      return giveTest(conversation, act.testId);
    case 'subscribe':
      return listPlans(conversation);
    case 'list-plans':
      return listPlans(conversation, act.platform);
    case 'buy':
      return buy(conversation, act);
    case 'renew':
      return listRenewals(conversation);
    case 'list-renewals':
      return listRenewals(conversation, act.lineId);
    case 'renew-line':
      return renew(conversation, act);
    case 'access':
      return showAccess(conversation);
    case 'person':
      return startQuestion(conversation);
    case 'ask':
      return startQuestion(conversation, act.lineId);
  }
}

/** Answer to a message that could not be handled. */
export const failedTurn = (): Turn =>
  offer('Algo deu errado aqui. Tente de novo em alguns minutos.', [menuOption]);
