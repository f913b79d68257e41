/**
 * Tests temporary channels. They are in the player at once and are removed automatically. They
 * always play the current source of another channel.
 */
import {
  addTemporaryChannel,
  changeTemporaryChannel,
  createTemporaryCategory,
  listTemporaryCategories,
  listTemporaryChannels,
  refreshTemporaryChannels,
  removeTemporaryChannel,
  removeTemporaryChannels,
  renameTemporaryCategory,
} from '@ramal/contract/catalogue/temporary-channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, TODAY, type TestContext } from '../../../test/context.ts';
import { type OpenPlayer, openPlayer, type SeededLine, seedLine } from '../../../test/player.ts';
import { localMinute } from '../../foundation/clock.ts';
import { refreshTemporaryChannels as refresh } from './end-temporary-channels.ts';

let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;
let admin: Person;
let as: { token: string };
beforeAll(async () => {
  ctx = await createTestContext();
  player = await openPlayer(ctx);
  line = await seedLine(ctx, { package_id: 2 });
  admin = await person(ctx, { profile: 'admin', grants: ['games'], until: '2027-01-01T00:00:00Z' });
  as = { token: admin.token };
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner
    .query(`delete from streams where id <> 1; delete from categories where custom_id is not null;
    insert into streams (id, kind, number, name, category_id, source) values
      (20, 'live', 2, 'Esporte FHD', 1, 'http://a.exemplo/20.ts'), (21, 'live', 3, 'Esporte HD', 1, 'test-channel')`);
  await call(ctx, createTemporaryCategory, { body: { custom_id: 7, name: 'Jogos de hoje' } }, as);
});

const add = (body: Record<string, unknown> = {}) =>
  call(ctx, addTemporaryChannel, { body: { stream_id: 20, category: 7, ...body } }, as);
const listed = async () => (await call(ctx, listTemporaryChannels, {}, as)).body.channels;
const inMinutes = (minutes: number) =>
  localMinute(new Date(ctx.clock.now().getTime() + minutes * 60_000), ctx.clock.timeZone);

/** Returns the channels that a player lists, with name, group and URL. */
async function inPlayer(): Promise<{ name: string; group: string; url: string }[]> {
  const login = new URLSearchParams({ username: line.username, password: line.password });
  const text = await (await fetch(`${player.url}/get.php?${login}&type=m3u_plus&key=live`)).text();
  return [...text.matchAll(/group-title="([^"]*)",(.*)\n(.*)/g)].map(([, group, name, url]) => ({
    group: group!,
    name: name!,
    url: url!,
  }));
}

