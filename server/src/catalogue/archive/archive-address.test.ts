import type { ArchiveKind } from '@ramal/contract/catalogue/archive';
import { expect, it } from 'vitest';
import { archiveAddresses } from './archive-address.ts';
import { readListedArchive } from './archive-attributes.ts';

const S = Date.parse('2026-11-28T23:30:00Z') / 1000;
const urlsOf = (
  kind: ArchiveKind,
  address: string,
  { start = S, now = S + 86_400, timeZone = 'America/Sao_Paulo', correctionSeconds = 0 } = {},
) =>
  archiveAddresses(
    { kind, address, timeZone, correctionSeconds },
    { start, end: start + 3600, now },
  ).map(({ url }) => url);

it.each([
  [
    'flussonic',
    'http://h/um/index.m3u8?token=a',
    [
      `http://h/um/archive-${S}-3600.m3u8?token=a`,
      `http://h/um/archive-${S}-3600.ts?token=a`,
      `http://h/um/archive/${S}/3600/mpegts?token=a`,
    ],
  ],
  ['flussonic', 'http://h/um/mono.m3u8', [`http://h/um/mono-${S}-3600.m3u8`]],
  ['flussonic', 'http://h/um/mpegts', [`http://h/um/archive-${S}-3600.m3u8`]],
  [
    'nimble',
    'http://h/app/um/playlist.m3u8',
    [`http://h/app/um/playlist_dvr_range-${S}-3600.m3u8`],
  ],
  [
    'wowza',
    'http://h/live/um/playlist.m3u8?k=1',
    [
      'http://h/live/um/playlist.m3u8?DVR&k=1&wowzadvrplayliststart=20261128233000&wowzadvrplaylistduration=3600000',
    ],
  ],
  [
    'template',
    'http://h/um.m3u8?utc={utc}&e=${end}&l={lutc}&d={duration:60}&o={offset:1}&t={utc:YmdHMS}&x={Y}-{m}-{d}',
    [
      `http://h/um.m3u8?utc=${S}&e=${S + 3600}&l=${S + 86_400}&d=60&o=86400&t=20261128203000&x=2026-11-28`,
    ],
  ],
] as [ArchiveKind, string, string[]][])(
  'writes the address of %s for %s',
  (kind, address, urls) => {
    expect(urlsOf(kind, address).slice(0, urls.length)).toEqual(urls);
  },
);

it('lists a running Flussonic programme until now', () => {
  expect(urlsOf('flussonic', 'http://h/um/index.m3u8', { now: S + 600 })).toEqual([
    `http://h/um/archive-${S}-now.m3u8`,
    `http://h/um/archive-${S}-600.ts`,
    `http://h/um/archive/${S}/600/mpegts`,
  ]);
});

it('writes the forms of an Xtream panel in its zone with the query last', () => {
  const urls = urlsOf('xtream', 'http://h:80/base/live/u/p/7.ts#|user-agent=A');
  expect(urls[0]).toBe('http://h/base/timeshift/u/p/60/2026-11-28:20-30/7.m3u8#|user-agent=A');
  expect(urls.at(-1)).toBe(
    'http://h/base/streaming/timeshift.php?username=u&password=p&stream=7&start=2026-11-28:20-30&duration=60&extension=ts#|user-agent=A',
  );
  expect(urlsOf('xtream', 'http://h/u/p/7', { timeZone: 'UTC' })[0]).toBe(
    'http://h/timeshift/u/p/60/2026-11-28:23-30/7.m3u8',
  );
});

// In São Paulo, the clocks were set back on 2018-02-18 at 02:00 UTC. The local time 23:30 therefore
// occurred twice.
it('asks an Xtream panel in seconds for an hour that its clocks repeat', () => {
  for (const at of ['2018-02-18T01:30:00Z', '2018-02-18T02:30:00Z']) {
    const start = Date.parse(at) / 1000;
    expect(urlsOf('xtream', 'http://h/live/u/p/7.ts', { start, now: start + 9000 })[0]).toBe(
      `http://h/timeshift/u/p/60/${start}/7.m3u8`,
    );
  }
  const after = Date.parse('2018-02-18T03:30:00Z') / 1000;
  expect(urlsOf('xtream', 'http://h/live/u/p/7.ts', { start: after, now: after + 9000 })[0]).toBe(
    'http://h/timeshift/u/p/60/2018-02-18:00-30/7.m3u8',
  );
});

it('shifts every time by the correction of the list', () => {
  expect(urlsOf('nimble', 'http://h/um/playlist.m3u8', { correctionSeconds: -10_800 })).toEqual([
    `http://h/um/playlist_dvr_range-${S - 10_800}-3600.m3u8`,
  ]);
});

const listed = (attributes: Record<string, string>, source: string) =>
  readListedArchive((name) => attributes[name] ?? '', source);

it.each([
  [{ catchup: 'flussonic', 'catchup-days': '3' }, 'http://h/um/index.m3u8', 'flussonic', 3],
  [{ 'catchup-type': 'fs' }, 'http://h/um/mpegts', 'flussonic', 7],
  [{ catchup: 'xc', 'tvg-rec': '5' }, 'http://h/live/u/p/7.ts', 'xtream', 5],
  [{ timeshift: '4' }, 'http://h/u/p/7', 'xtream', 4],
  [{ 'tvg-rec': '2' }, 'http://h/um/index.m3u8', 'flussonic', 2],
  [{ catchup: 'shift' }, 'http://h/um.m3u8', 'template', 7],
  [
    { catchup: 'default', 'catchup-source': 'http://h/a?from={utc}' },
    'http://h/um.ts',
    'template',
    7,
  ],
] as const)('reads %j of %s', (attributes, source, kind, days) => {
  expect(listed(attributes, source)).toMatchObject({ kind, days });
});

it('completes the addresses of the modes shift and append', () => {
  expect(listed({ catchup: 'shift' }, 'http://h/um.m3u8?a=1')?.address).toBe(
    'http://h/um.m3u8?a=1&utc={utc}&lutc={lutc}',
  );
  expect(
    listed({ catchup: 'append', 'catchup-source': '?utc={utc}' }, 'http://h/um.m3u8')?.address,
  ).toBe('http://h/um.m3u8?utc={utc}');
});

it.each([
  [{}, 'http://h/live/u/p/7.ts'],
  [{ 'tvg-rec': '0' }, 'http://h/live/u/p/7.ts'],
  [{ timeshift: '4' }, 'http://h/um.m3u8'],
  [{ catchup: 'default' }, 'http://h/um.m3u8'],
] as const)('reads no archive in %j of %s', (attributes, source) => {
  expect(listed(attributes, source)).toBeUndefined();
});

it('reads the correction in hours', () => {
  const attributes = { catchup: 'shift', 'catchup-correction': '-3.0' };
  expect(listed(attributes, 'http://h/um.m3u8')?.correctionSeconds).toBe(-10_800);
});
