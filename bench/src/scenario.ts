/** Definition of a scenario, which is one kind of work over HTTP, and of its limits. */
import type { Fixture } from './fixture.ts';
import type { Send } from './http.ts';
import type { Failures, Figures, Work } from './load.ts';

export interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly goal: Goal;
  readonly server: (fixture: Fixture, send: Send) => Work | Promise<Work>;
  /**
   * Minimum work for the same result, which gives a lower limit for the time. Mostly hand-written
   * SQL in the best known form, without code of the product.
   */
  readonly floor?: ((fixture: Fixture) => Work) | undefined;
  /** Requests per second at the constant rate. If absent, the waiting time is not measured. */
  readonly openRate?: number | undefined;
}

/** Limits of a scenario. The result must meet every limit that is set. */
export interface Goal {
  readonly p95?: number;
  readonly perSecond?: number;
  /** Minimum requests per second, as a fraction of those of the floor. */
  readonly ofFloor?: number;
  /** Maximum difference in ms between the median time of the server and that of the floor. */
  readonly overFloor?: number;
  readonly baseline?: { readonly figure: 'firstPage' | 'creates'; readonly times: number };
  /** Maximum waiting time of a person in ms, at p95, with `openRate` requests per second. */
  readonly waiting?: number;
  /** Maximum processor time in ms per request: server, PostgreSQL and load generator together. */
  readonly cpu?: number;
}

export interface ScenarioResult {
  readonly name: string;
  readonly goal: Goal;
  readonly lines: number;
  readonly server: Figures;
  readonly floor: Figures | undefined;
  /** Time of the very first request, with empty caches. */
  readonly firstMs: number;
  /** Waiting times at the scenario's constant rate. */
  readonly waiting: Figures | undefined;
  /** Failed requests of all rounds, including those of the floor. */
  readonly failures: Failures & { readonly asked: number };
  /** Figures for each kind of work within the scenario, the slowest first. */
  readonly kinds: readonly { readonly label: string; readonly p95: number }[];
  /** Processor time per request. It stays stable on a busy machine. */
  readonly cpu: {
    readonly nodeMs: number;
    readonly postgresMs: number;
    /** Processor time of the load generator in ms, which uses the same cores. */
    readonly clientMs: number;
  };
}

/** Number of rounds of each scenario. The medians of the rounds are reported. */
export const ROUNDS = 3;

/** Number of reads a second while their waiting time is measured. */
export const READS_A_SECOND = 100;

/**
 * Returns true if the result meets its limits. If the scenario has several kinds of work, the
 * slowest kind must meet the limit `p95`.
 */
export function meetsGoal(result: ScenarioResult): boolean {
  const { goal, server, floor, waiting, cpu, kinds, failures } = result;
  const p95 = Math.max(server.p95, kinds[0]?.p95 ?? 0);
  return [
    // Many rejected requests make a figure meaningless, because rejections are cheap.
    failures === undefined || failures.count <= failures.asked / 1000,
    goal.p95 === undefined || p95 <= goal.p95,
    goal.perSecond === undefined || server.perSecond >= goal.perSecond,
    goal.ofFloor === undefined || (floor && server.perSecond >= goal.ofFloor * floor.perSecond),
    goal.overFloor === undefined || (floor && server.p50 <= floor.p50 + goal.overFloor),
    goal.waiting === undefined || (waiting && waiting.p95 <= goal.waiting),
    goal.cpu === undefined || cpu.nodeMs + cpu.postgresMs + cpu.clientMs <= goal.cpu,
    !goal.baseline || (baselineRatio(result) ?? Number.POSITIVE_INFINITY) >= goal.baseline.times,
  ].every(Boolean);
}

export function describeGoal(goal: Goal): string {
  const { p95, perSecond, ofFloor, overFloor, baseline, waiting, cpu } = goal;
  return [
    p95 !== undefined && `p95 ≤ ${p95} ms`,
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

/**
 * Figures of the fastest comparable panel, measured once on a similar machine. `firstPage` is the
 * median time in ms with one client. `creates` is the number of creations per second with eight
 * clients.
 */
const BASELINE: Readonly<Record<number, Readonly<Record<'firstPage' | 'creates', number>>>> = {
  100_000: { firstPage: 41, creates: 115 },
  1_000_000: { firstPage: 372, creates: 66 },
};

const ratios: Record<'firstPage' | 'creates', (ours: Figures, theirs: number) => number> = {
  firstPage: ({ p50 }, theirs) => theirs / p50,
  creates: ({ perSecond }, theirs) => perSecond / theirs,
};

/**
 * Returns the ratio of the baseline to the measured figure. Undefined if the baseline was not
 * measured.
 */
export function baselineRatio({ goal, server, lines }: ScenarioResult): number | undefined {
  const theirs = goal.baseline && BASELINE[lines]?.[goal.baseline.figure];
  return theirs && ratios[goal.baseline!.figure](server, theirs);
}