describe('a temporary channel', () => {
  it('is in the player at once with its name and category, and plays', async () => {
    const added = await add({ stream_id: 21, name: 'Bahia x Vitória', until: inMinutes(90) });
    expect(added.body).toMatchObject({
      message: 'Canal Temporario inserido com sucesso!',
      channel: {
        stream_id: 21,
        origim_name: 'Esporte HD',
        category: 'Jogos de hoje',
        id_category: 7,
      },
    });
    const channel = (await inPlayer()).find(({ name }) => name === 'Bahia x Vitória');
    expect(channel?.group).toBe('Jogos de hoje');
    const played = await fetch(channel!.url, { method: 'HEAD' });
    expect([played.status, played.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
  });

  it('has the name of its origin by default and ends with the day', async () => {
    const { body } = await add();
    expect([body.channel.name, body.channel.ends_at]).toEqual([
      'Esporte FHD',
      Date.parse('2026-11-22T02:59:00Z') / 1000,
    ]);
  });

  it('shows if it waits, is listed or has no signal', async () => {
    await add();
    const state = async () => (await listed())[0]!.state;
    expect(await state()).toBe('waiting');
    ctx.clock.forward(60_000);
    expect(await state()).toBe('listed');
    await ctx.owner.query(`update streams set source_problem = 'não responde' where id = 20`);
    expect(await state()).toBe('no-signal');
  });

  it('is removed from the player at its end and not before', async () => {
    await add({ name: 'Cedo', until: inMinutes(30) });
    await add({ name: 'Tarde', until: inMinutes(300) });
    ctx.clock.forward(29 * 60_000);
    await refresh(ctx);
    expect((await listed()).map(({ name }) => name)).toEqual(['Tarde', 'Cedo']);
    ctx.clock.forward(60_000);
    expect((await call(ctx, refreshTemporaryChannels, {}, as)).body.removed).toBe(1);
    expect((await listed()).map(({ name }) => name)).toEqual(['Tarde']);
    const names = (await inPlayer()).map(({ name }) => name);
    expect([names.includes('Cedo'), names.includes('Tarde')]).toEqual([false, true]);
  });

  it('gets the new source of its origin and survives its deletion', async () => {
    const { id } = (await add()).body.channel;
    const source = async () =>
      (await ctx.owner.query('select source from streams where id = $1', [id])).rows[0]?.source;
    await ctx.owner.query(`update streams set source = 'http://b.exemplo/20.ts' where id = 20`);
    expect((await refresh(ctx)).changed).toBe(1);
    expect(await source()).toBe('http://b.exemplo/20.ts');
    expect((await refresh(ctx)).changed).toBe(0);
    await ctx.owner.query('delete from streams where id = 20');
    expect((await listed())[0]).toMatchObject({ stream_id: null, origim_name: 'Esporte FHD' });
    expect(await source()).toBe('http://b.exemplo/20.ts');
  });

  it('plays another channel after it was changed', async () => {
    const { id } = (await add({ name: 'Final' })).body.channel;
    const changed = await call(
      ctx,
      changeTemporaryChannel,
      { params: { id }, body: { stream_id: 21 } },
      as,
    );
    expect(changed.body.channel).toMatchObject({ name: 'Final', origim_name: 'Esporte HD' });
    expect(
      (await call(ctx, changeTemporaryChannel, { params: { id: 20 }, body: { stream_id: 21 } }, as))
        .status,
    ).toBe(404);
  });

  it.each([{ body: { name: 'Final' } }, { query: { name: 'Final' } }])(
    'is removed by its name in %j',
    async (sent) => {
      await add({ name: 'Final' });
      const remove = () => call(ctx, removeTemporaryChannel, { body: {}, ...sent }, as);
      expect((await remove()).body.message).toBe('Canal Temporario removido com sucesso!');
      expect([(await remove()).status, (await listed()).length]).toEqual([404, 0]);
    },
  );

  it('can be removed together with all others, without other channels', async () => {
    await add({ name: 'Um' });
    await add({ name: 'Dois' });
    expect((await call(ctx, removeTemporaryChannels, {}, as)).body).toEqual({
      message: 'Canais Temporarios removidos com sucesso!',
      removed: 2,
    });
    expect(await listed()).toEqual([]);
    const { rows } = await ctx.owner.query('select count(*)::int as left from streams');
    expect(rows[0].left).toBe(3);
  });

  it.each([
    [
      'no channel',
      { stream_id: undefined },
      422,
      'stream_id',
      'Por favor, selecione um canal ou uma categoria',
    ],
    [
      'no category',
      { category: undefined },
      422,
      'category',
      'Por favor, selecione um canal ou uma categoria',
    ],
    [
      'a channel that does not exist',
      { stream_id: 99 },
      404,
      'stream_id',
      'Escolha um canal da lista.',
    ],
    [
      'a category that does not exist',
      { category: 99 },
      404,
      'category',
      'Escolha uma categoria da lista.',
    ],
    [
      'a minute that has passed',
      { until: '2026-11-21T11:59' },
      422,
      'until',
      'Escolha uma hora que ainda não passou.',
    ],
  ])('is refused with %s', async (_, body, status, field, why) => {
    const { status: answered, body: answer } = await add(body);
    expect([answered, answer.fields?.[field]]).toEqual([status, why]);
  });

  it('is refused with a used name or with a temporary origin', async () => {
    const { id } = (await add({ name: 'Final' })).body.channel;
    expect((await add({ name: 'Final' })).body.code).toBe('temporary_channel_taken');
    expect((await add({ stream_id: id, name: 'Outra' })).status).toBe(404);
  });
});

describe('a temporary category', () => {
  it('has a unique number by which it is renamed', async () => {
    const create = (body: Record<string, unknown>) =>
      call(ctx, createTemporaryCategory, { body }, as);
    expect((await create({ custom_id: 7, name: 'Outra' })).body.code).toBe(
      'temporary_category_taken',
    );
    expect((await create({ custom_id: 8, name: 'Jogos de hoje' })).body.code).toBe('name_taken');
    for (const body of [{ custom_id: 0, name: 'X' }, { custom_id: 3 }, { name: 'X' }])
      expect(Object.values((await create(body)).body.fields ?? {})).toContain(
        'Por favor, digite corretamente os valores',
      );
    await call(ctx, renameTemporaryCategory, { params: { id: 7 }, body: { name: 'Tênis' } }, as);
    expect((await call(ctx, listTemporaryCategories, {}, as)).body.categories).toEqual([
      { custom_id: 7, name: 'Tênis' },
    ]);
  });
});
