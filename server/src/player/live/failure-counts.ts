/**
 * Counts the successive failures of each source within a minute, both of segments and of playlists.
 */

/** Failures after which a channel moves to its next source. */
const MAX_FAILURES = 3;
const FAILURES_WITHIN_MS = 60_000;

export interface FailureCounts {
  /** Counts a result. Returns true if this failure reaches the maximum. */
  reachMost(key: string, isFailure: boolean): boolean;
}

export function createFailureCounts(): FailureCounts {
  const counts = new Map<string, { count: number; sinceMs: number }>();
  return {
    reachMost: (key, isFailure) => {
      const nowMs = performance.now();
      const before = counts.get(key);
      counts.delete(key);
      if (!isFailure) return false;
      const isRecent = before !== undefined && nowMs - before.sinceMs < FAILURES_WITHIN_MS;
      const count = isRecent ? before.count + 1 : 1;
      if (count >= MAX_FAILURES) return true;
      counts.set(key, { count, sinceMs: isRecent ? before.sinceMs : nowMs });
      return false;
    },
  };
}
