/** Tests with a real nginx, which asks the player about each request of its viewers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { hasNginx, type RealNginx, startRealNginx } from '../../../test/outside/real-nginx.ts';
import { changeLine, type OpenPlayer, openPlayer, seedLine } from '../../../test/player.ts';

const SECRET = 'segredo-do-servidor-de-midia';

if (!hasNginx)
  console.warn('No nginx here: its adapter is tried by its calls only (RAMAL_NGINX names one).');

describe.skipIf(!hasNginx)('a real nginx', () => {
  let ctx: TestContext;
  let player: OpenPlayer;
  let nginx: RealNginx;
  beforeAll(async () => {
    ctx = await createTestContext({ RAMAL_LOG: 'silent', RAMAL_MEDIA_SECRET: SECRET });
    player = await openPlayer(ctx, { checkEveryMs: 0, goodForMs: 0 });
    nginx = await startRealNginx(`${player.url}/media/${SECRET}/nginx`);
  });
  afterAll(async () => {
    await nginx.close();
    await player.close();
    await ctx.close();
  });

  it('serves a line its playlist and segments, and stops when the line is blocked', async () => {
    const { id, username, password } = await seedLine(ctx);
    const get = async (file: string, login = `username=${username}&password=${password}`) => {
      const answer = await fetch(`${nginx.url}/hls/1/${file}?${login}`);
      return [answer.status, answer.ok ? await answer.text() : ''];
    };
    expect(await get('index.m3u8')).toEqual([200, '#EXTM3U\n7.ts\n']);
    expect(await get('7.ts')).toEqual([200, 'segment']);
    expect(await get('7.ts', '')).toEqual([401, '']);
    expect(await get('7.ts', `username=${username}&password=errada-1`)).toEqual([403, '']);
    await changeLine(ctx, id, 'blocked_for_abuse_at = now()');
    expect(await get('7.ts')).toEqual([403, '']);
  });
});
