import type { Ask } from './http.ts';
import type { Work } from './load.ts';
import type { AgainstPeer } from './peer.ts';
import type { Stage } from './stage.ts';

/** What performance.md asks for; everything that is named must hold. */
export interface Goal {
  readonly p95?: number;
  readonly p99?: number;
  readonly perSecond?: number;
  /** Requests a second, as a part of the floor's. */
  readonly ofFloor?: number;
  /** Milliseconds over the floor, at the median. */
  readonly overFloor?: number;
  readonly peer?: AgainstPeer;
}

/** One thing people do, and the same work without the product around it. */
export interface Scenario {
  readonly name: string;
  readonly clients: number;
  readonly goal: Goal;
  readonly product: (stage: Stage, ask: Ask) => Work | Promise<Work>;
  readonly floor?: (stage: Stage) => Work;
}
