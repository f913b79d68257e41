import type { Measured } from './measure.ts';
import { timesPeer } from './peer.ts';
import type { Goal } from './scenario.ts';

/** Does it hold? Where there are several kinds of work, the slowest kind must. */
export function meets(measured: Measured): boolean {
  const { goal, product, floor, kinds } = measured;
  const p95 = Math.max(product.p95, kinds[0]?.p95 ?? 0);
  return [
    goal.p95 === undefined || p95 <= goal.p95,
    goal.p99 === undefined || product.p99 <= goal.p99,
    goal.perSecond === undefined || product.perSecond >= goal.perSecond,
    goal.ofFloor === undefined || (floor && product.perSecond >= goal.ofFloor * floor.perSecond),
    goal.overFloor === undefined || (floor && product.p50 <= floor.p50 + goal.overFloor),
    goal.peer === undefined ||
      (besidePeer(measured) ?? Number.POSITIVE_INFINITY) >= goal.peer.times,
  ].every(Boolean);
}

export const besidePeer = ({ goal, product, lines }: Measured): number | undefined =>
  goal.peer && timesPeer(product, goal.peer, lines);

export function inWords({ p95, p99, perSecond, ofFloor, overFloor, peer }: Goal): string {
  return [
    p95 !== undefined && `p95 ≤ ${p95} ms`,
    p99 !== undefined && `p99 ≤ ${p99} ms`,
    perSecond !== undefined && `≥ ${perSecond}/s`,
    ofFloor !== undefined && `≥ ${ofFloor * 100} % of floor`,
    overFloor !== undefined && `floor + ${overFloor} ms`,
    peer && `≥ ${peer.times}× the peer`,
  ]
    .filter(Boolean)
    .join(', ');
}
