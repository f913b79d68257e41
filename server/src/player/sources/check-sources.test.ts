// Tests the checks of sources against local HTTP servers.
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { checkSources, listStreams } from '@ramal/contract/catalogue/catalogue';
import { importFromAddress, listSourceLists } from '@ramal/contract/catalogue/catalogue-lists';
import { getTask } from '@ramal/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAll, m3u, newList, work } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, person } from '../../../test/accounts.ts';
import { checkChannels } from './check-channels.ts';
import { checkAll, sourceCheck } from './check-sources.ts';

let ctx: TestContext;
let admin: Person;
let credentials: { token: string };
let baseUrl: string;
let closingUrl: string;
const served: Record<
  string,
  { status?: number; headers?: Record<string, string>; body?: string | Buffer }
> = {
  '/ts': { body: Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187)]) },
  '/odd.ts': {
    headers: { 'content-type': 'text/html' },
    body: Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187)]),
  },
  '/hls': { headers: { 'content-type': 'text/plain' }, body: '#EXTM3U\n#EXT-X-VERSION:3\n' },
  '/film.mp4': {
    status: 206,
    headers: { 'content-type': 'video/mp4' },
    body: Buffer.from('\0\0\0\u0018ftypisom'),
  },
  '/page': { body: '  <!DOCTYPE html><html><body>Bloqueado</body></html>' },
  '/json': { body: '{"error":"expired"}' },
  '/missing': { status: 404, body: 'no' },
  '/empty': { body: '' },
  '/inside': { status: 302, headers: { location: 'http://10.1.2.3/live.ts' } },
  '/list.m3u': { body: m3u([{ name: 'Canal', url: 'http://p.example/1.ts', group: 'G' }]) },
  '/list-page': { body: '<html>Entre</html>' },
  '/list-inside': { status: 301, headers: { location: 'http://169.254.169.254/latest' } },
};
const server = createServer(({ url }, response) => {
  const { status = 200, headers = {}, body } = served[url!] ?? { status: 404 };
  if (url === '/endless') {
    const more = () =>
      void (response.destroyed || response.write(Buffer.alloc(64 * 1024, 0x47), more));
    return more();
  }
  return void response.writeHead(status, headers).end(body);
});
/** Accepts connections and closes them before the first header. */
const closingServer = createTcpServer((socket) => socket.once('data', () => socket.destroy()));

beforeAll(async () => {
  for (const httpServer of [server, closingServer])
    await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closingUrl = `http://127.0.0.1:${(closingServer.address() as AddressInfo).port}`;
  ctx = await createTestContext({ RAMAL_PRIVATE_ORIGINS: '127.0.0.1' });
  admin = await person(ctx, { profile: 'admin' });
  credentials = { token: admin.token };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  closingServer.close();
  await ctx.close();
});

async function check(body: Record<string, unknown>) {
  const started = await call(ctx, checkSources, { body }, credentials);
  await work(ctx, started.body);
  return (await call(ctx, getTask, { params: { id: started.body.id } }, credentials)).body;
}
const streams = async (list: number, query = {}) =>
  (await call(ctx, listStreams, { query: { list, per_page: 100, ...query } }, credentials)).body
    .data;

