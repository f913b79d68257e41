/** Tests that imports read the archives of channels from lists and from Xtream panels. */
import { editChannelArchive, getChannelArchive } from '@ramal/contract/catalogue/archive';
import { createGuide, readGuideFile } from '@ramal/contract/catalogue/guides';
import { importFromAddress, getImport } from '@ramal/contract/catalogue/catalogue-lists';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, type Person } from '../../../test/accounts.ts';
import { apply, newList, readList, work } from '../../../test/catalogue.ts';
import { type TestContext, TODAY, call, createTestContext } from '../../../test/context.ts';

let ctx: TestContext;
let admin: Person;
let list: number;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  list = await newList(ctx, admin);
});
afterAll(() => ctx.close());

const as = () => ({ token: admin.token });
async function importText(text: string, into = list) {
  const preview = await readList(ctx, admin, into, text);
  await apply(ctx, admin, preview.id);
}
const archives = async (into = list) =>
  (
    await ctx.owner.query<Record<string, unknown>>(
      `select s.name, x.kind, x.address, x.days, x.correction_seconds, a.offered_days
       from streams s left join archive_sources x on x.stream_id = s.id
         left join channel_archives a on a.stream_id = s.id
       where s.list_id = $1 order by s.id`,
      [into],
    )
  ).rows;

const LIST = (days: number) => `#EXTM3U catchup="flussonic" catchup-days="2"
#EXTINF:-1 tvg-id="um.br" catchup-days="${days}",Um
http://h.exemplo/um/index.m3u8
#EXTINF:-1 catchup="append" catchup-source="?utc={utc}" catchup-correction="1",Dois
http://h.exemplo/dois.m3u8
#EXTINF:-1 tvg-rec="0",Nenhum
http://h.exemplo/tres.m3u8
#EXTINF:-1,Filme
http://h.exemplo/filme.mp4
`;

it('stores the archive that a list describes, and follows the list', async () => {
  await importText(LIST(5));
  expect(await archives()).toMatchObject([
    { name: 'Um', kind: 'flussonic', days: 5, offered_days: 5 },
    {
      name: 'Dois',
      kind: 'template',
      address: 'http://h.exemplo/dois.m3u8?utc={utc}',
      days: 2,
      correction_seconds: 3_600,
    },
    { name: 'Nenhum', kind: 'flussonic', days: 2 },
    { name: 'Filme', kind: null, offered_days: null },
  ]);
  await importText(LIST(3));
  expect((await archives())[0]).toMatchObject({ days: 3, offered_days: 3 });
});

it('keeps the days and the sources of an admin at the next import', async () => {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `select id from streams where list_id = $1 and name = 'Um'`,
    [list],
  );
  const id = Number(rows[0]!.id);
  const before = (await call(ctx, getChannelArchive, { params: { id } }, as())).body;
  const edited = await call(
    ctx,
    editChannelArchive,
    {
      params: { id },
      body: {
        days: 2,
        sources: [
          { kind: 'nimble', address: 'http://n.exemplo/um/playlist.m3u8', days: 9 },
          { id: before.sources[0]!.id, kind: 'flussonic', days: 3 },
        ],
      },
    },
    as(),
  );
  expect(edited.status).toBe(200);
  expect(edited.body).toMatchObject({ days: 2 });
  expect(edited.body.sources.map(({ kind, host, imported }) => [kind, host, imported])).toEqual([
    ['nimble', 'n.exemplo', false],
    ['flussonic', 'h.exemplo', true],
  ]);
  expect(JSON.stringify(edited.body)).not.toContain('/um/');
  await importText(LIST(6));
  const after = (await call(ctx, getChannelArchive, { params: { id } }, as())).body;
  expect(after).toMatchObject({ days: 2 });
  expect(after.sources.map(({ kind, days }) => [kind, days])).toEqual([
    ['nimble', 9],
    ['flussonic', 6],
  ]);
});

