/**
 * Returns a function that creates one value per key, at the first call with that key. All servers
 * and jobs of a process then share the value.
 */
export function oncePer<Input, Value>(
  keyOf: (input: Input) => object,
  create: (input: Input) => Value,
): (input: Input) => Value {
  const values = new WeakMap<object, Value>();
  return (input) => {
    const key = keyOf(input);
    const value = values.get(key) ?? create(input);
    values.set(key, value);
    return value;
  };
}

type SharedRuns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the work once for all callers that use the same key while it runs. Each caller receives the
 * result or the error of the work.
 */
export function createSharedRuns(): SharedRuns {
  const running = new Map<string, Promise<unknown>>();
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const current = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, current);
    return current as Promise<Result>;
  };
}
