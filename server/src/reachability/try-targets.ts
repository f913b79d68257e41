/** Probes several targets in parallel. Failed targets are retried twice. */
import type { AppContext } from '../foundation/app-context.ts';
import type { RoundResult } from './health.ts';
import type { Probe, ProbeAnswer } from './probe.ts';

export interface Probing {
  readonly probe: Probe;
  readonly pause: (ms: number) => Promise<unknown>;
}

const AGAIN_AFTER_MS = [2_000, 4_000];
const AT_ONCE = 20;

interface UrlTarget {
  readonly url: string;
}

export interface ProbeResult<T extends UrlTarget> extends RoundResult {
  readonly target: T;
  readonly answer: ProbeAnswer;
}

export const tryTargets = <T extends UrlTarget>(
  ctx: Pick<AppContext, 'config'>,
  targets: readonly T[],
  by: Probing,
): Promise<ProbeResult<T>[]> => runInParallel(targets, (target) => tryTarget(ctx, target, by));

async function tryTarget<T extends UrlTarget>(
  ctx: Pick<AppContext, 'config'>,
  target: T,
  by: Probing,
): Promise<ProbeResult<T>> {
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

/**
 * Runs the work for several items in parallel, at most AT_ONCE at a time, and returns the results
 * in order.
 */
export async function runInParallel<T, R>(
  all: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const waiting = [...all.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      done[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, worker));
  return done;
}
