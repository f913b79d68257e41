/** Detects from the first bytes if a channel's source is an HLS playlist or a transport stream. */
import type { UntrustedResponse } from '../../foundation/fetch-untrusted.ts';
import { PEEK_BYTES, expectStatus, gather, isLetters, peek } from './answer.ts';
import { problem } from './problem.ts';
import { isTransportStream } from '../../foundation/media/ts-packets.ts';

/** Fetches an untrusted URL within the limits of this server. */
export type FetchSource = (
  url: string,
  options?: { headers?: Record<string, string>; signal?: AbortSignal },
) => Promise<UntrustedResponse>;

export interface FetchedPlaylist {
  readonly text: string;
  /** Base of relative URLs: the URL after redirects. */
  readonly url: string;
}

type OpenedSource =
  | { readonly form: 'hls'; readonly playlist: FetchedPlaylist }
  | { readonly form: 'ts'; readonly parts: AsyncGenerator<Buffer, void>; close(): void };

const MAX_PLAYLIST_BYTES = 1024 * 1024;
/**
 * Number of bytes in which the beginning of packets is searched. A stream may begin in the middle
 * of a packet.
 */
const SYNC_BYTES = 4 * 188;

/** Opens a source. Throws ProviderError if it is neither a playlist nor a transport stream. */
export async function openSource(
  fetchSource: FetchSource,
  url: string,
  signal?: AbortSignal,
): Promise<OpenedSource> {
  const answer = await fetchSource(url, signal ? { signal } : {});
  expectStatus(answer, [200, 206]);
  try {
    const { start, all } = await peek(answer.body, PEEK_BYTES);
    if (isPlaylist(start)) {
      const text = (await gather(all, MAX_PLAYLIST_BYTES)).toString('utf8');
      return { form: 'hls', playlist: { text: text.replace(/^\uFEFF/, ''), url: answer.url } };
    }
    // The body begins with text, and more bytes would not make it a transport stream.
    if (isLetters(start)) throw problem('not-media');
    const more = await peek(all, SYNC_BYTES);
    if (isTransportStream(more.start)) {
      return { form: 'ts', parts: more.all, close: () => answer.body.destroy() };
    }
    throw problem('not-media');
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

const isPlaylist = (start: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?#EXTM3U(?:\s|$)/.test(start.toString('latin1', 0, 16));