it('reports the reason for each source that returns no playable stream', async () => {
  const list = await newList(ctx, admin);
  const expected: Record<string, string> = {
    '/ts': '',
    '/odd.ts': '',
    '/hls': '',
    '/endless': '',
    '/page': 'respondeu com uma página, não com vídeo',
    '/json': 'respondeu com texto, não com vídeo',
    '/missing': 'respondeu com o erro 404',
    '/empty': 'respondeu sem nada dentro',
    '/inside': 'leva a um endereço privado',
  };
  const paths = Object.keys(expected);
  await importAll(ctx, admin, list, [
    ...paths.map((path) => ({ name: path, url: `${baseUrl}${path}`, group: 'Origens' })),
    { name: 'silent', url: `${closingUrl}/x`, group: 'Origens' },
  ]);
  expect((await streams(list)).map(({ source_state }) => source_state)).toEqual(
    Array(10).fill('unknown'),
  );
  const task = await check({ list });
  expect(task).toMatchObject({ state: 'done', message: '6 de 10 origens com problema.' });
  const checked = await streams(list);
  expect(
    Object.fromEntries(checked.map(({ name, source_problem }) => [name, source_problem])),
  ).toEqual({ ...expected, silent: 'a conexão caiu' });
  expect(
    checked.every(
      ({ source_checked_at_timestamp }) =>
        source_checked_at_timestamp === ctx.clock.now().getTime() / 1000,
    ),
  ).toBe(true);
  expect((await streams(list, { state: 'problem' })).length).toBe(6);
  expect((await streams(list, { state: 'ok' })).map(({ name }) => name)).toEqual([
    '/ts',
    '/odd.ts',
    '/hls',
    '/endless',
  ]);
  served['/page'] = served['/ts']!;
  const id = (await streams(list, { search: '/page' }))[0]!.id;
  expect((await check({ stream: id })).message).toBe('Nenhuma origem com problema, de 1.');
  expect((await streams(list, { state: 'problem' })).length).toBe(5);
});

it('reports its progress after each source with a constant total', async () => {
  const list = await newList(ctx, admin);
  const entries = Array.from({ length: 5 }, (_, number) => ({
    name: `Canal ${number}`,
    url: `${baseUrl}/ts?${number}`,
    group: 'Origens',
  }));
  await importAll(ctx, admin, list, entries);
  const messages: string[] = [];
  await sourceCheck.work(ctx, { list } as never, {
    report: async (_done, _total, message) => void messages.push(message!),
  });
  expect([...new Set(messages)]).toEqual(
    [0, 1, 2, 3, 4, 5].map((done) => `${done} de 5 verificados`),
  );
});

it('returns the running check of the same sources and starts a new check for other sources', async () => {
  const list = await newList(ctx, admin);
  const startCheck = async (body: object) =>
    (await call(ctx, checkSources, { body }, credentials)).body.id;
  const first = await startCheck({ list });
  expect(await startCheck({ list })).toBe(first);
  expect(await startCheck({ list, kind: 'live' })).not.toBe(first);
  await work(ctx, { id: first });
  expect(await startCheck({ list })).not.toBe(first);
});

it('checks channels every hour and logs each failure and recovery once', async () => {
  const list = await newList(ctx, admin);
  const entries = ['/a', '/b', '/c'].map((path) => ({
    name: `De hora em hora ${path}`,
    url: `${baseUrl}/hour${path}`,
    group: 'Origens',
  }));
  const answer = (path: string, works: boolean) =>
    (served[`/hour${path}`] = works ? served['/ts']! : { status: 404 });
  for (const [path, works] of [
    ['/a', true],
    ['/b', true],
    ['/c', false],
  ] as const)
    answer(path, works);
  await importAll(ctx, admin, list, entries);
  // The first check of a channel is not logged.
  ctx.clock.forward(3_600_000);
  await checkChannels(ctx);
  const eventsOfChannels = async () =>
    (
      await ctx.owner.query<{ kind: string; channels: string }>(
        `select kind, after->>'channels' as channels from events
         where after->>'channels' like '%De hora em hora%' order by id`,
      )
    ).rows;
  expect(await eventsOfChannels()).toEqual([]);
  answer('/a', false);
  answer('/c', true);
  // The sources were checked a moment ago.
  expect(await checkChannels(ctx)).toEqual({ stopped: 0, back: 0 });
  ctx.clock.forward(3_600_000);
  expect(await checkChannels(ctx)).toEqual({ stopped: 1, back: 1 });
  ctx.clock.forward(3_600_000);
  expect(await checkChannels(ctx)).toEqual({ stopped: 0, back: 0 });
  expect(await eventsOfChannels()).toEqual([
    { kind: 'sources-stopped', channels: 'De hora em hora /a' },
    { kind: 'sources-came-back', channels: 'De hora em hora /c' },
  ]);
});

