/** Tests guides in the formats of real providers, from the file to the stored programmes. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { parseProgrammes } from './xmltv.ts';

// A skipped programme must always be counted with its reason.
it('reads every common spelling of a time and counts the others by their reason', async () => {
  const text = readFileSync(new URL('./cases/xmltv-01-time-forms.xml', import.meta.url), 'utf8');
  async function* whole() {
    yield text;
  }
  const skips = new SkipCounts();
  const starts: string[] = [];
  for await (const { startsAt } of parseProgrammes(whole(), skips)) {
    starts.push(startsAt.toISOString().slice(0, 16));
  }
  expect(starts).toEqual([
    '2026-11-29T03:00',
    '2026-11-29T04:00',
    '2026-11-29T05:00',
    '2026-11-29T08:00',
    '2026-11-29T04:00',
    '2026-11-29T08:00',
    '2026-11-29T09:00',
    '2026-11-29T10:00',
    '2026-11-29T08:00',
    new Date(1_795_950_000_000).toISOString().slice(0, 16),
    '2026-11-29T15:00',
  ]);
  expect(skips.toList()).toEqual([{ reason: 'programa com horário que não se lê', count: 1 }]);
});

async function titlesIn(text: string, size: number): Promise<string[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const titles: string[] = [];
  for await (const { title } of parseProgrammes(pieces())) titles.push(title);
  return titles;
}

// A single bare `&` must not make the whole guide unreadable.
it('reads a bare ampersand as a character, and still rejects a broken structure', async () => {
  const file = (name: string) =>
    readFileSync(new URL(`./cases/xmltv-${name}.xml`, import.meta.url), 'utf8');
  const section =
    '<tv><programme start="20261129000000" channel="a"><title><![CDATA[A & B]]></title></programme></tv>';
  for (const size of [1, 7, 5_000]) {
    expect(await titlesIn(file('02-bare-ampersand'), size)).toEqual([
      'Perguntas & Respostas',
      'Depois',
    ]);
    expect(await titlesIn(section, size)).toEqual(['A & B']);
    await expect(titlesIn(file('12-unclosed-end'), size)).rejects.toThrow('quebrado ou incompleto');
  }
});
