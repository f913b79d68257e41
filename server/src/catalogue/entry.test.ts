import { expect, it } from 'vitest';
import { toEntry } from './entry.ts';

const entry = (
  name: string,
  address = 'http://h.example/1.ts',
  attributes: Record<string, string> = {},
  group = 'Grupo',
) =>
  toEntry({
    name,
    address,
    group,
    attributes: new Map(Object.entries(attributes)),
    headers: {},
    dropped: [],
  });

it.each([
  ['Globo SP', 'http://h/live/u/p/1.ts', 'live'],
  ['Globo SP', 'http://h/u/p/1', 'live'],
  ['Globo SP', 'http://h/u/p/1.m3u8', 'live'],
  ['O Filme', 'http://h/movie/u/p/1.ts', 'film'],
  ['O Filme', 'http://h/u/p/1.mp4', 'film'],
  ['O Filme', 'http://h/u/p/1.MKV?token=x', 'film'],
  ['O Filme S01E01', 'http://h/movie/u/p/1.mp4', 'film'],
  ['Série S01E02', 'http://h/u/p/1.mp4', 'episode'],
  ['Série 1x02', 'http://h/u/p/1.mp4', 'episode'],
  ['Qualquer', 'http://h/series/u/p/1.mp4', 'episode'],
  ['Canal 1920x1080', 'http://h/u/p/1.ts', 'live'],
  ['Os 12x1 do time', 'http://h/u/p/1.ts', 'live'],
  ['TS01E', 'http://h/u/p/1.ts', 'live'],
])('%s at %s is %s', (name, address, kind) => {
  expect(entry(name, address).kind).toBe(kind);
});

it.each([
  ['Friends S01E02', 'Friends', 1, 2],
  ['Friends - S01 E02 - O piloto', 'Friends', 1, 2],
  ['A Grande Família T03EP12', 'A Grande Família', 3, 12],
  ['Dark [S2.E5]', 'Dark', 2, 5],
  ['Dark 2x05', 'Dark', 2, 5],
  ['Dark (2ª Temporada) S02E05', 'Dark', 2, 5],
  ['S01E01 Chaves', 'Chaves', 1, 1],
  ['One Piece S01E1122', 'One Piece', 1, 1122],
])('%s is an episode of %s', (name, seriesName, season, episode) => {
  expect(entry(name, 'http://h/1.mp4')).toMatchObject({
    kind: 'episode',
    seriesName,
    season,
    episode,
  });
});

it.each([
  ['Canal', 'Adultos', true],
  ['Canal', 'ADULTO 24H', true],
  ['XXX Filmes', 'Filmes', true],
  ['Canal +18', 'Filmes', true],
  ['Canal [18+]', 'Filmes', true],
  ['Adult Swim', 'Desenhos', false],
  ['118+ motivos', 'Filmes', false],
  ['Adultério', 'Filmes', false],
  ['Canal +180', 'Filmes', false],
])('%s in the group %s is adult: %s', (name, group, isAdult) => {
  expect(entry(name, undefined, {}, group).isAdult).toBe(isAdult);
});

it.each([
  ['', 'Não tem endereço.'],
  ['rtmp://h/1', 'O endereço não começa com http:// ou https://.'],
  ['file:///etc/passwd', 'O endereço não começa com http:// ou https://.'],
  ['http://', 'O endereço não é válido.'],
  ['http://h:99999/', 'O endereço não é válido.'],
  [`http://h/${'a'.repeat(2000)}`, 'O endereço é longo demais.'],
  ['https://h/1', ''],
])('the address «%s» has the reason «%s»', (address, reason) => {
  expect(entry('Nome', address).reason).toBe(reason);
});

it('removes a NUL from the address of a picture, which would fail the whole import', () => {
  const logo = 'http://i.example/a\0b.png';
  expect(entry('Canal', 'http://h/1.ts', { 'tvg-logo': logo }).icon).toBe(
    'http://i.example/a b.png',
  );
});

it('removes characters that the database cannot store and limits the length', () => {
  const parsed = entry(`a\u0000b\u0007${'x'.repeat(196)}😀`, undefined, {
    'tvg-chno': '12',
    'tvg-logo': 'javascript:alert(1)',
    'tvg-id': ' globo.br ',
  });
  expect(parsed.name.startsWith('a b xx')).toBe(true);
  expect([
    parsed.name.isWellFormed(),
    parsed.name.length <= 200,
    parsed.number,
    parsed.icon,
    parsed.epgChannelId,
  ]).toEqual([true, true, 12, '', 'globo.br']);
  expect(entry('x', undefined, {}, '').category).toBe('Sem categoria');
});
