import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { OperatorError } from './start/operator-error.ts';

const read = (origins: string) => readConfig({ RAMAL_PRIVATE_ORIGINS: origins }).privateOrigins;

test('private origins may be hosts, addresses and networks', () => {
  const named = [
    'origem.lan',
    'Fonte_1',
    '10.1.0.0/16',
    '192.168.1.5',
    '::1',
    '[fd00::2]',
    'fd00::/8',
  ];
  expect(read(named.join(', '))).toEqual(named);
  expect(read('')).toEqual([]);
});

test.each([
  '10.0.0.0/99',
  '10.0.0/8',
  '999.1.1.1',
  '10.1',
  'fd00::/200',
  'http://origem.lan',
  'origem.lan:8080',
  'origem lan',
  'user@origem.lan',
])('«%s» stops the start', (origin) => {
  expect(() => read(`10.0.0.1,${origin}`)).toThrow(OperatorError);
  expect(() => read(origin)).toThrow('RAMAL_PRIVATE_ORIGINS são hosts, endereços ou redes');
});

test('the first holders of a grant are listed as ids after its name', () => {
  const read = (value?: string) =>
    readConfig(value === undefined ? {} : { RAMAL_GRANT_HOLDERS: value }).firstHolders;
  expect(read()).toEqual({ 'logs.export': [1, 2, 25255], 'extract.export': [1, 2, 25255] });
  expect(read('games 7, extract.export 3 25300')).toEqual({
    games: [7],
    'extract.export': [3, 25300],
  });
  expect(read('')).toEqual({});
  for (const wrong of ['games', 'games sete', 'games 0', 'jogos 7'])
    expect(() => read(wrong)).toThrow('RAMAL_GRANT_HOLDERS');
});

test('tickets are in the menu unless the configuration hides them', () => {
  const inMenu = (value: Record<string, string>) => readConfig(value).ticketsInMenu;
  expect(inMenu({})).toBe(true);
  expect(inMenu({ RAMAL_TICKETS_MENU: '1' })).toBe(true);
  expect(inMenu({ RAMAL_TICKETS_MENU: '0' })).toBe(false);
});
