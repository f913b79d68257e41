/** Tests the portal with a real Kodi and pvr.stalker. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBox } from '../../../test/boxes.ts';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { hasKodi, type RealKodi, startRealKodi } from '../../../test/outside/real-kodi.ts';
import { type OpenPlayer, openPlayer, seedLine } from '../../../test/player.ts';
import { isLong } from '../../../test/property-runs.ts';

const isPossible = hasKodi('pvr.stalker');
if (isLong && !isPossible)
  console.warn('No Kodi here: install kodi-pvr-stalker, xvfb and xauth to test with it.');

const MAC = '00:1A:79:00:20:01';

describe.runIf(isLong && isPossible)('Kodi with pvr.stalker', () => {
  let ctx: TestContext;
  let player: OpenPlayer;
  let kodi: RealKodi;
  beforeAll(async () => {
    ctx = await createTestContext();
    ctx.clock.set(new Date().toISOString());
    player = await openPlayer(ctx);
    const line = await seedLine(ctx, {
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await seedBox(ctx, line.id, MAC);
    kodi = await startRealKodi('pvr.stalker', {
      active_portal: '0',
      connection_timeout: '1',
      mac_0: MAC,
      server_0: `${player.url}/c/`,
      time_zone_0: 'America/Sao_Paulo',
      guide_preference_0: '0',
      serial_number_0: '0123456789ABC',
    });
  }, 300_000);
  afterAll(async () => {
    await kodi?.close();
    await player?.close();
    await ctx?.close();
  });

  it('lists the channel and plays it', async () => {
    const channels = () =>
      kodi
        .rpc<{ channels: { channelid: number; label: string }[] }>('PVR.GetChannels', {
          channelgroupid: 'alltv',
        })
        .then((answer) => answer.channels);
    await expect
      .poll(channels, { timeout: 40_000, interval: 500 })
      .toMatchObject([{ label: 'Canal de teste' }]);
    const [channel] = await channels();
    await kodi.rpc('Player.Open', { item: { channelid: channel!.channelid } });
    const playing = () => kodi.rpc<{ type: string }[]>('Player.GetActivePlayers');
    await expect
      .poll(playing, { timeout: 20_000, interval: 500 })
      .toMatchObject([{ type: 'video' }]);
    const { rows } = await ctx.owner.query('select from presence where stream_id = 1');
    expect(rows).toHaveLength(1);
  });
});
