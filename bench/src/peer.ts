/** The closest panel of others, measured once on a machine like ours (design: performance.md). */
import type { Figures } from './figures.ts';

export interface AgainstPeer {
  readonly in: 'firstPage' | 'search' | 'creates';
  readonly times: number;
}

/** Milliseconds at the median with one client; creations a second with eight. By lines. */
const PEER: Record<number, Record<AgainstPeer['in'], number>> = {
  100_000: { firstPage: 41, search: 65, creates: 115 },
  1_000_000: { firstPage: 372, search: 420, creates: 66 },
};

/** How many times better we are; nothing where the peer was not measured. */
export function timesPeer(ours: Figures, against: AgainstPeer, lines: number): number | undefined {
  const theirs = PEER[lines]?.[against.in];
  if (theirs === undefined) return undefined;
  return against.in === 'creates' ? ours.perSecond / theirs : theirs / ours.p50;
}
