/**
 * Shares one fetch of a segment among all its readers in this process, while it loads and for a
 * short time afterwards. The fetch is as fast as its fastest reader, and is aborted when the last
 * reader disconnects. Above the limit of stored bytes, the oldest fetches are not kept for later
 * readers.
 */
import { createFetchFailure } from '../../foundation/fetch-untrusted.ts';
import { PEEK_BYTES, expectStatus, chooseMediaType, peek } from './answer.ts';
import type { FetchSource } from './open-source.ts';

interface FetchRequest {
  readonly url: string;
  /** Range as a player requests it: `bytes=0-99`. */
  readonly range?: string | undefined;
  readonly maxBytes: number;
  /** Content type if the source declares none; null if any type is allowed, as for keys. */
  readonly type: string | null;
}

export interface FetchResult {
  readonly status: number;
  readonly type: string;
  readonly contentRange: string | undefined;
  readonly contentLength: string | undefined;
  read(): AsyncGenerator<Buffer, void>;
}

export interface SharedFetches {
  /**
   * Fetches a URL or joins a running fetch. Throws ProviderError. Requests shortly after a failure
   * get the same failure.
   */
  fetch(input: FetchRequest): Promise<FetchResult>;
  stop(): void;
}

interface CachedFetch {
  answer: Promise<FetchResult & SharedFetch>;
  untilMs: number;
}

interface SharedFetch {
  readonly bytes: () => number;
  /** Excludes the fetch from new requests. Current readers continue. */
  readonly release: () => void;
  readonly close: () => void;
}

/** Milliseconds for which a fetch is stored: about two target durations of a playlist. */
const KEPT_FOR_MS = 20_000;
const FAILURE_KEPT_FOR_MS = 1_000;
const MAX_KEPT_BYTES = 128 * 1024 * 1024;
const SWEEP_EVERY_MS = 2_000;

export function createSharedFetches(
  fetchSource: FetchSource,
  maxKeptBytes = MAX_KEPT_BYTES,
): SharedFetches {
  const cached = new Map<string, CachedFetch>();
  const settled = new Map<string, FetchResult & SharedFetch>();
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();

  function sweep(): void {
    for (const [key, { untilMs }] of cached) if (untilMs < performance.now()) forget(key);
    let bytes = 0;
    for (const shared of settled.values()) bytes += shared.bytes();
    for (const [key, shared] of settled) {
      if (bytes <= maxKeptBytes) break;
      bytes -= shared.bytes();
      forget(key);
    }
  }

  function forget(key: string): void {
    const shared = settled.get(key);
    cached.delete(key);
    settled.delete(key);
    shared?.release();
  }

  async function begin(
    key: string,
    input: FetchRequest,
    entry: () => CachedFetch,
  ): Promise<FetchResult & SharedFetch> {
    try {
      const shared = await fetchShared(fetchSource, input, () => {
        if (cached.get(key) === entry()) forget(key);
      });
      if (cached.get(key) === entry()) settled.set(key, shared);
      entry().untilMs = performance.now() + KEPT_FOR_MS;
      sweep();
      return shared;
    } catch (error) {
      entry().untilMs = performance.now() + FAILURE_KEPT_FOR_MS;
      throw error;
    }
  }

  return {
    fetch: (input) => {
      const key = `${input.url} ${input.range ?? ''}`;
      const existing = cached.get(key);
      if (existing && existing.untilMs >= performance.now()) return existing.answer;
      forget(key);
      const entry: CachedFetch = { answer: undefined!, untilMs: Number.POSITIVE_INFINITY };
      cached.set(key, entry);
      entry.answer = begin(key, input, () => entry);
      return entry.answer;
    },
    stop: () => {
      clearInterval(timer);
      for (const shared of settled.values()) shared.close();
    },
  };
}

async function fetchShared(
  fetchSource: FetchSource,
  { url, range, maxBytes, type }: FetchRequest,
  broken: () => void,
): Promise<FetchResult & SharedFetch> {
  const answer = await fetchSource(url, range ? { headers: { range } } : {});
  expectStatus(answer, [200, 206]);
  const { headers, body, status } = answer;
  const close = () => void body.destroy();
  try {
    const contentLength = plain(headers['content-length'], /^\d{1,15}$/);
    if (Number(contentLength ?? 0) > maxBytes) throw createFetchFailure('too-large');
    const { start, all } = await peek(body, PEEK_BYTES);
    const sent = type === null ? 'application/octet-stream' : chooseMediaType(answer, start, type);
    const contentRange = plain(
      headers['content-range'],
      /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/,
    );
    const shared = shareParts(all, maxBytes, close, broken);
    return { status, type: sent, contentLength, contentRange, ...shared };
  } catch (error) {
    close();
    throw error;
  }
}

const plain = (value: string | undefined, form: RegExp): string | undefined =>
  value !== undefined && form.test(value) ? value : undefined;

function shareParts(
  all: AsyncGenerator<Buffer, void>,
  maxBytes: number,
  close: () => void,
  broken: () => void,
): SharedFetch & Pick<FetchResult, 'read'> {
  const parts: (Buffer | undefined)[] = [];
  let bytes = 0;
  let readers = 0;
  let isKept = true;
  /** Number of parts at the start that no reader needs any more. */
  let releasedParts = 0;
  let isDone = false;
  let failure: { readonly error: unknown } | undefined;
  let pulling: Promise<void> | undefined;

  async function pull(): Promise<void> {
    try {
      const next = await all.next();
      if (next.done) isDone = true;
      else parts.push(next.value);
      bytes += next.value?.length ?? 0;
      if (bytes > maxBytes) throw createFetchFailure('too-large');
    } catch (error) {
      failure = { error };
      close();
      broken();
    } finally {
      pulling = undefined;
    }
  }

  async function* read(): AsyncGenerator<Buffer, void> {
    if (releasedParts > 0) throw new Error('released before it was read');
    readers += 1;
    try {
      for (let at = 0; ;) {
        const part = parts[at];
        if (part) {
          at += 1;
          if (!isKept && readers === 1)
            for (; releasedParts < at; releasedParts += 1) parts[releasedParts] = undefined;
          yield part;
        } else if (failure) throw failure.error;
        else if (isDone) return;
        else await (pulling ??= pull());
      }
    } finally {
      readers -= 1;
      if (readers === 0 && !isDone) {
        broken();
        close();
      }
    }
  }

  const release = () => {
    isKept = false;
    if (readers === 0) close();
  };
  return { read, bytes: () => bytes, release, close };
}
