/**
 * Tests keys and types on which players depend, with one check for each sentence of the case file.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type SeededLine, seedLine } from '../../../test/player.ts';

const { cases } = JSON.parse(
  readFileSync(new URL('./cases/player-03-types.json', import.meta.url), 'utf8'),
) as { cases: readonly string[] };

let ctx: TestContext;
let line: SeededLine;
beforeAll(async () => {
  ctx = await createTestContext();
  line = await seedLine(ctx);
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into guides (name, address, created_at) values ('Guia', '', now()) returning id`,
  );
  await ctx.owner.query(
    `insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
     values ($1, 'teste.br', $2::timestamptz - interval '10 minutes', $2::timestamptz + interval '1 hour',
       'Manhã', 'Notícias')`,
    [rows[0]!.id, ctx.clock.now()],
  );
  await ctx.owner.query(`update streams set epg_channel_id = 'teste.br' where id = 1`);
});
afterAll(() => ctx.close());

const api = async (query: Record<string, string> = {}) => {
  const { username, password } = line;
  const search = new URLSearchParams({ username, password, ...query });
  return (await ctx.server.inject(`/player_api.php?${search}`)).json();
};

const checks: Readonly<Record<string, () => Promise<void>>> = {
  'user_info.active_cons is there': async () =>
    expect((await api()).user_info).toMatchObject({ active_cons: '0' }),
  'get_series_info of an unknown series: episodes is an object': async () =>
    expect((await api({ action: 'get_series_info', series_id: '987654' })).episodes).toEqual({}),
  'get_vod_info of an unknown film: info is an empty list': async () =>
    expect((await api({ action: 'get_vod_info', vod_id: '987654' })).info).toEqual([]),
  'category_id is text and category_ids a list of numbers': async () =>
    expect((await api({ action: 'get_live_streams' }))[0]).toMatchObject({
      category_id: '1',
      category_ids: [1],
    }),
  'epg titles are base64, start_timestamp is text': async () => {
    const { epg_listings } = await api({ action: 'get_short_epg', stream_id: '1' });
    expect(epg_listings[0]).toMatchObject({
      title: Buffer.from('Manhã').toString('base64'),
      start_timestamp: String(ctx.clock.now().getTime() / 1000 - 600),
    });
  },
  'unknown action answers the account': async () =>
    expect((await api({ action: 'nunca_ouvi_falar' })).user_info).toMatchObject({ auth: 1 }),
};

it.each(cases)('%s', async (sentence) => {
  expect(Object.keys(checks)).toContain(sentence);
  await checks[sentence]!();
});
