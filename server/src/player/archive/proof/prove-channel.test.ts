/** Tests the proofs of archives. Servers on this machine imitate the sources. */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { getChannelArchive, proveArchives } from '@ramal/contract/catalogue/archive';
import { listStreams } from '@ramal/contract/catalogue/catalogue';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { person, type Person } from '../../../../test/accounts.ts';
import { type ArchiveDouble, openArchiveDouble } from '../../../../test/archive-sources.ts';
import { work } from '../../../../test/catalogue.ts';
import { type TestContext, TODAY, call, createTestContext } from '../../../../test/context.ts';
import { proveDueArchives } from './prove-archives.ts';

let ctx: TestContext;
let admin: Person;
let source: ArchiveDouble;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  source = await openArchiveDouble(() => ctx.clock.now());
  await ctx.owner.query(
    `insert into streams (id, kind, number, name, category_id, source, epg_channel_id)
     values (50, 'live', 101, 'Canal Um', 1, $1, 'um.br'), (51, 'live', 102, 'Canal Dois', 1, $2, 'um.br')`,
    [`${source.url}/live/u/p/7.ts`, `${source.url}/flu/index.m3u8`],
  );
  await ctx.owner.query(
    `insert into archive_sources (stream_id, position, kind, address, days, imported)
     select id, 0, case id when 50 then 'xtream' else 'flussonic' end, source, 7, true from streams where id in (50, 51)`,
  );
  await ctx.owner.query(
    `insert into channel_archives (stream_id, promised_days, offered_days) values (50, 7, 7), (51, 7, 7)`,
  );
  await ctx.owner.query(`insert into guides (id, name) values (1, 'Guia')`);
  await ctx.owner.query(
    `insert into programmes (guide_id, channel, starts_at, ends_at, title)
     select 1, 'um.br', at, at + interval '2 hours', 'Programa'
     from generate_series($1::timestamptz - interval '8 days', $1::timestamptz, interval '2 hours') at`,
    [TODAY],
  );
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  Object.assign(source, { days: 7, answersLive: false, hidesLength: false, zone: 'UTC' });
  source.xtreamForms = ['dash', 'underscore', 'seconds', 'query'];
  source.requests.length = 0;
});
afterAll(async () => {
  await source.close();
  await ctx.close();
});

const as = () => ({ token: admin.token });
async function prove(body: { stream?: number }) {
  const started = await call(ctx, proveArchives, { body }, as());
  expect(started.status).toBe(200);
  await work(ctx, started.body);
  const { rows } = await ctx.owner.query<{ message: string; state: string }>(
    'select message, state from tasks where id = $1',
    [started.body.id],
  );
  return rows[0]!;
}
const read = async (id: number) =>
  (await call(ctx, getChannelArchive, { params: { id } }, as())).body as unknown as {
    state: string;
    days: number;
    proof: {
      proven_until_timestamp: number;
      answered_days: number;
      checks: { check: string; result: string; text: string; detail: string }[];
    };
    sources: { description: string; connections: string }[];
  };

it('proves the whole window of a source with five results', async () => {
  expect(await prove({ stream: 50 })).toMatchObject({ message: 'Arquivo comprovado.' });
  const archive = await read(50);
  expect(archive).toMatchObject({ state: 'proven', days: 7 });
  expect(archive.proof.proven_until_timestamp).toBe(Date.parse(TODAY) / 1000 - 7 * 86_400 + 60);
  expect(archive.proof.checks.map(({ check, result, text }) => [check, result, text])).toEqual([
    ['forms', 'ok', 'Ontem, 20:30: o mesmo minuto nas cinco formas de endereço'],
    ['window-start', 'ok', 'Início da janela, 14/11 12:01: abriu'],
    ['before-window', 'ok', 'Um minuto antes da janela: recusado, como deve ser'],
    ['not-live', 'ok', 'Não devolve o ao vivo no lugar do passado'],
    ['seeks', 'ok', 'Avançar e voltar não conta como segunda tela'],
  ]);
  expect(archive.proof.checks.map(({ detail }) => detail).slice(2)).toEqual([
    '404',
    'comparado',
    '6 pulos',
  ]);
  expect(archive.sources[0]).toMatchObject({
    description: 'Xtream, forma /timeshift/, fuso UTC',
    connections: '3 de 10 conexões',
  });
});

