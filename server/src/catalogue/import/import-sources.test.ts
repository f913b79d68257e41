/**
 * Tests lists that contain a channel several times. The repetitions become additional sources of
 * the channel.
 */
import { editSourceList, listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListedEntry, apply, m3u, newList, readList } from '../../../test/catalogue.ts';
import { call } from '../../../test/context.ts';
import { globo, type ImportTest, openImportTest, sbt } from './import.fixtures.ts';

let { ctx, admin, as, rows, streamsOf, entriesOf } = {} as ImportTest;
beforeAll(async () => {
  ({ ctx, admin, as, rows, streamsOf, entriesOf } = await openImportTest());
});
afterAll(() => ctx.close());

const at = (host: string, n: number, entry: ListedEntry = globo): ListedEntry => ({
  ...entry,
  url: `http://${host}.example/u/s/${n}.ts`,
});

async function joiningList(): Promise<number> {
  const list = await newList(ctx, admin);
  const all = (await call(ctx, listSourceLists, {}, as)).body;
  const { name } = all.find(({ id }) => id === list)!;
  const body = { name, joins_channels: true };
  await call(ctx, editSourceList, { params: { id: list }, body }, as);
  return list;
}

const importEntries = async (list: number, entries: ListedEntry[]) => {
  const preview = await readList(ctx, admin, list, m3u(entries));
  await apply(ctx, admin, preview.id);
  return preview;
};

const sourcesOf = (list: number) =>
  rows(
    `select s.name, coalesce(x.address, s.source) as address, x.imported
     from channel_sources x join streams s on s.id = x.stream_id
     where s.list_id = $1 and s.gone_at is null order by s.id, x.position`,
    [list],
  );

it('makes repeated entries sources of the first one', async () => {
  const list = await joiningList();
  const preview = await importEntries(list, [
    at('a', 1),
    at('b', 2, sbt),
    at('c', 3),
    at('d', 4, { ...globo, name: 'Globo [Alt]' }),
    at('e', 5, { ...globo, name: 'Globo HD' }),
  ]);
  expect(preview.counts).toMatchObject({ new: 5, refused: 0 });
  expect((await entriesOf(preview.id)).map(({ name, reason }) => [name, reason])).toEqual([
    ['Globo', ''],
    ['SBT', ''],
    ['Globo', 'Outra fonte do mesmo canal.'],
    ['Globo [Alt]', 'Outra fonte do mesmo canal.'],
    ['Globo HD', ''],
  ]);
  expect(await sourcesOf(list)).toEqual([
    { name: 'Globo', address: 'http://a.example/u/s/1.ts', imported: false },
    { name: 'Globo', address: 'http://c.example/u/s/3.ts', imported: true },
    { name: 'Globo', address: 'http://d.example/u/s/4.ts', imported: true },
    { name: 'SBT', address: 'http://b.example/u/s/2.ts', imported: false },
    { name: 'Globo HD', address: 'http://e.example/u/s/5.ts', imported: false },
  ]);
});

it('keeps sources of an admin, and removes those that the list no longer contains', async () => {
  const list = await joiningList();
  await importEntries(list, [at('a', 1), at('b', 2), at('c', 3)]);
  const [stream] = await streamsOf(list);
  await rows(
    `insert into channel_sources (stream_id, position, address) values ($1, 9, 'http://x.example/1.ts')`,
    [stream!.id],
  );
  const preview = await importEntries(list, [at('a', 1), at('c', 3), at('d', 4)]);
  expect(preview.counts).toMatchObject({ new: 1, same: 2, gone: 0, changed: 0 });
  expect((await sourcesOf(list)).map(({ address }) => address)).toEqual([
    'http://a.example/u/s/1.ts',
    'http://c.example/u/s/3.ts',
    'http://x.example/1.ts',
    'http://d.example/u/s/4.ts',
  ]);
});

it('keeps the id of a channel whose account changes for all its sources', async () => {
  const list = await joiningList();
  await importEntries(list, [at('a', 1), at('b', 2)]);
  const [before] = await streamsOf(list);
  const moved = await importEntries(list, [at('n', 81), at('n', 82)]);
  expect(moved.counts).toMatchObject({ new: 1, changed: 1, gone: 0 });
  const after = await streamsOf(list);
  expect(after.map(({ id, source }) => [id, source])).toEqual([
    [before!.id, 'http://n.example/u/s/81.ts'],
  ]);
  expect((await sourcesOf(list)).map(({ address }) => address)).toEqual([
    'http://n.example/u/s/81.ts',
    'http://n.example/u/s/82.ts',
  ]);
});

it('keeps the sources of channels that an earlier release applied without their ids', async () => {
  const list = await joiningList();
  const { id } = await importEntries(list, [at('a', 1), at('b', 2), at('c', 3, sbt)]);
  const before = await sourcesOf(list);
  expect(before.length).toBe(3);
  await rows(`update import_entries set stream_id = null where import_id = $1`, [id]);
  await rows(
    `update import_entries set applied = false
     where import_id = $1 and position = (select max(position) from import_entries where import_id = $1)`,
    [id],
  );
  await rows(`update imports set state = 'ready', applied_at = null where id = $1`, [id]);
  await apply(ctx, admin, id);
  expect(await sourcesOf(list)).toEqual(before);
});

it('leaves channels apart that an earlier import created', async () => {
  const list = await newList(ctx, admin);
  await importEntries(list, [at('a', 1), at('b', 2)]);
  const before = await streamsOf(list);
  expect(before.length).toBe(2);
  await rows(`update source_lists set joins_channels = true where id = $1`, [list]);
  const again = await importEntries(list, [at('a', 1), at('b', 2), at('c', 3)]);
  expect(again.counts).toMatchObject({ same: 2, new: 1 });
  expect(await streamsOf(list)).toEqual(before);
  expect((await sourcesOf(list)).length).toBe(3);
});

it('applies a list of ten thousand entries before its statements time out', async () => {
  const list = await joiningList();
  const entries = Array.from({ length: 10_000 }, (_, n) => {
    const channel = n % 2_500;
    return at(`h${n}`, n, { name: `Canal ${channel}`, id: `canal-${channel}.br`, group: 'Muitos' });
  });
  const { counts } = await importEntries(list, entries);
  expect(counts).toMatchObject({ new: 10_000, refused: 0 });
  const sources = await rows(
    `select count(*)::int as size from channel_sources x join streams s on s.id = x.stream_id
     where s.list_id = $1 group by s.id`,
    [list],
  );
  expect(sources).toHaveLength(2_500);
  expect(new Set(sources.map(({ size }) => size))).toEqual(new Set([4]));
  // Statistics that do not contain the next import made its statements take 30 seconds.
  await ctx.owner.query('analyze');
  await importEntries(list, entries.slice(0, 7_500));
  expect((await sourcesOf(list)).length).toBe(7_500);
}, 180_000);

it('makes the remaining source the channel when the first entry leaves the list', async () => {
  const list = await joiningList();
  await importEntries(list, [at('a', 1), at('b', 2)]);
  const [before] = await streamsOf(list);
  await importEntries(list, [at('b', 2)]);
  expect((await streamsOf(list)).map(({ id, source }) => [id, source])).toEqual([
    [before!.id, 'http://b.example/u/s/2.ts'],
  ]);
  expect((await sourcesOf(list)).length).toBe(1);
});
