import type { ScenarioResult } from './measure.ts';
import { timesBaseline } from './baseline.ts';
import type { Goal } from './scenario.ts';

/** With several kinds of work, the slowest kind must meet the goal. */
export function meetsGoal(measured: ScenarioResult): boolean {
  const { goal, server, floor, waiting, cpu, kinds, failures } = measured;
  const p95 = Math.max(server.p95, kinds[0]?.p95 ?? 0);
  return [
    // Rejected requests are cheap, so a figure with many of them is meaningless.
    failures === undefined || failures.count <= failures.asked / 1000,
    goal.p95 === undefined || p95 <= goal.p95,
    goal.p99 === undefined || server.p99 <= goal.p99,
    goal.perSecond === undefined || server.perSecond >= goal.perSecond,
    goal.ofFloor === undefined || (floor && server.perSecond >= goal.ofFloor * floor.perSecond),
    goal.overFloor === undefined || (floor && server.p50 <= floor.p50 + goal.overFloor),
    goal.waiting === undefined || (waiting && waiting.p95 <= goal.waiting),
    goal.cpu === undefined || cpu.nodeMs + cpu.postgresMs + cpu.clientMs <= goal.cpu,
    goal.baseline === undefined ||
      (compareWithBaseline(measured) ?? Number.POSITIVE_INFINITY) >= goal.baseline.times,
  ].every(Boolean);
}

export const compareWithBaseline = ({ goal, server, lines }: ScenarioResult): number | undefined =>
  goal.baseline && timesBaseline(server, goal.baseline, lines);

export function describeGoal(goal: Goal): string {
  const { p95, p99, perSecond, ofFloor, overFloor, baseline, waiting, cpu } = goal;
  return [
    p95 !== undefined && `p95 ≤ ${p95} ms`,
    p99 !== undefined && `p99 ≤ ${p99} ms`,
    perSecond !== undefined && `≥ ${perSecond}/s`,
    ofFloor !== undefined && `≥ ${ofFloor * 100} % of floor`,
    overFloor !== undefined && `floor + ${overFloor} ms`,
    waiting !== undefined && `wait p95 ≤ ${waiting} ms`,
    cpu !== undefined && `processor ≤ ${cpu} ms`,
    baseline && `≥ ${baseline.times}× the baseline`,
  ]
    .filter(Boolean)
    .join(', ');
}
