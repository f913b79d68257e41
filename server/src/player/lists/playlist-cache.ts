/** Cached lists. Lines with the same bouquets share one list for each version of the catalogue. */
import type { PlayingLine } from '../player.sql.ts';
import { type CachedValue, createCache } from '../cache.ts';

type SeesBouquets = Pick<PlayingLine, 'bouquetIds' | 'listsVersion' | 'guideVersion'>;

export interface PlaylistCache {
  /** Returns serialized JSON, shared by all lines with these bouquets. */
  json(line: SeesBouquets, what: string, read: () => Promise<unknown>): Promise<Buffer>;
  /** Returns any other list. A key that begins with `guide` also depends on the guide's version. */
  get<T>(line: SeesBouquets, what: string, make: () => Promise<CachedValue<T>>): Promise<T>;
}

/**
 * Maximum memory of all lists. Fifty thousand channels need about 15 MB as JSON and 8 MB as a
 * playlist.
 */
const MAX_BYTES = 96 * 1024 * 1024;

export function createPlaylistCache(mostBytes = MAX_BYTES): PlaylistCache {
  const cache = createCache(mostBytes);
  const keyOf = ({ bouquetIds, listsVersion, guideVersion }: SeesBouquets, what: string): string =>
    `${what} ${listsVersion} ${what.startsWith('guide') ? guideVersion : ''} ${bouquetIds.toSorted((a, b) => a - b).join(',')}`;
  return {
    json: (line, what, read) =>
      cache.get(keyOf(line, what), async () => {
        const value = Buffer.from(JSON.stringify(await read()));
        return { value, bytes: value.length };
      }),
    get: (line, what, make) => cache.get(keyOf(line, what), make),
  };
}
