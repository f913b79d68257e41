import { expect, it } from 'vitest';
import { isScreen } from './panel-files.ts';

it.each(['/', '/users-iptv/12', '/users-iptv?search=joao.silva', '/catalogue/series', '/log'])(
  '%s is a screen',
  (url) => {
    expect(isScreen('GET', url)).toBe(true);
    expect(isScreen('POST', url)).toBe(false);
  },
);

it.each([
  '/c/',
  '/c/portal.php',
  '/playlist/u/p',
  '/epg/u/p',
  '/player_api/u',
  '/live/u/p/1',
  '/stalker_portal/c/',
  '/api/nothing',
  '/file.m3u',
])('%s is a player path and is not found', (url) => {
  expect(isScreen('GET', url)).toBe(false);
});

it('answers HEAD like GET, for link previews and uptime checks', () => {
  expect(isScreen('HEAD', '/login')).toBe(true);
  expect(isScreen('POST', '/login')).toBe(false);
});
