import { describe, expect, it } from 'vitest';
import { isPlayerPath, plainField, plainUrl } from './player-urls.ts';

describe('plainUrl', () => {
  it.each([
    ['//player_api.php?username=U&amp;password=P', '/player_api.php?username=U&password=P'],
    ['/player_api.php/?username=U', '/player_api.php?username=U'],
    ['/Player_API.PHP?Username=U&PASSWORD=P', '/player_api.php?username=U&password=P'],
    ['/player_api.php%3Fusername=U&password=P', '/player_api.php?username=U&password=P'],
    ['/get.php&username=U&amp;amp;password=P', '/get.php?username=U&password=P'],
    ['/get.php??username=U%20&password=P+', '/get.php?username=U&password=P'],
    [
      '/get.php?username=U&type=M3U_Plus%0A&output=HLS',
      '/get.php?username=U&type=m3u_plus&output=hls',
    ],
    ['/player_api.php?action=GET_LIVE_STREAMS%20', '/player_api.php?action=get_live_streams'],
    ['/player_api.php?username=Jos%C3%A9%E2%80%8B', '/player_api.php?username=Jos%C3%A9'],
    ['/get?username=U&password=P', '/get.php?username=U&password=P'],
    ['/xmltv?username=U', '/xmltv.php?username=U'],
    ['/panel_api.php?username=U', '/player_api.php?action=panel_api&username=U'],
    ['/panel_api/U/P', '/player_api.php?action=panel_api&username=U&password=P'],
    [
      '/player_api/U/P%2B1/get_series/',
      '/player_api.php?username=U&password=P%2B1&action=get_series',
    ],
    ['/playlist/U/P/m3u_plus/HLS', '/get.php?username=U&password=P&type=m3u_plus&output=hls'],
    ['/epg/U/P/gz', '/xmltv.php?username=U&password=P&gzip=1'],
    ['/LIVE/U/P/1.TS%20', '/live/U/P/1.ts'],
    ['/live/U%20/%20P/1.', '/live/U/P/1'],
    ['/movie/U/P/5.null', '/movie/U/P/5'],
    ['/Series/José/P/5.MKV/', '/series/José/P/5.mkv'],
    ['/joao.Exemplo/P/1.M3U8', '/joao.Exemplo/P/1.m3u8'],
    ['/joao/P/1?ext=.ts', '/joao/P/1?ext=.ts'],
    ['/timeshift/U/P/60/2026-11-28:20-30/1.TS', '/timeshift/U/P/60/2026-11-28:20-30/1.ts'],
    ['/C/', '/c/'],
    [
      '/stalker_portal//server/load.php?type=STB&action=Handshake&JsHttpRequest=1-xml',
      '/stalker_portal/server/load.php?type=stb&action=handshake&JsHttpRequest=1-xml',
    ],
    [
      '/portal.php?type=itv&cmd=ffrt%20http%3A%2F%2Flocalhost%2Fch%2F12_',
      '/portal.php?type=itv&cmd=ffrt%20http%3A%2F%2Flocalhost%2Fch%2F12_',
    ],
  ])('changes %s', (written, plain) => {
    expect(plainUrl(written)).toBe(plain);
    expect(plainUrl(plain)).toBe(plain);
  });

  it.each([
    '/',
    '/api/users-iptv/12?search=Jo%C3%A3o%20',
    '/api/live?X=1+',
    '/settings/announcement/1',
    '/users-iptv/12?search=+a',
    '/portal/assets/App-B1.js',
    '/assets/Index-Ab.js',
    '/get?next=1',
    '/media/S/nginx?x=%20',
    '/live/%zz/%00/1.ts',
    '/player_api.php?username=%zz&password=100%',
    '/hls/Ab.1.C/index.m3u8',
  ])('keeps %s', (url) => {
    expect(plainUrl(url)).toBe(url);
  });

  it('reads a long hostile URL in linear time', () => {
    const started = performance.now();
    for (const part of ['%20', '/', '&amp;', '+', '%', '.', 'a%20', '&'])
      plainUrl(`/live/${part.repeat(16_000)}?x=${part.repeat(16_000)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

it('lowers only names and values of the protocol', () => {
  expect(plainField('Action', ' GET_SERIES ')).toEqual(['action', 'get_series']);
  expect(plainField('USERNAME', '\u200bJoão \n')).toEqual(['username', 'João']);
  expect(plainField('JsHttpRequest', '1-XML')).toEqual(['JsHttpRequest', '1-XML']);
});

it.each(['/LIVE/u/p/1', '/u/p/1.mkv', '/x/y/portal.php', '/epg', '/S/abc', '/lista.M3U'])(
  'knows %s as a path of a player',
  (pathname) => expect(isPlayerPath(pathname)).toBe(true),
);
