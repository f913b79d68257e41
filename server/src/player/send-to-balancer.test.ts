/**
 * Tests that viewers are redirected to a balancer once, and served if their request arrives through
 * it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { type SeededLine, seedLine } from '../../test/player.ts';
import { getBalancerChoice } from '../balancers/balancers.ts';
import { removeEmptied } from '../balancers/remove-emptied.ts';

let ctx: TestContext;
let line: SeededLine;
let admin: number;

beforeAll(async () => {
  ctx = await createTestContext({ PORT: '8090', RAMAL_TRUSTED_PROXIES: '127.0.0.1' });
  await ctx.owner.query('update packages set max_connections = 0');
  line = await seedLine(ctx);
  admin = (await person(ctx, { profile: 'admin' })).id;
});
beforeEach(async () => {
  await ctx.owner.query('truncate balancers, cnames, cname_moves, viewings, presence');
  getBalancerChoice(ctx).forget();
});
afterAll(() => ctx.close());

async function insertBalancer(ip: string) {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into balancers (name, ip, weight, created_by, created_at) values ('video-' || $1, $1::text::inet, 20, $2, $3) returning id`,
    [ip, admin, ctx.clock.now()],
  );
  const id = Number(rows[0]!.id);
  getBalancerChoice(ctx).forget();
  return id;
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  ctx.server.inject({ url, method, headers });

const live = (more = '') => `/live/${line.username}/${line.password}/1.m3u8${more}`;

it('serves streams here if there is no balancer', async () => {
  expect((await get(live())).statusCode).toBe(200);
});

it('redirects a stream with its whole URL and serves it through the balancer', async () => {
  const id = await insertBalancer('200.160.4.18');
  const sent = await get(live('?a=b'));
  expect(sent.statusCode).toBe(302);
  expect(sent.headers.location).toBe(`http://200.160.4.18:8090${live()}?a=b&balancer=${id}`);
  expect(sent.headers['cache-control']).toBe('no-store');
  const served = await get(live(`?balancer=${id}`));
  expect(served.statusCode).toBe(200);
  const { rows } = await ctx.owner.query('select balancer_id::int from viewings');
  expect(rows).toEqual([{ balancer_id: id }]);
  for (const url of [
    `/${line.username}/${line.password}/1`,
    `/movie/${line.username}/${line.password}/2.mp4`,
    `/series/${line.username}/${line.password}/3.mp4`,
  ])
    expect((await get(url)).headers.location).toBe(`http://200.160.4.18:8090${url}?balancer=${id}`);
  expect((await get(live(), {}, 'HEAD')).statusCode).toBe(302);
});

it('serves lists and the guide and streams over https here', async () => {
  await insertBalancer('200.160.4.18');
  const { username, password } = line;
  const sign = new URLSearchParams({ username, password }).toString();
  expect((await get(`/player_api.php?${sign}`)).statusCode).toBe(200);
  expect((await get(`/get.php?${sign}`)).statusCode).toBe(200);
  expect((await get(live(), { 'x-forwarded-proto': 'https' })).statusCode).toBe(200);
});

it('replaces an unknown mark and serves requests that came through a discarded balancer', async () => {
  const id = await insertBalancer('200.160.4.18');
  expect((await get(live('?balancer=999999'))).headers.location).toContain(`balancer=${id}`);
  expect((await get(live('?balancer=x'))).headers.location).toMatch(new RegExp(`balancer=${id}$`));
  await ctx.owner.query('update balancers set discarded_at = now()');
  await insertBalancer('200.160.4.19');
  expect((await get(live(`?balancer=${id}`))).statusCode).toBe(200);
});

it('sends nobody to a draining balancer and deletes it with its last viewer', async () => {
  const id = await insertBalancer('200.160.4.18');
  await get(live(`?balancer=${id}`));
  await ctx.owner.query('update balancers set leaving_at = $1', [ctx.clock.now()]);
  getBalancerChoice(ctx).forget();
  expect((await get(live())).statusCode).toBe(200);
  await removeEmptied.work(ctx, {});
  expect((await ctx.owner.query('select from balancers')).rowCount).toBe(1);
  ctx.clock.forward(60_000);
  await removeEmptied.work(ctx, {});
  expect((await ctx.owner.query('select from balancers')).rowCount).toBe(0);
});

it('redirects the link of a box, and answers an invalid one here', async () => {
  const id = await insertBalancer('200.160.4.20');
  const link = (until: string) => {
    const seconds = Date.parse(until) / 1000;
    const text = `1.${line.id}.1.live.aid.mark..${seconds}`;
    return `/box/${text}.${ctx.secrets.sign('box-link', text)}/1.ts`;
  };
  const sent = await get(link('2026-11-22T15:00:00Z'));
  expect(sent.statusCode).toBe(302);
  expect(sent.headers.location).toBe(
    `http://200.160.4.20:8090${link('2026-11-22T15:00:00Z')}?balancer=${id}`,
  );
  for (const url of [link('2026-11-20T15:00:00Z'), '/box/x.y/1.ts'])
    expect((await get(url)).statusCode).not.toBe(302);
});
