/** Number of refused rows with the same reason, for previews and results. */
export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

const MAX_REASONS = 8;

/**
 * Returns the most frequent reasons. Counts reasons as one if they differ only in details such as a
 * name.
 */
export function countReasons(rows: readonly ReasonCount[]): ReasonCount[] {
  const counts = new Map<string, ReasonCount>();
  for (const { reason, count } of rows) {
    const general = withoutParticulars(reason);
    const sum = counts.get(general);
    const isSame = sum === undefined || sum.reason === reason;
    counts.set(general, { reason: isSame ? reason : general, count: (sum?.count ?? 0) + count });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_REASONS);
}

const withoutParticulars = (reason: string): string =>
  reason.replace(/«[^»]*»/g, '«…»').replace(/, na linha \d+/, '');
