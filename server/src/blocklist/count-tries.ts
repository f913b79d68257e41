/** Counts wrong and right sign-ins of addresses, and blocks those with too many distinct wrong pairs. */
import type { IpBlockReason } from '@ramal/contract/operations/blocklist';
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { networkOf } from '../foundation/http/request-meta.ts';
import { createRateLimiter, tryConsume } from '../foundation/limits/rate-limiter.ts';
import { ONE_PASSWORD_WEIGHT, PANEL_WEIGHT, type TrySource, msOfBlock } from './blocklist-rules.ts';
import {
  type Score,
  addAttempts,
  addHonest,
  addScore,
  block,
  insertRefusedTry,
  thresholdOf,
} from './blocklist.sql.ts';
import { isOwnNetwork } from './own-networks.ts';
import { type SignInTry, refusedTry } from './refused-tries.ts';

export interface Counting {
  /** Counts a wrong sign-in and blocks its address when that was one too many. */
  countWrong(attempt: SignInTry, source: TrySource): Promise<void>;
  /** Somebody was right from there; `who` names the line or account. */
  countRight(address: string, who: string): Promise<void>;
}

/** `onBlock` is called when this process has blocked an address. */
export function createCounting(ctx: AppContext, onBlock: () => void): Counting {
  const pairs = createRateLimiter(ctx, 'blocklist-pair');
  const passwords = createRateLimiter(ctx, 'blocklist-password');

  /** A password tried with many names weighs more; the same pair again weighs nothing for a day. */
  async function weigh(network: string, { username, password }: SignInTry, source: TrySource) {
    if (!(await tryConsume(pairs, digest(network, username, password)))) return undefined;
    if (source === 'panel') return { weight: PANEL_WEIGHT, reason: 'panel' as const };
    if (await tryConsume(passwords, digest(network, password)))
      return { weight: 1, reason: 'pairs' as const };
    return { weight: ONE_PASSWORD_WEIGHT, reason: 'one-password' as const };
  }

  return {
    countWrong: async (attempt, source) => {
      const now = ctx.clock.now();
      const network = networkOf(attempt.address);
      await ctx.db.tx((tx) => tx.run(insertRefusedTry(refusedTry(attempt, now)), 'prepared'));
      if (isOwnNetwork(ctx.config, network)) return;
      const weighed = await weigh(network, attempt, source);
      if (!weighed) {
        await ctx.db.tx((tx) => tx.run(addAttempts(new Map([[network, 1]]))));
        return;
      }
      if (await addToScore(ctx, network, weighed, now)) onBlock();
    },
    countRight: async (address, who) => {
      const network = networkOf(address);
      if (isOwnNetwork(ctx.config, network)) return;
      await ctx.db.tx((tx) => tx.run(addHonest(network, digest(who), ctx.clock.now())));
    },
  };
}

/** True when the address was blocked for it. */
const addToScore = (
  ctx: AppContext,
  network: string,
  { weight, reason }: { readonly weight: number; readonly reason: IpBlockReason },
  now: Date,
): Promise<boolean> =>
  ctx.db.tx(async (tx) => {
    const found = await tx.first<Score>(addScore(network, weight, now));
    if (!found || found.isBlocked || found.score < thresholdOf(found.honest)) return false;
    const blocks = found.blocks + 1;
    const until = new Date(now.getTime() + msOfBlock(blocks));
    await tx.run(block(network, { until, reason, isShared: found.honest > 0, blocks }, now));
    return true;
  });
