import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { listStreams } from '@ramal/contract/catalogue/catalogue';
import {
  createGuide,
  deleteGuide,
  editGuide,
  listGuides,
  readGuide,
  readGuideFile,
} from '@ramal/contract/catalogue/guides';
import { getTask } from '@ramal/contract/tasks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importAll, newList, work } from '../../../test/catalogue.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { readGuides } from './guide-read.ts';

let ctx: TestContext;
let admin: Person;
let as: { token: string };
let answers: (path: string) => { status: number; body: string | Buffer };
const server = createServer((request, response) => {
  const { status, body } = answers(request.url!);
  response.writeHead(status).end(body);
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guia.xml?k=segredo`;
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  as = { token: admin.token };
});
beforeEach(async () => {
  answers = () => ({ status: 404, body: '' });
  await ctx.owner.query('delete from guides');
});
afterAll(async () => {
  server.close();
  await ctx.close();
});

const at = (hours: number) =>
  new Date(Date.parse(TODAY) + hours * 3_600_000)
    .toISOString()
    .replace(/[-:T]|\..*/g, '')
    .slice(0, 14);
const programme = (channel: string, from: number, to: number | null, title: string) =>
  `<programme channel="${channel}" start="${at(from)} +0000"${to === null ? '' : ` stop="${at(to)} +0000"`}><title lang="pt">${title}</title><desc>Sobre ${title}</desc></programme>`;
const xmltv = (...programmes: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><tv>${programmes.join('')}</tv>`;

let counter = 0;
const newGuide = async (more = {}) =>
  (await call(ctx, createGuide, { body: { name: `Guia ${(counter += 1)}`, ...more } }, as)).body.id;
async function sendFile(id: number, file: string | Buffer) {
  const started = await call(ctx, readGuideFile, { params: { id }, file }, as);
  await work(ctx, started.body);
  return (await call(ctx, getTask, { params: { id: started.body.id } }, as)).body;
}
const titles = async (id: number) =>
  (
    await ctx.owner.query<{ title: string }>(
      'select title from programmes where guide_id = $1 order by channel, starts_at',
      [id],
    )
  ).rows.map(({ title }) => title);

it('reads the programmes of a file by channel, within the stored days', async () => {
  const list = await newList(ctx, admin);
  await importAll(ctx, admin, list, [
    { name: 'Globo', url: 'http://p.example/1.ts', group: 'Guia', id: 'Globo.BR' },
    { name: 'SBT', url: 'http://p.example/2.ts', group: 'Guia', id: 'sbt.br' },
  ]);
  const id = await newGuide();
  const task = await sendFile(
    id,
    gzipSync(
      xmltv(
        programme('globo.br', -50, -49, 'velho demais'),
        programme('globo.br', -47, -46, 'de anteontem'),
        programme('globo.br', 0, 1, 'agora'),
        programme('globo.br', 1, 2, 'depois'),
        programme('globo.br', 14 * 24 + 1, 14 * 24 + 2, 'longe demais'),
        programme('outro', 0, 1, 'de ninguém'),
      ),
    ),
  );
  expect(task).toMatchObject({
    kind: 'guide-read',
    state: 'done',
    message: '4 programas em 2 canais. Não importado: 2 × programa fora dos dias guardados.',
  });
  expect(await titles(id)).toEqual(['de anteontem', 'agora', 'depois', 'de ninguém']);
  const [guide] = (await call(ctx, listGuides, {}, as)).body;
  expect(guide).toMatchObject({
    channels: 2,
    programmes: 4,
    skips: [{ reason: 'programa fora dos dias guardados', count: 2 }],
    matched_channels: 1,
    read_at_timestamp: Date.parse(TODAY) / 1000,
    until_timestamp: Date.parse(TODAY) / 1000 + 7200,
    task: { id: task.id },
  });
  const streams = async (query = {}) =>
    (await call(ctx, listStreams, { query: { list, ...query } }, as)).body.data.map(
      ({ name, programmes }) => [name, programmes],
    );
  expect(await streams()).toEqual([
    ['Globo', 2],
    ['SBT', 0],
  ]);
  expect(await streams({ state: 'without-guide' })).toEqual([['SBT', 0]]);
});

it('ends programmes at the next one or after half an hour, and uses the first of two at one time', async () => {
  const id = await newGuide();
  await sendFile(
    id,
    xmltv(
      programme('a', 0, null, 'um'),
      programme('a', 2, null, 'dois'),
      programme('a', 2, 3, 'outro'),
      programme('b', 1, null, 'de b'),
    ),
  );
  const { rows } = await ctx.owner.query(
    `select title, extract(epoch from ends_at - starts_at)::int / 60 as minutes from programmes where guide_id = $1 order by channel, starts_at`,
    [id],
  );
  expect(rows).toEqual([
    { title: 'um', minutes: 120 },
    { title: 'dois', minutes: 30 },
    { title: 'de b', minutes: 30 },
  ]);
});

it('replaces the previous guide without ever showing an empty one', async () => {
  const id = await newGuide();
  await sendFile(id, xmltv(programme('a', 0, 1, 'velho'), programme('b', 0, 1, 'velho b')));
  const seen: number[] = [];
  const started = await call(
    ctx,
    readGuideFile,
    { params: { id }, file: xmltv(programme('a', 0, 1, 'novo'), programme('c', 0, 1, 'novo c')) },
    as,
  );
  const watched = {
    ...ctx,
    db: {
      ...ctx.db,
      tx: async (writing: never) => {
        const done = await ctx.db.tx(writing);
        seen.push((await titles(id)).length);
        return done;
      },
    },
  } as TestContext;
  await work(watched, started.body);
  expect(await titles(id)).toEqual(['novo', 'novo c']);
  expect(seen.length).toBeGreaterThan(3);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(2);
  expect((await ctx.owner.query('select from programme_drafts')).rowCount).toBe(0);
});

it.each([
  ['broken XML', '<tv><programme></tv>', 'quebrado ou incompleto'],
  [
    'XML that stops in the middle',
    `<tv>${programme('a', 0, 1, 'novo')}<programme`,
    'quebrado ou incompleto',
  ],
  ['a page', '<html><body>Olá</body></html>', 'falta o elemento <tv>'],
  ['nothing', '', 'quebrado ou incompleto'],
  [
    'a guide of last year',
    '<tv><programme channel="a" start="20250101000000 +0000"><title>x</title></programme></tv>',
    'não tem programas para os próximos dias',
  ],
])('keeps the previous guide after %s', async (_what, file, reason) => {
  const id = await newGuide();
  await sendFile(id, xmltv(programme('a', 0, 1, 'bom')));
  const task = await sendFile(id, file);
  expect([task.state, task.message]).toEqual(['failed', expect.stringContaining(reason)]);
  expect(await titles(id)).toEqual(['bom']);
  expect(
    (await ctx.owner.query('select content from guides where id = $1', [id])).rows[0].content,
  ).toBeNull();
});

it('reads its URL on request and on schedule', async () => {
  const id = await newGuide({ address });
  answers = () => ({ status: 200, body: gzipSync(xmltv(programme('a', 0, 1, 'de fora'))) });
  const started = await call(ctx, readGuide, { params: { id } }, as);
  expect((await call(ctx, readGuide, { params: { id } }, as)).body.code).toBe('guide_running');
  await readGuides.work(ctx, {});
  expect(
    (await ctx.owner.query(`select from tasks where kind = 'guide-read' and state = 'waiting'`))
      .rowCount,
  ).toBe(1);
  await work(ctx, started.body);
  expect(await titles(id)).toEqual(['de fora']);
  answers = () => ({ status: 200, body: xmltv(programme('a', 0, 1, 'mais tarde')) });
  await newGuide();
  await readGuides.work(ctx, {});
  const { rows } = await ctx.owner.query(
    `select id::int from tasks where kind = 'guide-read' and state = 'waiting'`,
  );
  expect(rows).toHaveLength(1);
  await work(ctx, rows[0]);
  expect(await titles(id)).toEqual(['mais tarde']);
});

it.each([
  [() => ({ status: 503, body: '' }), 'O endereço respondeu com o erro 503.'],
  [() => ({ status: 200, body: '<!doctype html><p>Entre' }), 'O XML do guia está quebrado'],
])('reports why a URL returned no guide', async (answer, reason) => {
  const id = await newGuide({ address });
  answers = answer;
  const { body } = await call(ctx, readGuide, { params: { id } }, as);
  await work(ctx, body);
  expect((await call(ctx, listGuides, {}, as)).body[0]!.task).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(reason),
  });
});

