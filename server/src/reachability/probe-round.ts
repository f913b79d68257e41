/**
 * Runs one probe round: every target is probed, failed ones are retried twice, and the results are
 * written. If the prober's own network seems to be down, only the results of the probe agents
 * count.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FailedLayer } from '@ramal/contract/operations/balancers';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { type Health, isFallen, nextHealth, unknownHealth } from './health.ts';
import { type ProbeTarget, isAnswering, probeHttp } from './probe.ts';
import { type Probing, type ProbeResult, tryTargets } from './try-targets.ts';
import { readAgentVotes, vote } from './agents/votes.ts';
import { PROBER, readHealth, writeCells, writeHealth } from './targets.sql.ts';

/** Targets of a module, and the module's reaction when a target falls or recovers. */
export interface TargetSource {
  readonly kind: string;
  targets(ctx: AppContext): Promise<readonly ProbeTarget[]>;
  changed(tx: Tx, ctx: AppContext, change: HealthChange): Promise<void>;
  /** Returns names that only the resolver of a probe agent checks. */
  names?(ctx: AppContext, agentName: string): Promise<readonly NameTarget[]>;
  /** Called after each round whose results are trusted. */
  settled?(ctx: AppContext): Promise<void>;
}

interface NameTarget {
  readonly kind: string;
  readonly id: number;
  readonly host: string;
}

interface HealthChange {
  readonly id: number;
  readonly isFallen: boolean;
  readonly reason: FailedLayer | null;
  /** Voters that saw the target fail: this server and probe agents. */
  readonly seenFrom: readonly string[];
}

export async function probeRound(
  ctx: AppContext,
  sources: readonly TargetSource[],
  { probe, pause }: Probing = { probe: probeHttp, pause: wait },
): Promise<void> {
  const targets = (await Promise.all(sources.map((source) => source.targets(ctx)))).flat();
  if (targets.length === 0) return;
  const [online, tried] = await Promise.all([
    isOnline(ctx),
    tryTargets(ctx, targets, { probe, pause }),
  ]);
  const believed = await ctx.db.tx((tx) => settle(tx, ctx, { sources, tried, online }));
  if (believed) for (const source of sources) await source.settled?.(ctx);
}

/**
 * Returns false if no reference server answers. If no reference servers are configured, the network
 * counts as online.
 */
async function isOnline(ctx: AppContext): Promise<boolean> {
  const { probeReferences } = ctx.config;
  if (probeReferences.length === 0) return true;
  return (await Promise.all(probeReferences.map((url) => isAnswering(ctx, url)))).includes(true);
}

interface ProbedRound {
  readonly sources: readonly TargetSource[];
  readonly tried: readonly ProbeResult<ProbeTarget>[];
  readonly online: boolean;
}

async function settle(
  tx: Tx,
  ctx: AppContext,
  { sources, tried, online }: ProbedRound,
): Promise<boolean> {
  const now = ctx.clock.now();
  const healthByTarget = await readHealth(tx);
  const before = ({ kind, id }: ProbeTarget) =>
    healthByTarget.get(`${kind} ${id}`) ?? unknownHealth(now);
  const isIll = !online || areSuspect(tried, before);
  await rememberProber(tx, healthByTarget.get(`${PROBER} 0`), isIll, now);
  const votes = await readAgentVotes(tx, now);
  const checked = tried.flatMap((result) => {
    const { target, answer } = result;
    const voteResult = vote(
      isIll ? undefined : result,
      votes.get(`${target.kind} ${target.id}`) ?? [],
    );
    const health = voteResult && nextHealth(before(target), voteResult, now);
    return voteResult && health ? [{ target, answer, ...voteResult, health }] : [];
  });
  // No result of this round is trusted, so nothing changes.
  if (checked.length === 0) return false;
  await tx.run(writeHealth(checked, now));
  await tx.run(writeCells(checked, now));
  for (const { target, health, reason, seenFrom } of checked) {
    if (isFallen(health) === isFallen(before(target))) continue;
    const source = sources.find(({ kind }) => kind === target.kind);
    const change = { id: target.id, isFallen: isFallen(health), reason, seenFrom };
    await source?.changed(tx, ctx, change);
  }
  return true;
}

/**
 * Returns true if all of several targets fail, or most of those that were up. Then the prober's
 * network is the likely cause.
 */
function areSuspect(
  tried: readonly ProbeResult<ProbeTarget>[],
  before: (target: ProbeTarget) => Pick<Health, 'state' | 'isFlapping'>,
): boolean {
  const failed = tried.filter(({ outcome }) => outcome === 'failed');
  if (tried.length > 1 && failed.length === tried.length) return true;
  const reachable = tried.filter(({ target }) => !isFallen(before(target)));
  const falling = reachable.filter(({ outcome }) => outcome === 'failed');
  return reachable.length > 1 && falling.length > reachable.length / 2;
}

/** Stores the prober's state. The event is recorded when a suspicion begins. */
async function rememberProber(
  tx: Tx,
  proberHealth: Health | undefined,
  isIll: boolean,
  now: Date,
): Promise<void> {
  if ((proberHealth?.state === 'down') === isIll) return;
  const health = { ...unknownHealth(now), state: isIll ? 'down' : 'up' } as const;
  const target = { kind: PROBER, id: 0, url: '' };
  await tx.run(
    writeHealth([{ target, health, answer: { certificateEndsAt: null, ms: null } }], now),
  );
  if (!isIll) return;
  await recordEvent(
    tx,
    { ip: null, requestId: 'probe', at: now },
    { kind: 'prober-suspected', actorId: null },
  );
}
