/**
 * Measures a live source like a player: opens it, reads the formats and the bit rate, and for HLS
 * opens a segment. A playlist alone does not prove that the source works.
 */
import type { AppContext } from '../../foundation/app-context.ts';
import {
  createStreamMeter,
  type StreamMeasure,
} from '../../foundation/media/measure-transport-stream.ts';
import { isTransportStream } from '../../foundation/media/ts-packets.ts';
import {
  isMaster,
  parseAttributes,
  parsePlaylistLines,
  resolve,
  unquoted,
} from '../upstream/hls-tags.ts';
import type { FetchedPlaylist } from '../upstream/open-source.ts';
import { openAndUse } from './probe-source.ts';

export interface SourceMeasure extends StreamMeasure {
  /** Message for an admin without any part of the URL; empty if the source works. */
  readonly problem: string;
  readonly firstByteMs: number | undefined;
}

const MAX_MS = 20_000;
const MAX_PLAYLIST_BYTES = 1024 * 1024;
const MAX_STREAM_BYTES = 3 * 1024 * 1024;
/** Time for which a continuous stream is read, so that its rate is known. */
const READ_FOR_MS = 3_000;

const nothing: StreamMeasure = { video: '', audio: '', size: undefined, bitsPerSecond: undefined };

export async function measureSource(ctx: AppContext, address: string): Promise<SourceMeasure> {
  const signal = AbortSignal.timeout(MAX_MS);
  let measure = nothing;
  let firstByteMs: number | undefined;
  const problem = await openAndUse(ctx, address, { signal, rangeBytes: 0 }, async (source) => {
    ({ firstByteMs } = source);
    if (!isPlaylist(source.start)) {
      measure = await readStream(source.start, source.rest);
      return undefined;
    }
    const text = await readText(source.start, source.rest);
    const read = await measurePlaylist(ctx, { text, url: source.url }, signal);
    measure = read.measure;
    return read.problem;
  });
  return { ...measure, problem, firstByteMs };
}

const isPlaylist = (start: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?\s*#EXTM3U/.test(start.toString('latin1', 0, 64));

async function readText(start: Buffer, rest: AsyncIterator<Buffer>): Promise<string> {
  const parts = [start];
  let bytes = start.length;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    parts.push(next.value);
    bytes += next.value.length;
    if (bytes > MAX_PLAYLIST_BYTES) break;
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** Reads a stream until everything is measured, for some seconds at most. */
async function readStream(start: Buffer, rest: AsyncIterator<Buffer>): Promise<StreamMeasure> {
  if (!isTransportStream(start)) return nothing;
  const meter = createStreamMeter();
  const endsAt = performance.now() + READ_FOR_MS;
  meter.add(start);
  let bytes = start.length;
  while (!meter.isComplete && bytes < MAX_STREAM_BYTES && performance.now() < endsAt) {
    const next = await rest.next();
    if (next.done) break;
    meter.add(next.value);
    bytes += next.value.length;
  }
  return meter.measure();
}

interface PlaylistMeasure {
  readonly measure: StreamMeasure;
  readonly problem: string;
}

/** Measures the best variant by its description, and the newest segment by its content. */
async function measurePlaylist(
  ctx: AppContext,
  playlist: FetchedPlaylist,
  signal: AbortSignal,
): Promise<PlaylistMeasure> {
  if (!isMaster(playlist)) return measureSegment(ctx, playlist, signal);
  const variant = bestVariant(playlist);
  if (!variant) return { measure: nothing, problem: 'a lista não tem nenhuma qualidade' };
  let read: PlaylistMeasure = { measure: nothing, problem: '' };
  const problem = await openAndUse(ctx, variant.url, { signal, rangeBytes: 0 }, async (source) => {
    const text = await readText(source.start, source.rest);
    read = await measureSegment(ctx, { text, url: source.url }, signal);
    return read.problem;
  });
  return { measure: mergeMeasures(variant.measure, read.measure), problem };
}

/**
 * Merges measures that the playlist states with measures of a segment. Size and rate come from the
 * playlist, because it states them for the whole stream.
 */
const mergeMeasures = (described: StreamMeasure, read: StreamMeasure): StreamMeasure => ({
  video: read.video || described.video,
  audio: read.audio || described.audio,
  size: described.size ?? read.size,
  bitsPerSecond: described.bitsPerSecond ?? read.bitsPerSecond,
});

async function measureSegment(
  ctx: AppContext,
  playlist: FetchedPlaylist,
  signal: AbortSignal,
): Promise<PlaylistMeasure> {
  const uri = parsePlaylistLines(playlist).findLast(({ tag }) => tag === '')?.text;
  // A channel that has just started has an empty playlist.
  if (uri === undefined) return { measure: nothing, problem: '' };
  let measure = nothing;
  let url: string;
  try {
    url = resolve(uri, playlist);
  } catch {
    return { measure, problem: 'a lista aponta para endereços que não são http' };
  }
  const problem = await openAndUse(ctx, url, { signal, rangeBytes: 0 }, async (source) => {
    measure = await readStream(source.start, source.rest);
    return undefined;
  });
  return { measure, problem: problem && `o vídeo não abre: ${problem}` };
}

const CODECS: readonly [RegExp, 'video' | 'audio', string][] = [
  [/^avc/i, 'video', 'H.264'],
  [/^(?:hvc|hev)/i, 'video', 'H.265'],
  [/^av01/i, 'video', 'AV1'],
  [/^mp4a/i, 'audio', 'AAC'],
  [/^ac-3/i, 'audio', 'AC-3'],
  [/^ec-3/i, 'audio', 'E-AC-3'],
];

function bestVariant(master: FetchedPlaylist) {
  const lines = parsePlaylistLines(master);
  const variants = lines.flatMap((line, index) => {
    const uri = lines[index + 1];
    if (line.tag !== 'EXT-X-STREAM-INF' || uri?.tag !== '') return [];
    return [{ uri: uri.text, attributes: parseAttributes(line.text) }];
  });
  const bandwidth = ({ attributes }: (typeof variants)[number]) =>
    Number(attributes.get('BANDWIDTH') ?? 0);
  const best = variants.toSorted((a, b) => bandwidth(b) - bandwidth(a))[0];
  if (!best) return undefined;
  try {
    return { url: resolve(best.uri, master), measure: describeVariant(best.attributes) };
  } catch {
    return undefined;
  }
}

function describeVariant(attributes: ReadonlyMap<string, string>): StreamMeasure {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(attributes.get('RESOLUTION') ?? '') ?? [];
  const rate = Number(attributes.get('AVERAGE-BANDWIDTH') ?? attributes.get('BANDWIDTH') ?? 0);
  const codecs = unquoted(attributes.get('CODECS') ?? '').split(',');
  const nameOf = (kind: 'video' | 'audio') =>
    CODECS.find(
      ([form, codecKind]) => codecKind === kind && codecs.some((codec) => form.test(codec.trim())),
    )?.[2] ?? '';
  return {
    video: nameOf('video'),
    audio: nameOf('audio'),
    size: width && height ? { width: Number(width), height: Number(height) } : undefined,
    bitsPerSecond: rate >= 1000 && rate < 2 ** 31 ? rate : undefined,
  };
}
