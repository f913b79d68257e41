/**
 * Compares the parser with two other parsers on random lists. Also tests unusual formats of real
 * lists.
 */
import { parseM3U } from '@iptv/playlist';
import fc from 'fast-check';
import parser from 'iptv-playlist-parser';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { playlistReader } from './playlist.ts';
import { splitLines } from './split-lines.ts';

const read = (text: string) => {
  const reader = playlistReader();
  return [...text.split('\n').flatMap((line) => reader.feed(line)), ...reader.end()];
};

const word = fc.stringMatching(/^[A-Za-z0-9ÁÉãçõ][A-Za-z0-9ÁÉãçõ !?&.+:;-]{0,20}[A-Za-z0-9!?.+]$/);
const inQuotes = fc.oneof(
  word,
  word.map((letters) => `${letters}, ${letters}`),
  fc.constant(''),
);
const entry = fc.record({
  name: fc.oneof(
    word,
    fc.tuple(word, word).map(([a, b]) => `${a}, ${b}`),
  ),
  address: fc
    .tuple(word, fc.constantFrom('ts', 'mp4', 'm3u8'))
    .map(([fileName, end]) => `http://h.example/${encodeURIComponent(fileName)}.${end}`),
  attributes: fc.dictionary(
    fc.constantFrom('tvg-id', 'tvg-name', 'tvg-logo', 'group-title'),
    inQuotes,
  ),
});

const written = (
  entries: readonly { name: string; address: string; attributes: Record<string, string> }[],
  end: string,
) =>
  `#EXTM3U url-tvg="http://g.example/g.xml"${end}${entries
    .map(({ name, address, attributes }) => {
      const attributeText = Object.entries(attributes)
        .map(([key, value]) => ` ${key}="${value}"`)
        .join('');
      return `#EXTINF:-1${attributeText},${name}${end}${address}${end}`;
    })
    .join('')}`;

describe('agreement with other parsers', () => {
  const entryArbitrary = fc.tuple(
    fc.array(entry, { minLength: 1, maxLength: 30 }),
    fc.constantFrom('\n', '\r\n'),
  );

  it('agrees with iptv-playlist-parser in every field', () => {
    fc.assert(
      fc.property(entryArbitrary, ([entries, end]) => {
        const text = written(entries, end);
        const theirs = parser
          .parse(text)
          .items.map(({ name, url, tvg, group }) => [
            name,
            url,
            tvg.id,
            tvg.name,
            tvg.logo,
            group.title,
          ]);
        const ours = read(text).map(({ name, address, attributes, group }) => [
          name,
          address,
          attributes.get('tvg-id') ?? '',
          attributes.get('tvg-name') ?? '',
          attributes.get('tvg-logo') ?? '',
          group,
        ]);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: runs(300) },
    );
  });

  it('agrees with @iptv/playlist in names, addresses and groups', () => {
    fc.assert(
      fc.property(entryArbitrary, ([entries]) => {
        // The library splits names at commas.
        const text = written(
          entries.map((entry) => ({ ...entry, name: entry.name.replaceAll(',', ' ') })),
          '\n',
        );
        const theirs = parseM3U(text).channels.map(({ name, url, groupTitle, tvgId }) => [
          name,
          url,
          groupTitle ?? '',
          tvgId ?? '',
        ]);
        expect(
          read(text).map(({ name, address, group, attributes }) => [
            name,
            address,
            group,
            attributes.get('tvg-id') ?? '',
          ]),
        ).toEqual(theirs);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('unusual formats of lists', () => {
  const readOne = (text: string) => {
    const [{ name, address, group, attributes }] = read(text) as [ReturnType<typeof read>[0]];
    return { name, address, group, ...Object.fromEntries(attributes) };
  };
  it.each([
    [
      'single quotes',
      `#EXTINF:-1 group-title='Os bons, e os maus',Nome\nhttp://a/1`,
      { name: 'Nome', group: 'Os bons, e os maus' },
    ],
    [
      'no quotes',
      '#EXTINF:-1 tvg-id=globo tvg-chno=5,Globo\nhttp://a/1',
      { 'tvg-id': 'globo', 'tvg-chno': '5' },
    ],
    [
      'an unclosed quote',
      '#EXTINF:-1 group-title="Filmes,Nome\nhttp://a/1',
      { name: 'Nome', group: 'Filmes' },
    ],
    ['no duration', '#EXTINF: tvg-id="x",Nome\nhttp://a/1', { name: 'Nome', 'tvg-id': 'x' }],
    ['no comma', '#EXTINF:-1 tvg-name="Do atributo"\nhttp://a/1', { name: 'Do atributo' }],
    [
      'spaces around the equals sign',
      '#EXTINF:-1 tvg-id = "x" , Nome\nhttp://a/1',
      { name: 'Nome', 'tvg-id': 'x' },
    ],
    ['upper case', '#extinf:-1 TVG-ID="x",Nome\nhttp://a/1', { name: 'Nome', 'tvg-id': 'x' }],
    ['only an address', 'http://a/filmes/Meu%20filme.mp4?token=1', { name: 'Meu filme' }],
    [
      'a group on its own line',
      '#EXTINF:-1,Nome\n#EXTGRP:Notícias\nhttp://a/1',
      { group: 'Notícias' },
    ],
    [
      'options for players',
      '#EXTINF:-1,Nome\n#EXTVLCOPT:http-user-agent=x\nhttp://a/1|User-Agent=x',
      { address: 'http://a/1' },
    ],
    [
      'a comma in the name',
      '#EXTINF:-1 tvg-id="x",Um, dois, três\nhttp://a/1',
      { name: 'Um, dois, três' },
    ],
    ['quotes in the name', '#EXTINF:-1,O "melhor" canal\nhttp://a/1', { name: 'O "melhor" canal' }],
  ])('reads an entry with %s', (_what, text, expected) => {
    expect(readOne(text)).toMatchObject(expected);
  });

  it('returns names without a URL', () => {
    expect(
      read('#EXTINF:-1,Um\n#EXTINF:-1,Dois\nhttp://a/2\n#EXTINF:-1,Três').map(
        ({ name, address }) => [name, address],
      ),
    ).toEqual([
      ['Um', ''],
      ['Dois', 'http://a/2'],
      ['Três', ''],
    ]);
  });

  it('reads a long line without attributes in linear time', () => {
    const looked: number[] = [];
    for (const filling of [
      'a'.repeat(32_000),
      ' '.repeat(32_000),
      '="'.repeat(16_000),
      'a b'.repeat(10_000),
    ]) {
      looked.push(read(`#EXTINF:-1 ${filling}\nhttp://a/1`).length);
    }
    expect(looked).toEqual([1, 1, 1, 1]);
  });

  it('cuts an endless value and returns only the beginning of an endless line', async () => {
    async function* chunks() {
      for (let sent = 0; sent < 100; sent += 1) yield 'a'.repeat(10_000);
      yield '\nfim';
    }
    async function* words() {
      for (let sent = 0; sent < 100; sent += 1) yield 'a '.repeat(5_000);
    }
    for await (const some of splitLines(words()))
      expect(some.join('').length).toBeLessThan(32 * 1024 + 1);
    const lines: string[] = [];
    for await (const some of splitLines(chunks())) lines.push(...some);
    expect(lines.map(({ length }) => length)).toEqual([4000, 3]);
  });
});
