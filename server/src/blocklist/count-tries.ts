/**
 * Counts wrong and correct sign-ins of addresses, and blocks addresses with too many different
 * wrong pairs.
 */
import { digest } from '../foundation/digest.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { createGatheredWrites } from '../foundation/queries/gather-writes.ts';
import { toNetwork } from '../foundation/http/request-meta.ts';
import { type TrySource, blockMs } from './blocklist-rules.ts';
import {
  type Block,
  type Score,
  addAttempts,
  recordHonestSignIn,
  addScores,
  blockAddress,
  insertRefusedTries,
  computeThreshold,
} from './blocklist.sql.ts';
import { isOwnNetwork } from './own-networks.ts';
import { type SignInTry, refusedTry } from './refused-tries.ts';
import { type WeighedTry, type WrongTry, weighTries } from './weigh-tries.ts';

export interface Counting {
  /** Counts a wrong sign-in. Blocks its address if the score reaches the limit. */
  countWrong(attempt: SignInTry, source: TrySource): Promise<void>;
  /** Counts a correct sign-in from the address; `who` is the line or account. */
  countRight(address: string, who: string): Promise<void>;
}

/** Creates the counters. `onBlock` is called when this process has blocked an address. */
export function createCounting(
  ctx: AppContext,
  onBlock: (network: string, block: Block) => void,
): Counting {
  const write = createGatheredWrites(async (tries: readonly WrongTry[]) => {
    const blocked = await ctx.db.tx((tx) => writeWrong(ctx, tx, tries));
    for (const [network, block] of blocked) onBlock(network, block);
    return tries.map(() => undefined);
  });
  return {
    countWrong: async (attempt, source) =>
      write({ attempt, source, at: ctx.clock.now(), network: toNetwork(attempt.address) }),
    countRight: async (address, who) => {
      const network = toNetwork(address);
      if (isOwnNetwork(ctx.config, network)) return;
      await ctx.db.tx((tx) => tx.run(recordHonestSignIn(network, digest(who), ctx.clock.now())));
    },
  };
}

/** Stores the attempts. Returns the networks that were blocked because of them. */
async function writeWrong(
  ctx: AppContext,
  tx: Tx,
  tries: readonly WrongTry[],
): Promise<ReadonlyMap<string, Block>> {
  const rows = tries.map(({ attempt, at }) => refusedTry(attempt, at));
  await tx.run(insertRefusedTries(rows), 'prepared');
  const counted = tries.filter(({ network }) => !isOwnNetwork(ctx.config, network));
  const byNetwork = Map.groupBy(await weighTries(tx, counted), ({ network }) => network);
  const repeated = new Map<string, number>();
  const scored = [];
  for (const [network, weighed] of byNetwork) {
    const fresh = weighed.filter(({ weight }) => weight > 0);
    const weight = fresh.reduce((total, entry) => total + entry.weight, 0);
    if (fresh.length === 0) repeated.set(network, weighed.length);
    else scored.push({ network, attempts: weighed.length, pairs: fresh.length, weight });
  }
  if (repeated.size > 0) await tx.run(addAttempts(repeated), 'prepared');
  const blocked = new Map<string, Block>();
  if (scored.length === 0) return blocked;
  const scores = await tx.many<Score>(addScores(scored, ctx.clock.now()), 'prepared');
  const exceeded = scores.filter(
    (entry) => !entry.isBlocked && entry.score >= computeThreshold(entry.honest),
  );
  for (const entry of exceeded)
    blocked.set(entry.network, await blockFor(ctx, tx, entry, byNetwork.get(entry.network)!));
  return blocked;
}

/** Blocks a network. Stores the reason of its last attempt that raised the score. */
async function blockFor(
  ctx: AppContext,
  tx: Tx,
  score: Score,
  tries: readonly WeighedTry[],
): Promise<Block> {
  const { reason } = tries.findLast(({ weight }) => weight > 0)!;
  const now = ctx.clock.now();
  const blocks = score.blocks + 1;
  const until = new Date(now.getTime() + blockMs(blocks));
  const newBlock = { until, reason, isShared: score.honest > 0, blocks };
  await tx.run(blockAddress(score.network, newBlock, now), 'prepared');
  return newBlock;
}
