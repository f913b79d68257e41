/**
 * One round: every target is tried, those that fail are tried again twice, and what changed is written.
 * When the prober itself seems cut off, nothing is believed and nothing changes.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { FailedLayer } from '@ramal/contract/operations/balancers';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { type Health, type RoundResult, isFallen, nextHealth, unknownHealth } from './health.ts';
import { type Probe, type ProbeAnswer, type ProbeTarget, answers, probeHttp } from './probe.ts';
import { PROBER, readHealth, writeCells, writeHealth } from './targets.sql.ts';

/** What a module has probed, and what it does when one of them falls or returns. */
export interface TargetSource {
  readonly kind: string;
  targets(ctx: AppContext): Promise<readonly ProbeTarget[]>;
  changed(tx: Tx, ctx: AppContext, change: HealthChange): Promise<void>;
  /** After a round that was believed. */
  settled?(ctx: AppContext): Promise<void>;
}

export interface HealthChange {
  readonly id: number;
  readonly isFallen: boolean;
  readonly reason: FailedLayer | null;
}

export interface Probing {
  readonly probe: Probe;
  readonly pause: (ms: number) => Promise<unknown>;
}

const AGAIN_AFTER_MS = [2_000, 4_000];
const AT_ONCE = 20;

export async function probeRound(
  ctx: AppContext,
  sources: readonly TargetSource[],
  { probe, pause }: Probing = { probe: probeHttp, pause: wait },
): Promise<void> {
  const targets = (await Promise.all(sources.map((source) => source.targets(ctx)))).flat();
  if (targets.length === 0) return;
  const [online, tried] = await Promise.all([
    isOnline(ctx),
    inTurns(targets, (target) => tryTarget(ctx, target, { probe, pause })),
  ]);
  const believed = await ctx.db.tx((tx) => settle(tx, ctx, sources, tried, online));
  if (believed) for (const source of sources) await source.settled?.(ctx);
}

interface Tried extends RoundResult {
  readonly target: ProbeTarget;
  readonly answer: ProbeAnswer;
}

async function tryTarget(ctx: AppContext, target: ProbeTarget, by: Probing): Promise<Tried> {
  let answer = await by.probe(ctx, target);
  if (!answer.failed) return { target, answer, outcome: 'ok', reason: null };
  const reason = answer.failed;
  for (const ms of AGAIN_AFTER_MS) {
    await by.pause(ms);
    answer = await by.probe(ctx, target);
    if (!answer.failed) return { target, answer, outcome: 'shaky', reason };
  }
  return { target, answer, outcome: 'failed', reason };
}

/** False when none of the references outside answers; without references nobody knows better. */
async function isOnline(ctx: AppContext): Promise<boolean> {
  const { probeReferences } = ctx.config;
  if (probeReferences.length === 0) return true;
  return (await Promise.all(probeReferences.map((url) => answers(ctx, url)))).includes(true);
}

async function settle(
  tx: Tx,
  ctx: AppContext,
  sources: readonly TargetSource[],
  tried: readonly Tried[],
  online: boolean,
): Promise<boolean> {
  const now = ctx.clock.now();
  const known = await readHealth(tx);
  const before = ({ kind, id }: ProbeTarget) => known.get(`${kind} ${id}`) ?? unknownHealth(now);
  const isIll = !online || areSuspect(tried, before);
  await rememberProber(tx, known.get(`${PROBER} 0`), isIll, now);
  if (isIll) return false;
  const judged = tried.map((one) => ({ ...one, health: nextHealth(before(one.target), one, now) }));
  await tx.run(writeHealth(judged, now));
  await tx.run(writeCells(judged, now));
  for (const { target, health, reason } of judged) {
    if (isFallen(health) === isFallen(before(target))) continue;
    const source = sources.find(({ kind }) => kind === target.kind);
    await source?.changed(tx, ctx, { id: target.id, isFallen: isFallen(health), reason });
  }
  return true;
}

/** All of several at once, or most of those that answered: rather the prober than all of them. */
function areSuspect(
  tried: readonly Tried[],
  before: (target: ProbeTarget) => Pick<Health, 'state' | 'isFlapping'>,
): boolean {
  const failed = tried.filter(({ outcome }) => outcome === 'failed');
  if (tried.length > 1 && failed.length === tried.length) return true;
  const standing = tried.filter(({ target }) => !isFallen(before(target)));
  const falling = standing.filter(({ outcome }) => outcome === 'failed');
  return standing.length > 1 && falling.length > standing.length / 2;
}

/** One event when the prober is first suspected, not one a round. */
async function rememberProber(
  tx: Tx,
  known: Health | undefined,
  isIll: boolean,
  now: Date,
): Promise<void> {
  if ((known?.state === 'down') === isIll) return;
  const health = { ...unknownHealth(now), state: isIll ? 'down' : 'up' } as const;
  const target = { kind: PROBER, id: 0, url: '' };
  await tx.run(writeHealth([{ target, health, answer: { certificateEndsAt: null } }], now));
  if (!isIll) return;
  await tx.run(
    insertEventCte(
      { ip: null, requestId: 'probe', at: now },
      { kind: 'prober-suspected', actorId: null, accountId: null },
    ),
  );
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = [...all.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
  return done;
}
