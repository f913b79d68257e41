import type { Send } from './http.ts';
import type { Work } from './load.ts';
import type { BaselineGoal } from './baseline.ts';
import type { Fixture } from './fixture.ts';

/** Limits of a scenario. Every given limit must be met. */
export interface Goal {
  readonly p95?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  /** Requests a second as a fraction of the floor's. */
  readonly ofFloor?: number;
  /** Milliseconds above the floor, at the median. */
  readonly overFloor?: number;
  readonly baseline?: BaselineGoal;
  /** Milliseconds that a person waits, at p95, with `openRate` requests a second. */
  readonly waiting?: number;
  /** Milliseconds of processor time per request: server, PostgreSQL and load generator together. */
  readonly cpu?: number;
}

/** A kind of work over HTTP. */
export interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly goal: Goal;
  readonly server: (fixture: Fixture, send: Send) => Work | Promise<Work>;
  /**
   * Hand-written SQL in the best form that we know, without code of the product, or the unavoidable
   * part of the work.
   */
  readonly floor?: (fixture: Fixture) => Work;
  /** The use case without HTTP, whose query plans are written with `--plans`. */
  readonly direct?: (fixture: Fixture) => Work;
  /** Requests a second at the constant rate. Without it no waiting time is measured. */
  readonly openRate?: number;
}

/** Rounds of each scenario, whose medians are reported. */
export const ROUNDS = 3;

/** Rate of reads while their waiting time is measured. */
export const READS_A_SECOND = 100;
