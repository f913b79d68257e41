/**
 * Returns a function that creates a value at the first call for each key. Servers and jobs of a
 * process then share one instance.
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
