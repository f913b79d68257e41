/** Leaves out the undefined values of filters. */
export const definedOnly = <T extends object>(filters: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
