import { expect, test } from 'vitest';
import type { RequestMeta } from '../foundation/caller.ts';
import { readConfig } from '../foundation/config.ts';
import type { AppContext } from '../foundation/app-context.ts';
import {
  lineUrls,
  newShortCode,
  playerBaseUrl,
  baseUrlOfRequest,
  readShortLink,
} from './line-urls.ts';

const contextWith = (env: Record<string, string>) => ({ config: readConfig(env) }) as AppContext;
const from = (baseUrl: string) => ({ baseUrl }) as RequestMeta;

test('uses the panel’s host with the player’s port or the operator’s URL', () => {
  const requestMeta = from('https://painel.exemplo:8080');
  expect(playerBaseUrl(contextWith({}), requestMeta)).toBe('https://painel.exemplo:8080');
  expect(playerBaseUrl(contextWith({ RAMAL_PLAYER_PORT: '8090' }), requestMeta)).toBe(
    'https://painel.exemplo:8090',
  );
  const configured = contextWith({
    RAMAL_PUBLIC_URL: 'http://tv.exemplo/',
    RAMAL_PLAYER_PORT: '8090',
  });
  expect(playerBaseUrl(configured, requestMeta)).toBe('http://tv.exemplo');
  expect(baseUrlOfRequest(configured, requestMeta)).toBe('http://tv.exemplo');
});

test('uses the host of the proxy for a player behind it', () => {
  const ctx = contextWith({ RAMAL_PLAYER_PORT: '8090' });
  expect(baseUrlOfRequest(ctx, from('https://tv.exemplo'))).toBe('https://tv.exemplo');
});

test('ignores an invalid host name', () => {
  for (const bad of ['http://', 'http://a"><b', 'http://a b']) {
    expect(playerBaseUrl(contextWith({}), from(bad))).toBe('http://localhost:8080');
  }
});

test('writes every URL of a line with the same base and its login', () => {
  const line = { username: '123 4/5', password: 'a&b', shortCode: 'bcdfghjkmn' };
  const links = lineUrls('http://tv.exemplo', line);
  const query = 'username=123%204%2F5&password=a%26b&type=m3u_plus';
  expect(links).toMatchObject({
    m3u8: `http://tv.exemplo/get.php?${query}&output=ts`,
    m3u8Short: 'http://tv.exemplo/s/bcdfghjkmn',
    hls: `http://tv.exemplo/get.php?${query}&output=hls`,
    hlsShort: 'http://tv.exemplo/s/bcdfghjkmnh',
    ssiptv: 'http://tv.exemplo/ss/123%204%2F5/a%26b',
    ssiptvShort: 'http://tv.exemplo/s/bcdfghjkmns',
    smarters: 'http://tv.exemplo',
  });
  expect(links.webPlayer).toContain('http://tv.exemplo/web#usuario=123+4%2F5&senha=a%26b');
  expect(links.stb).toContain('\nhttp://tv.exemplo/c/\n');
  const elsewhere = lineUrls('http://tv.exemplo', { ...line, serverUrl: 'http://outro.exemplo' });
  expect(elsewhere.stb).not.toContain('/c/');
  const texts = [links.franchise, links.stb, links.xCloud];
  for (const text of texts) {
    expect(text).toContain('Servidor: http://tv.exemplo\nUsuário: 123 4/5\nSenha: a&b');
  }
});

test('creates unique short codes of ten unambiguous characters', () => {
  const codes = Array.from({ length: 2_000 }, newShortCode);
  for (const code of codes) expect(code).toMatch(/^[bcdfghjkmnpqrstvwxyz2-9]{10}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test('reads a short link as code and kind in upper or lower case', () => {
  expect(readShortLink('bcdfghjkmn')).toEqual({ code: 'bcdfghjkmn', kind: 'ts' });
  expect(readShortLink('BCDFGHJKMNH')).toEqual({ code: 'bcdfghjkmn', kind: 'hls' });
  expect(readShortLink('bcdfghjkmns')).toEqual({ code: 'bcdfghjkmn', kind: 'ssiptv' });
  for (const none of [
    '',
    'bcdfghjkm',
    'bcdfghjkmnx',
    'bcdfghjkmnhh',
    'bcdfghjkm0',
    'bcdfghjkm\0',
  ]) {
    expect(readShortLink(none)).toBeUndefined();
  }
});
