/** Tests the playlist, the guide and a channel with a real Kodi and pvr.iptvsimple. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { hasKodi, type RealKodi, startRealKodi } from '../../../test/outside/real-kodi.ts';
import { type OpenPlayer, openPlayer, seedLine } from '../../../test/player.ts';
import { isLong } from '../../../test/property-runs.ts';

const isPossible = hasKodi('pvr.iptvsimple');
if (isLong && !isPossible)
  console.warn('No Kodi here: install kodi-pvr-iptvsimple, xvfb and xauth to test with it.');

describe.runIf(isLong && isPossible)('Kodi with pvr.iptvsimple', () => {
  let ctx: TestContext;
  let player: OpenPlayer;
  let kodi: RealKodi;
  beforeAll(async () => {
    ctx = await createTestContext();
    // Kodi shows the guide at its own time, so the test uses the real time.
    ctx.clock.set(new Date().toISOString());
    await ctx.owner.query(`
      insert into categories (id, kind, name, position) values (3, 'film', 'Filmes', 0), (4, 'series', 'Séries', 1);
      insert into bouquet_categories values (1, 3), (1, 4);
      insert into series (id, name, category_id, icon, details, updated_at) values (5, 'Porto', 4, '', '{}', now());
      insert into streams (id, kind, number, name, category_id, icon, source, details) values
        (30, 'film', 1, 'Filme', 3, '', 'test-film', '{"duration_seconds":5400}');
      insert into streams (id, kind, number, name, category_id, icon, source, details, series_id, season, episode) values
        (40, 'episode', 1, 'Maré', 4, '', 'test-film', '{}', 5, 1, 2);
      update streams set epg_channel_id = 'teste.br' where id = 1;
      insert into guides (id, name, address, created_at) values (77, 'Guia', '', now());
      insert into programmes (guide_id, channel, starts_at, ends_at, title, description) values
        (77, 'teste.br', now() - interval '10 minutes', now() + interval '2 hours', 'Agora na tela', '')`);
    player = await openPlayer(ctx);
    const { username, password } = await seedLine(ctx, {
      username: 'maria.exemplo',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    kodi = await startRealKodi('pvr.iptvsimple', {
      m3uPathType: '1',
      m3uUrl: `${player.url}/get.php?username=${username}&password=${password}&type=m3u_plus&output=ts`,
      m3uCache: 'false',
      // The playlist contains the URL of the guide.
      epgPathType: '1',
      epgUrl: '',
      epgCache: 'false',
    });
  }, 300_000);
  afterAll(async () => {
    await kodi?.close();
    await player?.close();
    await ctx?.close();
  });

  it('lists the channel with its programme, and films and episodes as recordings', async () => {
    const channels = () =>
      kodi.rpc<{ channels: { label: string; broadcastnow: { title: string } | null }[] }>(
        'PVR.GetChannels',
        { channelgroupid: 'alltv', properties: ['broadcastnow'] },
      );
    await expect
      .poll(async () => (await channels()).channels, { timeout: 40_000, interval: 500 })
      .toMatchObject([{ label: 'Canal de teste', broadcastnow: { title: 'Agora na tela' } }]);
    const { recordings } = await kodi.rpc<{ recordings: { label: string }[] }>('PVR.GetRecordings');
    expect(recordings.map(({ label }) => label).toSorted()).toEqual(['Filme', 'Porto S01E02 Maré']);
  });

  it('plays the channel', async () => {
    await kodi.rpc('Player.Open', { item: { channelid: 1 } });
    const viewings = () =>
      ctx.owner
        .query<{ encoding: string }>('select encoding from presence where stream_id = 1')
        .then(({ rows }) => rows);
    await expect
      .poll(viewings, { timeout: 20_000, interval: 500 })
      .toMatchObject([{ encoding: 'MPEG-TS' }]);
    const playing = () => kodi.rpc<{ type: string }[]>('Player.GetActivePlayers');
    await expect
      .poll(playing, { timeout: 20_000, interval: 500 })
      .toMatchObject([{ type: 'video' }]);
    expect(kodi.log()).not.toContain('OpenInputStream - error');
    await kodi.rpc('Player.Stop', { playerid: 1 });
  });
});
