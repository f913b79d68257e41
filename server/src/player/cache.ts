/**
 * Lists made once and handed to every line that sees the same. The key holds the catalogue's version,
 * so what is remembered is never out of date; the oldest goes when it weighs too much together.
 */
export interface CachedValue<T> {
  readonly value: T;
  readonly bytes: number;
}

export interface Cache {
  /** What was made under this key, or is being made for somebody else right now. */
  get<T>(key: string, make: () => Promise<CachedValue<T>>): Promise<T>;
}

interface Entry {
  readonly making: Promise<CachedValue<unknown>>;
  bytes: number;
}

/** A player may ask for categories that do not exist, and an empty list weighs next to nothing. */
export const MAX_ENTRIES = 20_000;

export function createCache(mostBytes: number): Cache {
  const kept = new Map<string, Entry>();
  let weight = 0;

  function forget(key: string): void {
    weight -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  async function weigh(key: string, entry: Entry): Promise<void> {
    try {
      const { bytes } = await entry.making;
      if (kept.get(key) !== entry) return;
      entry.bytes = bytes;
      weight += bytes;
    } catch {
      // Told to whoever asked; the next one tries again.
      if (kept.get(key) === entry) kept.delete(key);
    }
    for (const oldest of kept.keys()) {
      if (weight <= mostBytes && kept.size <= MAX_ENTRIES) break;
      forget(oldest);
    }
  }

  return {
    get: async <T>(key: string, make: () => Promise<CachedValue<T>>) => {
      const known = kept.get(key);
      const entry = known ?? { making: make(), bytes: 0 };
      kept.delete(key);
      kept.set(key, entry);
      if (!known) void weigh(key, entry);
      return (await (entry.making as Promise<CachedValue<T>>)).value;
    },
  };
}