it('refuses a new source without an address and one that does not exist', async () => {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `select id from streams where list_id = $1 and name = 'Um'`,
    [list],
  );
  const params = { id: Number(rows[0]!.id) };
  for (const [source, field] of [
    [{ kind: 'nimble', days: 3 }, 'sources.0.address'],
    [{ id: 999_999, kind: 'nimble', days: 3 }, 'sources.0.id'],
  ] as const) {
    const { status, body } = await call(
      ctx,
      editChannelArchive,
      { params, body: { sources: [source] } },
      as(),
    );
    expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([
      422,
      [field],
    ]);
  }
});

it('removes the archive once the list describes none', async () => {
  await importText(
    LIST(5)
      .replace(' catchup="flussonic" catchup-days="2"', '')
      .replace(/catchup[\w-]*="[^"]*"/g, ''),
  );
  const rows = await archives();
  expect(rows.find(({ name }) => name === 'Dois')).toMatchObject({ kind: null, offered_days: 0 });
});

it('asks the Xtream panel of a list for its days and its time zone', async () => {
  const panel = createServer(({ url = '' }, response) => {
    if (url.startsWith('/get.php'))
      return void response.end(
        `#EXTM3U\n#EXTINF:-1,Sete\nhttp://${host}/live/u/p/7.ts\n#EXTINF:-1,Oito\nhttp://${host}/live/u/p/8.ts\n`,
      );
    response.end(
      JSON.stringify(
        url.includes('get_live_streams')
          ? [
              { stream_id: 7, tv_archive: 1, tv_archive_duration: '4' },
              { stream_id: '8', tv_archive: '0', tv_archive_duration: 0 },
            ]
          : { user_info: {}, server_info: { timezone: 'America/Sao_Paulo' } },
      ),
    );
  });
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(panel.address() as AddressInfo).port}`;
  try {
    const id = await newList(ctx, admin, `http://${host}/get.php?username=u&password=p`);
    const started = await call(ctx, importFromAddress, { params: { id } }, as());
    await work(ctx, started.body.task);
    const read = await call(ctx, getImport, { params: { id: started.body.id } }, as());
    await apply(ctx, admin, read.body.id);
    expect(await archives(id)).toMatchObject([
      { name: 'Sete', kind: 'xtream', days: 4, offered_days: 4 },
      { name: 'Oito', kind: null },
    ]);
    const { rows } = await ctx.owner.query(`select time_zone from archive_sources where days = 4`);
    expect(rows).toEqual([{ time_zone: 'America/Sao_Paulo' }]);
  } finally {
    panel.close();
  }
});

it('keeps past programmes as far back as the deepest archive when a guide is read again', async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(`
    insert into channel_archives (stream_id, promised_days, offered_days)
    select id, 7, 7 from streams where list_id is not null and name = 'Nenhum'
    on conflict (stream_id) do update set promised_days = 7, offered_days = 7`);
  const guide = (await call(ctx, createGuide, { body: { name: 'Guia do arquivo' } }, as())).body.id;
  const stamp = (hours: number) =>
    new Date(Date.parse(TODAY) + hours * 3_600_000)
      .toISOString()
      .replaceAll(/[-:T]/g, '')
      .slice(0, 14);
  const read = async (first: number) => {
    const rows = Array.from(
      { length: 24 },
      (_, n) =>
        `<programme start="${stamp(first + n)} +0000" stop="${stamp(first + n + 1)} +0000" channel="um.br"><title>P${first + n}</title></programme>`,
    );
    const started = await call(
      ctx,
      readGuideFile,
      { params: { id: guide }, file: `<tv>${rows.join('')}</tv>` },
      as(),
    );
    await work(ctx, started.body);
  };
  await read(-166);
  await read(0);
  const titles = async () =>
    (
      await ctx.owner.query<{ title: string }>(
        'select title from programmes where guide_id = $1 order by starts_at',
        [guide],
      )
    ).rows.map(({ title }) => title);
  expect(await titles()).toHaveLength(48);
  expect((await titles())[0]).toBe('P-166');
  ctx.clock.forward(6 * 3_600_000);
  await read(6);
  expect((await titles())[0]).toBe('P-162');
});
