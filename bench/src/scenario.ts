import type { Send } from './http.ts';
import type { Work } from './load.ts';
import type { BaselineGoal } from './baseline.ts';
import type { Fixture } from './fixture.ts';

/** Limits of a scenario; each one that is given must hold. */
export interface Goal {
  readonly p95?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  /** Requests a second as a fraction of the floor's. */
  readonly ofFloor?: number;
  /** Milliseconds over the floor, at the median. */
  readonly overFloor?: number;
  readonly baseline?: BaselineGoal;
  /** Milliseconds at p95 that a person waits, at `openRate` requests a second. */
  readonly waiting?: number;
  /** Milliseconds of processor for each request: server, PostgreSQL and load generator together. */
  readonly cpu?: number;
}

/** One kind of work over HTTP. */
export interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly goal: Goal;
  readonly server: (fixture: Fixture, send: Send) => Work | Promise<Work>;
  /** SQL written by hand in the best shape that we know, never the product's own; or what cannot be saved. */
  readonly floor?: (fixture: Fixture) => Work;
  /** The use case itself without HTTP, whose query plans are written with `--plans`. */
  readonly direct?: (fixture: Fixture) => Work;
  /** Requests a second of people who come by; without it nobody's wait is measured. */
  readonly openRate?: number;
}

/** Of each scenario, whose medians are told. */
export const ROUNDS = 3;

/** What reading is asked for while its wait is measured. */
export const READS_A_SECOND = 100;
