/** Tests lists in the formats of real providers, from the file to the entries. */
import { createReadStream } from 'node:fs';
import { expect, it } from 'vitest';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import type { Entry } from '../entry.ts';
import { parseEntries } from '../list-entries.ts';

async function read(name: string) {
  const skips = new SkipCounts();
  const entries: Entry[] = [];
  const file = createReadStream(new URL(`./cases/m3u-${name}.m3u`, import.meta.url));
  for await (const some of parseEntries(file, skips)) entries.push(...some);
  return { entries, skips: skips.toList() };
}

// Attributes after a comma must not become a part of the channel name.
it('reads attributes after the comma that follows the duration', async () => {
  const { entries } = await read('01-comma-before-attributes');
  expect(entries).toMatchObject([
    {
      name: 'Porto HD',
      category: 'Abertos',
      epgChannelId: 'porto.br',
      icon: 'http://imagens.exemplo/porto.png',
    },
    { name: 'Serra SD', category: 'Abertos', epgChannelId: 'serra.br' },
  ]);
});

// A group that `#EXTGRP` begins applies to all following channels.
it('keeps a group that begins before an entry until the next one', async () => {
  const { entries } = await read('02-extgrp-begins-group');
  expect(entries.map(({ name, category }) => [name, category])).toEqual([
    ['Canal Um', 'Noticias'],
    ['Canal Dois', 'Noticias'],
    ['Canal Tres', 'Esportes'],
    ['Canal Quatro', 'Sem categoria'],
  ]);
});

it('reads values and names that contain quotes whole', async () => {
  const { entries } = await read('03-quotes-inside-quotes');
  expect(entries).toMatchObject([
    { name: 'Show "Ao Vivo" HD', category: 'Shows', icon: 'http://imagens.exemplo/a.png' },
    { name: 'Filme "Especial", parte 2', category: 'Filmes, Series', epgChannelId: 'b.br' },
  ]);
});

// The name of an entry must be read even if its text line has more than 32 kB.
it('drops and counts a value that is too long, and reads the name', async () => {
  const { entries, skips } = await read('06-data-uri-logo-long');
  expect(entries).toHaveLength(1);
  expect(entries[0]!.name).not.toMatch(/QUJD/);
  expect(entries[0]).toMatchObject({ icon: '', epgChannelId: 'c.br', reason: '' });
  expect(skips).toEqual([{ reason: 'valor longo demais', count: 1 }]);
});

// Several groups in one attribute must not become one category with a long name.
it('takes the first of several groups and counts such entries', async () => {
  const { entries, skips } = await read('08-several-groups');
  expect(entries[0]).toMatchObject({ name: 'Bicho TV', category: 'Infantil' });
  expect(skips).toEqual([{ reason: 'grupo além do primeiro', count: 1 }]);
});

// If the URL and the name contradict each other, the URL decides.
it('decides the kind by the address before the name', async () => {
  const names = await read('13-xui-series-names');
  expect(names.entries.map(({ kind }) => kind)).toEqual([
    'episode',
    'episode',
    'live',
    'live',
    'film',
    'live',
  ]);
  const addresses = await read('20-live-flv-and-series-path');
  expect(addresses.entries.map(({ kind }) => kind)).toEqual(['live', 'live', 'film']);
});

// Some sources reject requests without these headers.
it('reads the user agent and the referer in every spelling and counts other options', async () => {
  const { entries, skips } = await read('09-player-options');
  expect(entries.map(({ source }) => source)).toEqual([
    'http://origem.exemplo/live/61.m3u8#|user-agent=Player%2F1&referer=http%3A%2F%2Fsite.exemplo%2F',
  ]);
  expect(skips).toEqual([{ reason: 'opção de player', count: 1 }]);
});

it('accepts addresses in capitals or with blanks and gives each other one its reason', async () => {
  const { entries } = await read('12-schemes-and-spaces');
  const scheme = 'O endereço não começa com http:// ou https://.';
  expect(entries.map(({ name, reason }) => [name, reason])).toEqual([
    ['Udp', scheme],
    ['Rtmp', scheme],
    ['Maiuscula', ''],
    ['Com espaco', ''],
    ['Plugin', scheme],
    ['Relativo', scheme],
  ]);
});

it('rejects a web page', async () => {
  await expect(read('15-html-instead')).rejects.toThrow('uma página da internet');
});
