/** Opens a channel at its source, or at its other sources if this fails. */
import { setTimeout as pause } from 'node:timers/promises';

interface Sources<Opened> {
  readonly open: (streamId: number, url: string) => Promise<Opened>;
  readonly hasOther: (streamId: number) => Promise<boolean>;
  readonly note: (streamId: number, url: string, error: unknown) => void;
  /**
   * Returns the source to read after the one at `url` failed. Undefined if there is no other
   * source.
   */
  readonly next: (streamId: number, url: string, error: unknown) => Promise<string | undefined>;
}

/** Maximum number of attempts for one request, over all sources. */
const MAX_TRIES = 6;
/** A request that took longer than this is not repeated at the same source. */
const SLOW_MS = 2_000;
/** A little more than the time for which a failed playlist is cached. */
const PLAYLIST_KEPT_MS = 1_100;

/**
 * Returns undefined if no source of the channel opens. A source that fails quickly is tried twice,
 * if the channel has another source.
 */
export function createOpenAnySource<Opened>({ open, hasOther, note, next }: Sources<Opened>) {
  return async (streamId: number, firstUrl: string): Promise<Opened | undefined> => {
    let url = firstUrl;
    let isAgain = false;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const startedMs = performance.now();
      try {
        return await open(streamId, url);
      } catch (error) {
        note(streamId, url, error);
        if (!(await hasOther(streamId))) return undefined;
        if (!isAgain && performance.now() - startedMs < SLOW_MS) {
          isAgain = true;
          await pause(PLAYLIST_KEPT_MS, undefined, { ref: false });
        } else {
          const following = await next(streamId, url, error);
          if (following === undefined) return undefined;
          [url, isAgain] = [following, false];
        }
      }
    }
    return undefined;
  };
}
