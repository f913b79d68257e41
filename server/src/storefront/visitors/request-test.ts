/** Requests of strangers for a test: with a code for the number where a channel can send it. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
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
import {
  consume,
  createFailureLimiter,
  createRateLimiter,
  refuseTooMany,
} from '../../foundation/limits/rate-limiter.ts';
import { findOffer, readSelfServiceSettings, takeTrial } from '../../offers/offers.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { getOpenPage, pageCacheOf } from '../page/page-cache.ts';
import {
  CODES_PER_TEST,
  countCodes,
  proveNumber,
  resendCode,
  startProof,
} from './number-proofs.ts';
import { readKey } from './public-keys.ts';
import { describeRefusal, describeTest } from './test-answer.ts';
import { createVisitorGuard } from './visitor-limits.ts';
import { findOrigin, type VisitorOrigin } from './visitor-origin.ts';

export const readFranchise = async (
  { db }: Pick<AppContext, 'db'>,
  accountId: number,
): Promise<number | null> =>
  (await db.first<{ idFranchise: number | null }>(
    sql`select id_franchise from accounts where id = ${accountId}`,
  ))!.idFranchise;

/**
 * Counts a code to a number from the page of a seller. Each code is a message that costs money, and
 * a stranger can name any numbers. The tests of a day therefore limit the codes of a day.
 */
function createCodeLimits(ctx: AppContext) {
  const phones = createRateLimiter(ctx, 'storefront-code');
  return async (accountId: number, phone: string): Promise<void> => {
    await consume(phones, phone);
    const { perDay } = await readSelfServiceSettings(ctx.db, accountId);
    const sent = await countCodes(ctx, accountId);
    if (sent >= perDay * CODES_PER_TEST) refuseTooMany(HOUR_MS);
  };
}

export function createRequestTest(ctx: AppContext) {
  const guard = createVisitorGuard(ctx);
  const countCode = createCodeLimits(ctx);
  const refused = createFailureLimiter(ctx, 'storefront-refused');
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
    if (page.products.every(({ testId }) => testId !== body.testId))
      refuse('storefront_test_failed');
    const origin = await findOrigin(ctx, accountId, body.origin);
    const visitor = { phone, device, deviceSignature, offerPublicId: body.testId };
    if (page.tests.codeBy === null) {
      // A refusal shows that somebody used the number, so a network gets few of them (Q-TESTSECRET).
      const network = toNetwork(requestMeta.ip);
      await refused.check(network);
      const request = { ...visitor, ...origin, isProved: false, requestMeta };
      const answer = await giveTest(ctx, accountId, request);
      if (answer.refusal?.reason === 'repeated') await refused.countFailure(network);
      return answer;
    }
    await countCode(accountId, phone);
    const proof = { accountId, ...visitor, originCode: origin.originCode };
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
    const { accountId } = await getOpenPage(ctx, params.slug);
    const { deviceSignature } = body;
    const proof = await proveNumber(ctx, accountId, body);
    const origin = await findOrigin(ctx, accountId, proof.originCode);
    const visitor = { ...proof, ...origin, deviceSignature };
    return giveTest(ctx, accountId, { ...visitor, isProved: true, requestMeta });
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

interface Visitor extends VisitorOrigin {
  readonly phone: string;
  readonly device: StorefrontDevice;
  readonly deviceSignature: string;
  readonly offerPublicId: string;
  readonly isProved: boolean;
  readonly requestMeta: RequestMeta;
}

async function giveTest(
  ctx: AppContext,
  accountId: number,
  visitor: Visitor,
): Promise<StorefrontTestAnswer> {
  const { phone, device, deviceSignature, origin, originCode, isProved, requestMeta } = visitor;
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
    origin,
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

export function createGetTest(ctx: AppContext) {
  const reads = createRateLimiter(ctx, 'storefront-state');
  return async ({
    params,
    body,
    requestMeta,
  }: Call<typeof getStorefrontTest>): Promise<HandlerResult<typeof getStorefrontTest>> => {
    await consume(reads, toNetwork(requestMeta.ip));
    const { accountId } =
      (await pageCacheOf(ctx).find(params.slug)) ?? refuse('storefront_key_refused');
    const { deviceSignature } = body;
    const { id, version } = readKey(ctx, 't', body.key, { accountId, deviceSignature });
    const request = await ctx.db.first<{ device: StorefrontDevice | null }>(
      sql`select device from trial_requests where line_id = ${id}`,
    );
    return describeTest(ctx, {
      accountId,
      lineId: id,
      device: request?.device ?? 'smart-tv',
      deviceSignature,
      requestMeta,
      key: { text: body.key, version },
    });
  };
}
