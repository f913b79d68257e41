/**
 * Computes the health of a target after each probe round. Going down and coming up have different
 * thresholds. A target that fell stays down for a growing hold time, and an unstable target counts
 * as down.
 */
import type { FailedLayer } from '@ramal/contract/operations/balancers';
import { HOUR_MS } from '@ramal/contract/rules/durations';

type TargetState = 'unknown' | 'up' | 'suspect' | 'down' | 'returning';

export interface Health {
  readonly state: TargetState;
  readonly isFlapping: boolean;
  /** Time of the last change between fallen and not fallen. */
  readonly since: Date;
  readonly reason: FailedLayer | null;
  /** Results of the last rounds, the newest last: 1 succeeded at the first attempt, 0 did not. */
  readonly recent: string;
  readonly successes: number;
  readonly fellAt: Date | null;
  readonly holdSeconds: number;
}

/** `shaky` means that the target succeeded only after a retry. */
export interface RoundResult {
  readonly outcome: 'ok' | 'shaky' | 'failed';
  readonly reason: FailedLayer | null;
}

const REMEMBERED = 20;
/** A target starts flapping above this share of changes among the remembered results. */
const FLAPPING_FROM = 0.3;
/** A target stops flapping at or below this share. */
const FLAPPING_UNTIL = 0.15;
const SUCCESSES_TO_RETURN = 3;
const MIN_HOLD_S = 60;
const MAX_HOLD_S = 900;

export const unknownHealth = (now: Date): Health => ({
  state: 'unknown',
  isFlapping: false,
  since: now,
  reason: null,
  recent: '',
  successes: 0,
  fellAt: null,
  holdSeconds: MIN_HOLD_S,
});

/** True if the target gets no new viewers. */
export const isFallen = ({ state, isFlapping }: Pick<Health, 'state' | 'isFlapping'>): boolean =>
  isFlapping || state === 'down' || state === 'returning';

export function nextHealth(before: Health, result: RoundResult, now: Date): Health {
  const recent = (before.recent + (result.outcome === 'ok' ? '1' : '0')).slice(-REMEMBERED);
  const isFlapping = flaps(recent, before.isFlapping);
  const checked = { ...before, ...stateAfter(before, result, now), recent, isFlapping };
  return isFallen(checked) === isFallen(before) ? checked : { ...checked, since: now };
}

function stateAfter(before: Health, { outcome, reason }: RoundResult, now: Date): Partial<Health> {
  const wasDown = before.state === 'down' || before.state === 'returning';
  if (outcome === 'failed')
    return wasDown
      ? { state: 'down', reason, successes: 0 }
      : { state: 'down', reason, successes: 0, fellAt: now, holdSeconds: holdAfter(before, now) };
  if (!wasDown) return { state: outcome === 'ok' ? 'up' : 'suspect', reason: null };
  const successes = before.successes + 1;
  const heldUntil = +(before.fellAt ?? now) + before.holdSeconds * 1000;
  return successes >= SUCCESSES_TO_RETURN && +now >= heldUntil
    ? { state: 'up', reason: null, successes: 0 }
    : { state: 'returning', successes };
}

/**
 * Returns the new hold time. It doubles if the last fall was less than an hour ago, and otherwise
 * halves for each hour since then.
 */
function holdAfter({ fellAt, holdSeconds }: Health, now: Date): number {
  if (!fellAt) return MIN_HOLD_S;
  const quietHours = Math.floor((+now - +fellAt) / HOUR_MS);
  const next = quietHours === 0 ? holdSeconds * 2 : holdSeconds / 2 ** quietHours;
  return Math.round(Math.min(MAX_HOLD_S, Math.max(MIN_HOLD_S, next)));
}

function flaps(recent: string, flapped: boolean): boolean {
  if (recent.length < REMEMBERED / 2) return flapped;
  const changes = Array.from(recent).filter(
    (result, at) => at > 0 && result !== recent[at - 1],
  ).length;
  return changes / (recent.length - 1) > (flapped ? FLAPPING_UNTIL : FLAPPING_FROM);
}
