/**
 * Yields the entries of a list in groups while its bytes arrive. Only the current entries are in
 * memory. Throws a readable reason if the file is not a list or is too large.
 */
import { MAX_LIST_BYTES, MAX_ENTRIES } from '@ramal/contract/catalogue/catalogue-lists';
import { SkipCounts } from '../foundation/skip-counts.ts';
import { unpackedText } from '../foundation/files/unpack.ts';
import { type Entry, toEntry } from './entry.ts';
import { playlistReader } from './import/playlist.ts';
import { splitLines } from './import/split-lines.ts';
import { ExplainedFailure } from '../foundation/explained-failure.ts';

const tooLarge = {
  bytes: MAX_LIST_BYTES,
  tooLarge: `A lista passa de ${MAX_LIST_BYTES / 1024 / 1024} MB.`,
};

export async function* parseEntries(
  bytes: AsyncIterable<Uint8Array>,
  skips = new SkipCounts(),
): AsyncGenerator<Entry[]> {
  const reader = playlistReader();
  let isKnown = false;
  let count = 0;
  const counted = (entries: Entry[]): Entry[] => {
    count += entries.length;
    for (const { dropped } of entries) for (const reason of dropped) skips.add(reason);
    if (count > MAX_ENTRIES) {
      throw new ExplainedFailure(
        `A lista tem mais de ${MAX_ENTRIES.toLocaleString('pt-BR')} itens.`,
      );
    }
    return entries;
  };
  for await (const lines of splitLines(unpackedText(bytes, tooLarge))) {
    const entries: Entry[] = [];
    for (const line of lines) {
      if (!isKnown) refuseOther(line.trim());
      isKnown = true;
      refuseStream(line);
      for (const item of reader.feed(line)) entries.push(toEntry(item));
    }
    yield counted(entries);
  }
  if (!isKnown) throw new ExplainedFailure('A lista está vazia.');
  yield counted(reader.end().map(toEntry));
  if (count === 0) throw new ExplainedFailure('A lista não tem nenhum item.');
}

/** Refuses a file that is not a list. The first text line that is not empty decides. */
function refuseOther(first: string): void {
  if (/^#EXT(?:M3U|INF)/i.test(first)) return;
  if (first.startsWith('<')) {
    throw new ExplainedFailure('O que veio é uma página da internet, não uma lista M3U.');
  }
  throw new ExplainedFailure('O arquivo não é uma lista M3U: falta o #EXTM3U no começo.');
}

function refuseStream(line: string): void {
  if (/^#EXT-X-(?:TARGETDURATION|STREAM-INF)/.test(line)) {
    throw new ExplainedFailure('O arquivo é um vídeo em HLS, não uma lista de canais.');
  }
}