it('requests only the first bytes of a film and does not check the test channel', async () => {
  const list = await newList(ctx, admin);
  await importAll(ctx, admin, list, [{ name: 'Filme', url: `${baseUrl}/film.mp4`, group: 'F' }]);
  expect((await check({ list, kind: 'film' })).state).toBe('done');
  expect(await streams(list, { kind: 'film' })).toMatchObject([
    { source_state: 'ok', source_problem: '' },
  ]);
  expect((await check({ stream: 1 })).message).toBe('Nenhuma origem com problema, de 0.');
});

describe('a list at a URL', () => {
  it.each([
    ['/list.m3u', 'ready', '1 item lido.'],
    ['/list-page', 'failed', 'O que veio é uma página da internet, não uma lista M3U.'],
    ['/missing', 'failed', 'O endereço respondeu com o erro 404.'],
    [
      '/list-inside',
      'failed',
      'O endereço leva para dentro da rede do servidor. Se for seu, inclua-o em RAMAL_PRIVATE_ORIGINS.',
    ],
    ['/endless', 'failed', 'A lista passa de 64 MB.'],
  ])('from %s ends as %s', async (path, state, message) => {
    const list = await newList(ctx, admin, `${baseUrl}${path}`);
    const { body } = await call(ctx, importFromAddress, { params: { id: list } }, credentials);
    await work(ctx, body.task);
    const lists = (await call(ctx, listSourceLists, {}, credentials)).body;
    expect(lists.find(({ id }) => id === list)!.last_import).toMatchObject({
      state,
      task: { message },
    });
  });
});

describe('a check of many sources', () => {
  const createStreams = (count: number, hosts: number) =>
    Array.from({ length: count }, (_, id) => ({
      id,
      source: `http://h${id % hosts}.example/${id}`,
    }));

  /** Measures the maximum number of simultaneous requests, in total and to one host. */
  async function measureConcurrency(checkedStreams: { id: number; source: string }[]) {
    const busy = new Map<string, number>();
    let [maxTotal, maxPerHost] = [0, 0];
    const answers = await checkAll(
      checkedStreams,
      async (source) => {
        const { host } = new URL(source);
        busy.set(host, (busy.get(host) ?? 0) + 1);
        maxTotal = Math.max(
          maxTotal,
          [...busy.values()].reduce((a, b) => a + b),
        );
        maxPerHost = Math.max(maxPerHost, busy.get(host)!);
        await new Promise((resolve) => setImmediate(resolve));
        busy.set(host, busy.get(host)! - 1);
        return source;
      },
      async () => undefined,
    );
    return { answers, most: maxTotal, mostOfOne: maxPerHost };
  }

  it('sends at most twenty requests at once and two to one host', async () => {
    const wide = await measureConcurrency(createStreams(300, 12));
    expect([wide.most, wide.mostOfOne]).toEqual([20, 2]);
    expect(wide.answers.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      createStreams(300, 12).map(({ id }) => id),
    );
    const narrow = await measureConcurrency(createStreams(50, 1));
    expect([narrow.most, narrow.answers.length]).toEqual([2, 50]);
  });

  it('starts no requests after a stop and waits for the running requests', async () => {
    let [started, ended] = [0, 0];
    const stopping = checkAll(
      createStreams(100, 50),
      async () => {
        started += 1;
        await new Promise((resolve) => setImmediate(resolve));
        ended += 1;
        return '';
      },
      () => Promise.reject(new Error('stopped')),
    );
    await expect(stopping).rejects.toThrow('stopped');
    expect(started).toBeLessThanOrEqual(40);
    expect(ended).toBe(started);
  });
});