it('has a unique name and can be edited and deleted', async () => {
  const id = await newGuide({ name: 'Meu guia' });
  expect((await call(ctx, createGuide, { body: { name: 'Meu guia' } }, as)).body).toMatchObject({
    code: 'name_taken',
    fields: { name: 'Já existe um item com este nome.' },
  });
  const other = await newGuide();
  expect(
    (await call(ctx, editGuide, { params: { id: other }, body: { name: 'Meu guia' } }, as)).body
      .code,
  ).toBe('name_taken');
  expect(
    (await call(ctx, editGuide, { params: { id }, body: { name: 'Outro nome', address } }, as))
      .body,
  ).toMatchObject({ name: 'Outro nome', address });
  expect((await call(ctx, readGuide, { params: { id: other } }, as)).body.code).toBe(
    'address_missing',
  );
  await sendFile(id, xmltv(programme('a', 0, 1, 'x')));
  expect((await call(ctx, deleteGuide, { params: { id } }, as)).status).toBe(200);
  expect(await titles(id)).toEqual([]);
  for (const gone of [deleteGuide, editGuide, readGuide]) {
    expect((await call(ctx, gone, { params: { id }, body: { name: 'x' } }, as)).status).toBe(404);
  }
  expect((await call(ctx, readGuideFile, { params: { id }, file: 'x' }, as)).status).toBe(404);
  const { rows } = await ctx.owner.query(
    `select kind, before, after from events where kind like 'guide-%'`,
  );
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['guide-created', 'guide-edited', 'guide-deleted', 'guide-read']),
  );
  expect(JSON.stringify(rows)).not.toContain('segredo');
});
