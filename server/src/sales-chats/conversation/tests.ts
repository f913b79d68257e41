/** Free tests in a chat. The rules are those of every stranger's test (`takeTrial`). */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { formatDate, formatDateTime } from '../../foundation/clock.ts';
import { findOffer, type RefusedTrial, takeTrial } from '../../offers/offers.ts';
import { findOrigin, writeStorefrontText } from '../../storefront/storefront.ts';
import { toChannel } from '../chats.sql.ts';
import { describeAccess } from './access.ts';
import { answer, offer, type ProvedConversation, type Turn } from './conversation.ts';
import { findOwnLine } from './lines.ts';
import { backTo } from './state.ts';

/** Takes the only test of the page, or offers the platforms. */
export async function startTest(conversation: ProvedConversation): Promise<Turn> {
  const { products } = conversation.storefront.page;
  const tested = products.filter(({ testId }) => testId !== null);
  if (tested.length === 0)
    return answer(conversation, 'Não há testes agora.', 'subscribe', 'person');
  if (tested.length === 1) return giveTest(conversation, tested[0]!.testId!);
  return offer('Qual teste você quer?', [
    ...tested.map(({ label, testId }) => ({
      label,
      act: { act: 'take-test', testId: testId! } as const,
    })),
    backTo({ act: 'menu' }),
  ]);
}

export async function giveTest(conversation: ProvedConversation, testId: string): Promise<Turn> {
  const { ctx, chat, phone, storefront, requestMeta } = conversation;
  const { accountId } = chat;
  const isOffered = storefront.page.products.some((product) => product.testId === testId);
  const tested = isOffered ? await findOffer(ctx.db, accountId, testId) : undefined;
  if (!tested) return answer(conversation, 'Este teste não existe mais.', 'test', 'subscribe');
  const channel = toChannel(chat);
  const visitor = await findOrigin(ctx, accountId, chat.originCode);
  const outcome = await takeTrial(ctx, {
    sellerId: accountId,
    offer: tested,
    phone,
    // A Telegram account may share several numbers, and still takes one test.
    deviceSignature: channel === 'telegram' ? `telegram ${chat.address}` : undefined,
    device: null,
    channel,
    ...visitor,
    isProved: true,
    requestMeta,
  });
  if ('refused' in outcome) return explainRefusal(conversation, outcome);
  const about = { line: outcome.taken, requestMeta };
  const text = await writeStorefrontText(ctx, accountId, 'testReady', about);
  return answer(conversation, text!, 'access', 'subscribe');
}

/** The number is proved, so the answer may name the time of the next test. */
async function explainRefusal(
  conversation: ProvedConversation,
  { refused, nextFreeAt, formerLineId }: RefusedTrial,
): Promise<Turn> {
  const { ctx, chat, requestMeta } = conversation;
  const { timeZone } = ctx.clock;
  const back = nextFreeAt && formatDateTime(nextFreeAt, timeZone).replace(' ', ', às ');
  if (refused === 'outside-hours')
    return answer(conversation, `Os testes voltam em ${back}.`, 'subscribe');
  if (refused === 'day-full')
    return answer(conversation, `Os testes de hoje acabaram. Voltam em ${back}.`, 'subscribe');
  if (refused === 'device')
    return answer(conversation, 'Esta conta do Telegram já fez um teste.', 'subscribe', 'person');
  if (refused !== 'number')
    return answer(conversation, 'Não há testes agora.', 'subscribe', 'person');
  // The line of the former test may belong to another number in the meantime.
  const former =
    formerLineId === undefined ? undefined : await findOwnLine(conversation, formerLineId);
  if (former?.blockedForAbuseAt)
    return answer(conversation, 'Fale com quem vende para você.', 'person');
  const isRunning =
    former?.isTrial && former.expiresAt.getTime() > ctx.clock.now().getTime() + MINUTE_MS;
  if (former && isRunning)
    return answer(
      conversation,
      ['Seu teste ainda vale.', ...(await describeAccess(conversation, [former]))].join('\n\n'),
      'subscribe',
    );
  const about = { line: undefined, requestMeta };
  const text = await writeStorefrontText(ctx, chat.accountId, 'alreadyTested', about);
  const next = nextFreeAt
    ? `\n\nO próximo teste fica livre em ${formatDate(nextFreeAt, timeZone)}.`
    : '';
  return answer(conversation, `${text}${next}`, 'subscribe', 'person');
}
