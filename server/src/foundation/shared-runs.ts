type SharedRuns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the work once for all callers that use the same key while it runs. Each receives its result
 * or its error.
 */
export function createSharedRuns(): SharedRuns {
  const running = new Map<string, Promise<unknown>>();
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const current = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, current);
    return current as Promise<Result>;
  };
}
