/** Requests of strangers for a test: with a code for the number where a channel can send it. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { StorefrontDevice } from '@ramal/contract/storefront/devices';
import type {
  confirmStorefrontCode,
  getStorefrontTest,
  requestStorefrontTest,
  resendStorefrontCode,
  StorefrontTestAnswer,
} from '@ramal/contract/storefront/tests';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { findOffer, takeTrial } from '../../offers/offers.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { getOpenPage, pageCacheOf } from '../page/page-cache.ts';
import type { ReadPage } from '../page/read-page.ts';
import { proveNumber, resendCode, startProof } from './number-proofs.ts';
import { readKey } from './public-keys.ts';
import { describeRefusal, describeTest } from './test-answer.ts';
import { createVisitorGuard } from './visitor-limits.ts';

export const readFranchise = async (
  { db }: Pick<AppContext, 'db'>,
  accountId: number,
): Promise<number | null> =>
  (await db.first<{ idFranchise: number | null }>(
    sql`select id_franchise from accounts where id = ${accountId}`,
  ))!.idFranchise;

/** Returns the code of a link of the seller or of a customer, or null for an unknown code. */
export const knownOrigin = (
  { originCodes, referralCodes }: ReadPage,
  origin: string | undefined,
): string | null =>
  origin !== undefined && (originCodes.has(origin) || referralCodes.has(origin)) ? origin : null;

/** Returns the origin of a visitor who came with this code. */
export const originOfCode = (
  { referralCodes }: ReadPage,
  code: string | null,
): 'referral' | 'storefront' =>
  code !== null && referralCodes.has(code) ? 'referral' : 'storefront';

/** Counts a code to a number from the page of a seller. */
function createCodeLimits(ctx: AppContext) {
  const phones = createRateLimiter(ctx, 'storefront-code');
  const sellers = createRateLimiter(ctx, 'storefront-code-seller');
  return async (accountId: number, phone: string): Promise<void> => {
    await consume(phones, phone);
    await consume(sellers, String(accountId));
  };
}

export function createRequestTest(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  const countCode = createCodeLimits(ctx);
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof requestStorefrontTest>): Promise<HandlerResult<typeof requestStorefrontTest>> => {
    const { slug } = params;
    const { device, deviceSignature, gRecaptchaResponse: solution } = body;
    const phone = body.phone!;
    const storefront = await guard({ slug, phone, requestMeta, solution });
    const { accountId, page } = storefront;
    const visitor = {
      phone,
      device,
      deviceSignature,
      originCode: knownOrigin(storefront, body.origin),
    };
    if (page.products.every(({ testId }) => testId !== body.testId))
      refuse('storefront_test_failed');
    if (page.tests.codeBy === null)
      return giveTest(ctx, storefront, {
        ...visitor,
        offerPublicId: body.testId,
        isProved: false,
        requestMeta,
      });
    await countCode(accountId, phone);
    const proof = { accountId, ...visitor, offerPublicId: body.testId };
    return startProof(ctx, proof, await readFranchise(ctx, accountId));
  };
}

export function createConfirmCode(ctx: AppContext) {
  const network = createRateLimiter(ctx, 'storefront-request');
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof confirmStorefrontCode>): Promise<HandlerResult<typeof confirmStorefrontCode>> => {
    await consume(network, toNetwork(requestMeta.ip));
    const storefront = await getOpenPage(ctx, params.slug);
    const proof = await proveNumber(ctx, storefront.accountId, body);
    return giveTest(ctx, storefront, { ...proof, isProved: true, requestMeta });
  };
}

export function createResendCode(ctx: AppContext) {
  const network = createRateLimiter(ctx, 'storefront-request');
  const countCode = createCodeLimits(ctx);
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof resendStorefrontCode>): Promise<HandlerResult<typeof resendStorefrontCode>> => {
    await consume(network, toNetwork(requestMeta.ip));
    const { accountId } = await getOpenPage(ctx, params.slug);
    const seller = { accountId, franchiseId: await readFranchise(ctx, accountId) };
    return resendCode(ctx, seller, body.request, (phone) => countCode(accountId, phone));
  };
}

interface Visitor {
  readonly phone: string;
  readonly device: StorefrontDevice;
  readonly deviceSignature: string;
  readonly originCode: string | null;
  readonly offerPublicId: string;
  readonly isProved: boolean;
  readonly requestMeta: RequestMeta;
}

async function giveTest(
  ctx: AppContext,
  storefront: ReadPage,
  visitor: Visitor,
): Promise<StorefrontTestAnswer> {
  const { accountId } = storefront;
  const { phone, device, deviceSignature, originCode, isProved, requestMeta } = visitor;
  const offer =
    (await findOffer(ctx.db, accountId, visitor.offerPublicId)) ?? refuse('storefront_test_failed');
  const outcome = await takeTrial(ctx, {
    sellerId: accountId,
    offer,
    phone,
    device,
    deviceSignature,
    originCode,
    isProved,
    origin: originOfCode(storefront, originCode),
    channel: 'link',
    requestMeta,
  });
  if ('refused' in outcome)
    return {
      code: null,
      test: null,
      refusal: await describeRefusal(ctx, outcome, { accountId, deviceSignature, isProved }),
    };
  const lineId = outcome.taken.id;
  if (!outcome.isRepeated) {
    const franchiseId = await readFranchise(ctx, accountId);
    await ctx.db.tx((tx) =>
      queueMessage(ctx, tx, { accountId, franchiseId, kind: 'test', phone, lineId }),
    );
  }
  const shown = { accountId, lineId, device, deviceSignature, requestMeta };
  return { code: null, test: await describeTest(ctx, shown), refusal: null };
}

export async function getTest(
  ctx: AppContext,
  { params, body, requestMeta }: Call<typeof getStorefrontTest>,
): Promise<HandlerResult<typeof getStorefrontTest>> {
  const { accountId } =
    (await pageCacheOf(ctx).find(params.slug)) ?? refuse('storefront_key_refused');
  const { deviceSignature } = body;
  const lineId = readKey(ctx, 't', body.key, { accountId, deviceSignature });
  const request = await ctx.db.first<{ device: StorefrontDevice | null }>(
    sql`select device from trial_requests where line_id = ${lineId}`,
  );
  const device = request?.device ?? 'smart-tv';
  return describeTest(ctx, { accountId, lineId, device, deviceSignature, requestMeta });
}
