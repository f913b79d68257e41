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
}

/** One kind of work over HTTP, and the same work directly on the database (the floor). */
export interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly goal: Goal;
  readonly server: (fixture: Fixture, send: Send) => Work | Promise<Work>;
  readonly floor?: (fixture: Fixture) => Work;
}
