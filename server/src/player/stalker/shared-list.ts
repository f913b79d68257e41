/** Large list that many boxes receive unchanged, in its compressed form. */
import { zipText } from '../lists/zipped-text.ts';
import type { CachedValue } from '../cache.ts';

export class SharedList {
  readonly zipped: Buffer;
  constructor(zipped: Buffer) {
    this.zipped = zipped;
  }
}

/** Compresses the text `{"js": …}` for the cache. */
export async function zipList(parts: Iterable<string>): Promise<CachedValue<SharedList>> {
  const zipped = await zipText(parts);
  return { value: new SharedList(zipped), bytes: zipped.length };
}
