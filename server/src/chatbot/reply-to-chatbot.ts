/**
 * Answers an app for automatic replies. The address is the secret. The app sends the answer to the
 * customer: the credentials of a test, or the reason of a refusal.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { AppField } from '@ramal/contract/storefront/chatbot';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { defaultMessages, writeMessage } from '@ramal/contract/rules/message';
import { readPhone } from '@ramal/contract/rules/phone';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller, RequestMeta } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import {
  consume,
  createFailureLimiter,
  createRateLimiter,
} from '../foundation/limits/rate-limiter.ts';
import { readTexts } from '../message-texts/message-texts.ts';
import {
  getOffer,
  type Offer,
  type RefusedTrial,
  takeTrial,
  type TrialReceipt,
} from '../offers/offers.ts';
import { actAs } from '../sessions/sessions.ts';
import { writeStorefrontText } from '../storefront/storefront.ts';

interface ChatbotCall {
  readonly params: { readonly account: string; readonly plan: string };
  readonly requestMeta: RequestMeta;
}

type SentFields = Partial<Readonly<Record<AppField, string | undefined>>>;

interface Address {
  readonly id: number;
  readonly accountId: number;
  readonly offerId: number;
  readonly perDay: number;
}

export function createReplyToChatbot(ctx: AppContext) {
  const used = createRateLimiter(ctx, 'chatbot');
  const wrong = createFailureLimiter(ctx, 'chatbot-wrong');
  return async (call: ChatbotCall, sent: SentFields): Promise<{ reply: string }> => {
    const network = toNetwork(call.requestMeta.ip);
    await wrong.check(network);
    const address = await findAddress(ctx, call.params);
    if (!address) {
      await wrong.countFailure(network);
      return refuse('chatbot_address_not_found');
    }
    await consume(used, String(address.id));
    return { reply: await replyTo(ctx, call, address, sent) };
  };
}

/** Finds a valid address and stores its use at most once a minute. */
async function findAddress(
  { db, clock }: AppContext,
  { account, plan }: ChatbotCall['params'],
): Promise<Address | undefined> {
  const now = clock.now();
  return db.first<Address>(
    sql`
      with address as (
        select c.id, c.account_id, c.offer_id, c.tests_a_day as per_day
        from chatbot_addresses c join account_public_ids p on p.account_id = c.account_id
        where c.public_id = ${plan} and p.public_id = ${account} and c.revoked_at is null
      ), noted as (
        update chatbot_addresses set last_used_at = ${now}
        where id in (select id from address)
          and (last_used_at is null or last_used_at <= ${new Date(now.getTime() - MINUTE_MS)})
      )
      select * from address`,
    'prepared',
  );
}

async function replyTo(
  ctx: AppContext,
  { requestMeta }: ChatbotCall,
  address: Address,
  sent: SentFields,
): Promise<string> {
  const offer = await getOffer(ctx.db, address.offerId);
  const written = sent.customerWhatsapp || sent.senderPhone || '';
  const senderName = sent.customerName || sent.senderName || '';
  const outcome = await takeTrial(ctx, {
    sellerId: address.accountId,
    offer,
    phone: written === '' ? undefined : readPhone(written).number,
    deviceSignature: undefined,
    device: null,
    origin: 'chatbot',
    channel: 'chatbot',
    originCode: null,
    isProved: false,
    // Apps send the number as the name of a customer outside the contacts.
    name: /\p{L}/u.test(senderName) ? senderName : '',
    address,
    // Equal requests within a minute get the same test (Q-CHATBOTREPEAT).
    repeatKey: JSON.stringify([address.id, written, senderName]),
    requestMeta,
  });
  return 'taken' in outcome
    ? writeAccess(ctx, offer, outcome.taken, requestMeta)
    : writeRefusal(ctx, address, outcome, requestMeta);
}

/** Writes the text of the sales page, or the account's text for tests, with the credentials. */
async function writeAccess(
  ctx: AppContext,
  { accountId, platform }: Offer,
  receipt: TrialReceipt,
  requestMeta: RequestMeta,
): Promise<string> {
  const about = { line: receipt, requestMeta };
  const pageText = await writeStorefrontText(ctx, accountId, 'testReady', about);
  if (pageText !== undefined) return pageText;
  const actor = await actAs(ctx, accountId);
  const caller: Caller | undefined = actor && { actor, requestMeta, key: undefined };
  const texts = caller && (await readTexts(ctx, caller)).texts;
  const text = texts?.find(({ kind }) => kind === 'test');
  return writeMessage(
    text?.own ?? text?.default ?? defaultMessages.test,
    {
      ...receipt,
      link: platforms[platform].plays ? receipt.m3u8Short : '',
      instructions: receipt.franchise,
    },
    { now: ctx.clock.now(), timeZone: ctx.clock.timeZone },
  );
}

/** The time of the earlier test is not told, because the number is not proved. */
async function writeRefusal(
  ctx: AppContext,
  { accountId }: Address,
  { refused, nextFreeAt }: RefusedTrial,
  requestMeta: RequestMeta,
): Promise<string> {
  const back = nextFreeAt && formatDateTime(nextFreeAt, ctx.clock.timeZone).replace(' ', ', às ');
  if (refused === 'outside-hours')
    return `Os testes voltam em ${back}. Para assinar, escreva aqui.`;
  if (refused === 'day-full')
    return `Os testes de hoje acabaram. Voltam em ${back}. Para assinar, escreva aqui.`;
  if (refused === 'off') return 'Os testes estão fora do ar agora. Escreva aqui para assinar.';
  const about = { line: undefined, requestMeta };
  const pageText = await writeStorefrontText(ctx, accountId, 'alreadyTested', about);
  return pageText ?? 'Este número já fez um teste. Para assinar, escreva aqui.';
}
