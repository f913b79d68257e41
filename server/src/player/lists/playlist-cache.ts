/** The lists that lines share: one set of bouquets, one version of the catalogue, one list. */
import type { PlayingLine } from '../player.sql.ts';
import { type CachedValue, createCache } from '../cache.ts';

type Seen = Pick<PlayingLine, 'bouquetIds' | 'listsVersion' | 'guideVersion'>;

export interface PlaylistCache {
  /** JSON as it is sent, for everyone who sees these bouquets. */
  json(line: Seen, what: string, read: () => Promise<unknown>): Promise<Buffer>;
  /** Anything else; what begins with `guide` depends on the guide too. */
  of<T>(line: Seen, what: string, make: () => Promise<CachedValue<T>>): Promise<T>;
}

/** Fifty thousand channels weigh about fifteen megabytes as JSON and eight as a playlist. */
const MOST_BYTES = 96 * 1024 * 1024;

export function createPlaylistCache(mostBytes = MOST_BYTES): PlaylistCache {
  const remembered = createCache(mostBytes);
  const keyOf = ({ bouquetIds, listsVersion, guideVersion }: Seen, what: string): string =>
    `${what} ${listsVersion} ${what.startsWith('guide') ? guideVersion : ''} ${bouquetIds.toSorted((a, b) => a - b).join(',')}`;
  return {
    json: (line, what, read) =>
      remembered.get(keyOf(line, what), async () => {
        const value = Buffer.from(JSON.stringify(await read()));
        return { value, bytes: value.length };
      }),
    of: (line, what, make) => remembered.get(keyOf(line, what), make),
  };
}