it('finds the days that a source really records', async () => {
  source.days = 2;
  await prove({ stream: 51 });
  const archive = await read(51);
  expect(archive).toMatchObject({ state: 'shorter', days: 7 });
  expect(archive.proof).toMatchObject({ answered_days: 2 });
  expect(archive.proof.checks[1]).toMatchObject({ result: 'problem', detail: '2 de 7 dias' });
});

it('withdraws the archive of a source that returns live until it is proven again', async () => {
  source.answersLive = true;
  await prove({ stream: 50 });
  expect(await read(50)).toMatchObject({ state: 'live', days: 0 });
  const { body } = await call(
    ctx,
    listStreams,
    { query: { kind: 'live', state: 'archive-problem' } },
    as(),
  );
  expect(body.data.map(({ id, archive }) => [id, archive?.state])).toContainEqual([50, 'live']);
  source.answersLive = false;
  await prove({ stream: 50 });
  expect(await read(50)).toMatchObject({ state: 'proven', days: 7 });
});

it('reads from Flussonic what was not recorded', async () => {
  const now = Date.parse(TODAY) / 1000;
  source.recorded = [
    [now - 8 * 86_400, now - 50_000],
    [now - 40_000, now - 30],
  ];
  await prove({ stream: 51 });
  const { rows } = await ctx.owner.query('select gaps from archive_sources where stream_id = 51');
  expect(rows).toEqual([{ gaps: [[now - 50_000, now - 40_000]] }]);
});

it('reports a source that does not answer', async () => {
  source.days = 0;
  await prove({ stream: 51 });
  expect(await read(51)).toMatchObject({ state: 'failed' });
});

it('compares files without a length with the live stream', async () => {
  source.hidesLength = true;
  source.xtreamForms = ['dash'];
  await ctx.owner.query(
    `update archive_sources set kind = 'template', address = $1 where stream_id = 51`,
    [`${source.url}/tpl/um.ts?from={utc}&to={utcend}`],
  );
  await ctx.owner.query(`update streams set source = $1 where id = 51`, [
    `${source.url}/tpl/um.ts`,
  ]);
  await prove({ stream: 51 });
  expect(await read(51)).toMatchObject({ state: 'proven' });
});

it('proves all channels as one task', async () => {
  expect(await prove({})).toMatchObject({ message: 'Todos os 2 arquivos foram comprovados.' });
});

it('answers 404 for a channel that does not exist', async () => {
  const { status } = await call(ctx, proveArchives, { body: { stream: 999 } }, as());
  expect(status).toBe(404);
});

it('proves an archive again when its proof is a day old', async () => {
  const hoursAgo = (hours: number) => new Date(Date.parse(TODAY) - hours * HOUR_MS);
  await prove({});
  expect(await proveDueArchives(ctx)).toBe(0);
  await ctx.owner.query(
    `update channel_archives set proved_at = case stream_id when 50 then $1::timestamptz else $2 end`,
    [hoursAgo(24), hoursAgo(22)],
  );
  expect(await proveDueArchives(ctx)).toBe(1);
  const { rows } = await ctx.owner.query(
    'select proved_at from channel_archives order by stream_id',
  );
  expect(rows).toEqual([{ proved_at: new Date(TODAY) }, { proved_at: hoursAgo(22) }]);
});

it('does not prove archives during a proof that an admin started', async () => {
  await ctx.owner.query('update channel_archives set proved_at = null');
  const { body } = await call(ctx, proveArchives, { body: { stream: 50 } }, as());
  expect(await proveDueArchives(ctx)).toBe(0);
  await work(ctx, body);
  expect(await proveDueArchives(ctx)).toBe(1);
});
