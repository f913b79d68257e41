/**
 * Tests that the time to read a list or a guide grows only in proportion to its size, whatever it
 * contains. Providers write these files, and the process that reads them also serves all requests.
 * A regular expression that backtracks from every letter would take seconds to minutes for each
 * text here. The limit counts only processor time. It is many times what a busy machine needs.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { parseProgrammes } from '../guides/xmltv.ts';
import { parseEntries } from '../list-entries.ts';
import { parseFileName } from './playlist.ts';

const MEGABYTE = 1024 * 1024;
const MAX_CPU_MS = 3_000;

const filled = (line: string): string => `${line}\n`.repeat(Math.ceil(MEGABYTE / line.length));
const list = (line: string): string => `#EXTM3U\n${filled(line)}`;
const guide = (text: string): string =>
  `<tv>${filled(`<programme channel="${text}" start="20261121150000"><title>${text}</title><desc>${text}</desc></programme>`)}</tv>`;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

async function cpuMs(read: AsyncIterable<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for await (const _ of read);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each([
  ['an address that ends in two slashes', list(`http://${'a'.repeat(1_900)}//`)],
  ['an address of dots', list(`http://h/${'.aa'.repeat(600)}/`)],
  ['an address of questions', list(`http://h/${'a?'.repeat(900)}//`)],
  ['one line without an end', `#EXTM3U\n${'a'.repeat(MEGABYTE)}`],
  ['attributes without values', list(`#EXTINF:-1 ${'a '.repeat(8_000)}`)],
  ['quotes that never close', list(`#EXTINF:-1 ${`a="'`.repeat(4_000)}`)],
  ['a name of dashes', list(`#EXTINF:-1,${'-'.repeat(150)}x S01E02\nhttp://h/1.ts`)],
  ['a name of brackets', list(`#EXTINF:-1,${'('.repeat(150)}x S01E02\nhttp://h/series/1.ts`)],
  ['seasons without an episode', list(`#EXTINF:-1,S1${' '.repeat(150)}x\nhttp://h/1.ts`)],
  ['characters that were broken', list(`http://h/${'\ufffd'.repeat(1_900)}a`)],
])('reads a list of %s in linear time', async (_, text) => {
  expect(await cpuMs(parseEntries(bytesOf(text)))).toBeLessThan(MAX_CPU_MS);
});

it.each([
  ['broken characters', guide(`${'\ufffd'.repeat(1_900)}a`)],
  ['blanks', guide(`a${' '.repeat(1_900)}a`)],
  ['entities', guide('&amp;'.repeat(400))],
])('reads a guide of %s in linear time', async (_, text) => {
  expect(await cpuMs(parseProgrammes(piecesOf(text)))).toBeLessThan(MAX_CPU_MS);
});

it('finds the same name in a URL as a single expression', () => {
  const letters = fc.constantFrom('a', 'b', '.', '/', '?', '#', 'ts', 'mp4', '-');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
      const address = `http://h/${parts.join('')}`;
      // Tests only URLs that end in a name.
      fc.pre(!/\/\/($|[?#])/.test(address));
      const before = /([^/]+?)(?:\.\w{2,4})?\/?(?:[?#].*)?$/.exec(address)?.[1] ?? '';
      expect(parseFileName(address)).toBe(before);
    }),
    { numRuns: runs(500) },
  );
});
