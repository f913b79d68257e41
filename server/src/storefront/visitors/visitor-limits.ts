/** Rate limits and human check that every request of a stranger passes. */
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { toNetwork } from '../../foundation/http/request-meta.ts';
import { consume, createRateLimiter } from '../../foundation/limits/rate-limiter.ts';
import { createVisitorCheck } from '../../sessions/sessions.ts';

interface Visit {
  readonly accountId: number;
  readonly phone: string;
  readonly requestMeta: RequestMeta;
  /** Solution of the human check; null if an earlier step has checked the visitor. */
  readonly solution: string | undefined | null;
}

export function createVisitorGuard(ctx: AppContext) {
  const network = createRateLimiter(ctx, 'storefront-request');
  const phones = createRateLimiter(ctx, 'storefront-phone');
  const sellers = createRateLimiter(ctx, 'storefront-seller');
  const check = createVisitorCheck(ctx);
  return async ({ accountId, phone, requestMeta, solution }: Visit): Promise<void> => {
    await consume(network, toNetwork(requestMeta.ip));
    await consume(sellers, String(accountId));
    await consume(phones, `${accountId} ${phone}`);
    if (solution !== null && !(await check.verify(solution ?? '', requestMeta)))
      refuse('human_check_failed');
  };
}
