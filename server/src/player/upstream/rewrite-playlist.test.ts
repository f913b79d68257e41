import { type types, parse } from 'hls-parser';
import { describe, expect, test } from 'vitest';
import { parseAttributes } from './hls-tags.ts';
import { MAX_URLS, rewritePlaylist } from './rewrite-playlist.ts';

const FROM = 'https://cdn.example/a/b/list.m3u8?token=1';
const rename = (kind: string, url: string) => `/hls/t/${kind}/${Buffer.from(url).toString('hex')}`;
const rewritten = (...lines: string[]) =>
  rewritePlaylist({ text: ['#EXTM3U', ...lines].join('\r\n'), url: FROM }, rename);
const namesIn = (text: string) =>
  Array.from(text.matchAll(/\/hls\/t\/(\w+)\/([0-9a-f]+)/g), ([, kind, hex = '']) => [
    kind,
    Buffer.from(hex, 'hex').toString(),
  ]);

test('resolves every URL against the playlist and renames it', () => {
  const text = rewritten(
    '#EXT-X-VERSION:9',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-PART-INF:PART-TARGET=1',
    '#EXT-X-MEDIA-SEQUENCE:7',
    '#EXT-X-KEY:METHOD=AES-128,URI="/key?x=1,2",IV=0x00000000000000000000000000000001',
    '#EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"',
    '#EXT-X-BYTERANGE:1000@720',
    '#EXTINF:4.0,segredo.example',
    '../c/1.m4s',
    '#EXT-X-PART:DURATION=1.0,URI="2.0.m4s",INDEPENDENT=YES',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="//other.example/2.1.m4s"',
  );
  expect(namesIn(text)).toEqual([
    ['key', 'https://cdn.example/key?x=1,2'],
    ['segment', 'https://cdn.example/a/b/init.mp4'],
    ['segment', 'https://cdn.example/a/c/1.m4s'],
    ['segment', 'https://cdn.example/a/b/2.0.m4s'],
    ['segment', 'https://other.example/2.1.m4s'],
  ]);
  expect(text).not.toMatch(/example|token/);
  const { segments, mediaSequenceBase } = parse(text) as types.MediaPlaylist;
  expect(mediaSequenceBase).toBe(7);
  expect(segments[0]).toMatchObject({
    duration: 4,
    byterange: { length: 1000, offset: 720 },
    key: { method: 'AES-128' },
    map: { byterange: { length: 720, offset: 0 } },
  });
});

test('reads attributes with spaces between them and commas inside', () => {
  const attributes = parseAttributes('METHOD=AES-128, URI="a,IV=1",KEYFORMAT="identity"');
  expect([...attributes]).toEqual([
    ['METHOD', 'AES-128'],
    ['URI', '"a,IV=1"'],
    ['KEYFORMAT', '"identity"'],
  ]);
});

// Without the anchor of the expression the time would grow with the square of the length, and this
// test would never end.
test.each(['A', ',', ',A', ', ', 'A="', ',A="x,', '"'])(
  'reads «%s» repeated without an end',
  (text) => {
    expect(parseAttributes(text.repeat(500_000 / text.length)).size).toBeLessThan(2);
  },
);

test('rejects a playlist with too many URLs', () => {
  const entry = ['#EXTINF:1,', 'a'];
  const many = Array.from({ length: MAX_URLS }, () => entry).flat();
  expect(namesIn(rewritten(...many))).toHaveLength(MAX_URLS);
  expect(() => rewritten(...many, ...entry)).toThrow('mais dados');
});

test('keeps the attributes by which players choose a quality', () => {
  const text = rewritten(
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="cdn.example/a",NAME="Som",LANGUAGE="pt-BR",URI="som.m3u8"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=5,URI="i.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=9,RESOLUTION=320x180,FRAME-RATE=29.97,AUDIO="cdn.example/a"',
    'low.m3u8',
  );
  expect(namesIn(text).map(([kind]) => kind)).toEqual(['key', 'playlist', 'playlist', 'playlist']);
  expect(text).not.toContain('example');
  const { variants } = parse(text) as types.MasterPlaylist;
  expect(variants.at(-1)).toMatchObject({
    bandwidth: 9,
    resolution: { width: 320, height: 180 },
    audio: [{ name: 'Som', language: 'pt-BR' }],
  });
});

describe('unknown tags and attributes', () => {
  test.each([
    '# http://cdn.example/',
    '#EXT-X-SESSION-DATA:DATA-ID="a",VALUE="cdn.example"',
    '#EXT-X-DATERANGE:ID="a",X-ASSET-URI="http://cdn.example"',
    '#EXT-X-CONTENT-STEERING:SERVER-URI="/s"',
    '#EXT-X-DEFINE:NAME="h",VALUE="cdn.example"',
    '#EXT-X-VERSION:cdn/example',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
    'http://cdn.example/an-address-that-nothing-announced',
  ])('removes an unknown line: %s', (line) => {
    expect(rewritten(line)).toBe('#EXTM3U\n');
  });
});

test.each(['file:///etc/passwd', 'ftp://cdn.example/a', 'skd://key', 'data:text/plain,x'])(
  'rejects a URL that is not http: %s',
  (uri) => {
    expect(() => rewritten('#EXTINF:1,', uri)).toThrow('não são http');
    expect(() => rewritten(`#EXT-X-KEY:METHOD=AES-128,URI="${uri}"`)).toThrow('não são http');
  },
);
