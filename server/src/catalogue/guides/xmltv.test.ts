import { parseXmltv } from '@iptv/xmltv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.ts';
import { type Programme, parseProgrammes, readTime } from './xmltv.ts';

async function read(text: string, size = 1000): Promise<Programme[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const programmes: Programme[] = [];
  for await (const programme of parseProgrammes(pieces())) programmes.push(programme);
  return programmes;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const readProgramme = (inside: string, attributes = 'channel="a" start="20261121120000 +0000"') =>
  read(`<tv><programme ${attributes}>${inside}</programme></tv>`);

it.each([
  ['20261121203000 -0300', '2026-11-21T23:30:00.000Z'],
  ['20261121203000 +0530', '2026-11-21T15:00:00.000Z'],
  ['20261121203000', '2026-11-21T20:30:00.000Z'],
  ['202611212030', '2026-11-21T20:30:00.000Z'],
  ['20261121203000 Z', '2026-11-21T20:30:00.000Z'],
  ['20261121203000 -03:00', '2026-11-21T23:30:00.000Z'],
  ['20261341203000', undefined],
  ['amanhã', undefined],
  ['', undefined],
])('%s is %s', (text, iso) => {
  expect(readTime(text)?.toISOString()).toBe(iso);
});

it('agrees with @iptv/xmltv on random guides in chunks of any size', async () => {
  // Excludes the texts «yes» and «no», because the library converts them to booleans.
  const text = fc
    .stringMatching(/^[A-Za-zÁãç][A-Za-zÁãç !?.,&<>'"]{0,20}[A-Za-z]$/)
    .filter((channelId) => channelId !== 'yes' && channelId !== 'no');
  const escaped = (value: string) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
  const programme = fc.record({
    channel: fc.stringMatching(/^[a-z0-9.]{1,8}$/),
    start: fc.integer({ min: 0, max: 1e6 }),
    minutes: fc.integer({ min: 1, max: 300 }),
    title: text,
    desc: text,
  });
  const stamp = (minutes: number) =>
    new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString().replace(/[-:T]|\..*/g, '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(programme, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 200 }),
      async (all, size) => {
        const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<tv generator-info-name="x">${all
          .map(
            ({ channel, start, minutes, title, desc }) =>
              `<programme start="${stamp(start)} +0000" stop="${stamp(start + minutes)} +0000" channel="${channel}"><title lang="pt">${escaped(title)}</title><desc>${escaped(desc)}</desc></programme>`,
          )
          .join('\n')}</tv>`;
        const theirs = parseXmltv(xml).programmes!.map(({ channel, start, stop, title, desc }) => [
          channel,
          start,
          stop,
          title[0]!._value,
          desc![0]!._value,
        ]);
        // Converts values for the comparison. The library does not decode entities such as `&amp;`,
        // and keeps repeated spaces.
        const space = (value: string) =>
          value
            .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name]!)
            .replace(/\s+/g, ' ')
            .trim();
        expect(
          (await read(xml, size)).map(({ channel, startsAt, endsAt, title, description }) => [
            channel,
            startsAt,
            endsAt,
            title,
            description,
          ]),
        ).toEqual(
          theirs.map(([channel, start, stop, title, desc]) => [
            channel,
            start,
            stop,
            space(String(title)),
            space(String(desc)),
          ]),
        );
      },
    ),
    { numRuns: runs(100) },
  );
});

describe('a programme of a guide', () => {
  it('uses Portuguese text before any other language', async () => {
    expect(
      await readProgramme(
        '<title lang="en">News</title><title lang="pt-BR">Jornal</title><title>Nada</title><desc lang="en">The news</desc>',
      ),
    ).toMatchObject([{ title: 'Jornal', description: 'The news' }]);
    expect(await readProgramme('<title lang="en">News</title><title>Jornal</title>')).toMatchObject(
      [{ title: 'Jornal' }],
    );
  });

  it('limits texts and converts channel ids to lower case', async () => {
    const [parsed] = await readProgramme(
      `<title>${'a'.repeat(900)}</title><desc>${'😀'.repeat(3000)}</desc>`,
      'channel="GLOBO.br" start="20261121120000"',
    );
    expect([
      parsed!.channel,
      parsed!.title.length,
      parsed!.description.length <= 2000,
      parsed!.description.isWellFormed(),
    ]).toEqual(['globo.br', 300, true, true]);
  });

  it.each([
    ['no channel', 'start="20261121120000"', '<title>x</title>'],
    ['no start', 'channel="a"', '<title>x</title>'],
    ['no title', 'channel="a" start="20261121120000"', '<desc>x</desc>'],
  ])('is skipped if it has %s', async (_what, attributes, inside) => {
    expect(await readProgramme(inside, attributes)).toEqual([]);
  });

  it('ignores an end before the start', async () => {
    expect(
      await readProgramme(
        '<title>x</title>',
        'channel="a" start="20261121120000" stop="20261121110000"',
      ),
    ).toMatchObject([{ endsAt: null }]);
  });

  it('reads CDATA as text and ignores other elements', async () => {
    expect(
      await readProgramme(
        '<title><![CDATA[Tom & Jerry]]></title><credits><actor>Fulano</actor></credits><category>Desenho</category>',
      ),
    ).toMatchObject([{ title: 'Tom & Jerry', description: '' }]);
  });
});

it('does not expand entities of the document', async () => {
  const bomb = `<!DOCTYPE tv [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><tv><programme channel="a" start="20261121120000"><title>&b;&c;&nbsp;fim</title></programme></tv>`;
  expect(await read(bomb)).toMatchObject([{ title: '&b;&c;&nbsp;fim' }]);
});

it('rejects endlessly nested tags early', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<string> {
    yield '<tv>';
    for (;;) {
      sent += 1;
      yield '<a>'.repeat(1000);
    }
  }
  await expect(parseProgrammes(endless()).next()).rejects.toThrow('O guia não está em XMLTV.');
  expect(sent).toBe(1);
});

it('rejects endless text early', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<string> {
    yield '<tv><programme channel="a"><title>';
    for (;;) {
      sent += 1;
      yield 'a'.repeat(100_000);
    }
  }
  await expect(parseProgrammes(endless()).next()).rejects.toThrow('O guia não está em XMLTV.');
  expect(sent).toBeLessThan(20);
});
