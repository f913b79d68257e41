import {
  changeCname,
  createBalancer,
  createCname,
  createDns,
  deleteBalancer,
  deleteCname,
  editBalancer,
  editDns,
  getCnames,
  listBalancers,
  listDns,
  restoreBalancer,
} from '@ramal/contract/operations/balancers';
import type { Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { OnWire } from '@ramal/contract/api/wire-names';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { seedLine } from '../../test/player.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate balancers, cnames, cname_moves, probed_targets, probe_cells, viewings, presence',
  );
});
afterAll(() => ctx.close());

const as = <E extends Endpoint>(endpoint: E, sent: OnWire<RequestOf<E>>, by: Person = admin) =>
  call(ctx, endpoint, sent, { token: by.token });

const make = async (name: string, ip: string, weight?: number) =>
  (await as(createBalancer, { body: { name, ip, ...(weight === undefined ? {} : { weight }) } }))
    .body;

const events = async (kind: string) =>
  (await ctx.owner.query('select before, after from events where kind = $1 order by id', [kind]))
    .rows;

async function watchThrough(balancerId: number) {
  const line = await seedLine(ctx);
  const stream = await ctx.owner.query<{ id: string }>('select id from streams limit 1');
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into viewings (id, line_id, stream_id, title, encoding, user_agent, started_at, seen_at, balancer_id)
     values (gen_random_uuid(), $1, $2, 'Canal', 'HLS', 'TV', $3, $3, $4) returning id`,
    [line.id, stream.rows[0]!.id, ctx.clock.now(), balancerId],
  );
  await ctx.owner.query(
    `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, user_agent, started_at, last_seen_at)
     values ($1, $2, (select owner_id from lines where id = $2), $3, 'Canal', 'HLS', 'TV', $4, $4)`,
    [rows[0]!.id, line.id, stream.rows[0]!.id, ctx.clock.now()],
  );
}

it('records an event when a balancer is created, edited or deleted', async () => {
  const made = await make('video-sp1', '200.160.4.18');
  expect(made).toMatchObject({
    name: 'video-sp1',
    ip: '200.160.4.18',
    dns: '200.160.4.18',
    status: 'Ativa',
    state: 'unknown',
    weight: 20,
    watching: 0,
    cnames: 0,
  });
  expect(made.hours).toHaveLength(24);
  const edited = await as(editBalancer, {
    params: { id: made.id },
    body: { name: 'video-sp1', ip: '200.160.4.19', weight: 0 },
  });
  expect(edited.body).toMatchObject({ ip: '200.160.4.19', weight: 0, state: 'draining' });
  expect(await events('balancer-edited')).toEqual([
    {
      before: { name: 'video-sp1', ip: '200.160.4.18', weight: 20 },
      after: { name: 'video-sp1', ip: '200.160.4.19', weight: 0 },
    },
  ]);
  expect((await as(deleteBalancer, { params: { id: made.id } })).body.watching).toBe(0);
  expect((await as(listBalancers, {})).body.data).toEqual([]);
  expect((await as(deleteBalancer, { params: { id: made.id } })).status).toBe(404);
  expect(await events('balancer-deleted')).toHaveLength(1);
});

it.each([
  [{ name: '', ip: '200.160.4.18' }, 'name'],
  [{ name: 'x', ip: '' }, 'ip'],
  [{ name: 'x', ip: 'exemplo.com' }, 'ip'],
  [{ name: 'x', ip: '200.160.4' }, 'ip'],
  [{ name: 'x', ip: '10.0.0.1' }, 'ip'],
  [{ name: 'x', ip: '::ffff:127.0.0.1' }, 'ip'],
  [{ name: 'x', ip: '169.254.169.254' }, 'ip'],
  [{ name: 'x', ip: '200.160.4.18', weight: 1001 }, 'weight'],
])('%j is refused at the field %s (V-64)', async (body, field) => {
  const refused = await as(createBalancer, { body });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.fields ?? {})).toEqual([field]);
});

it('refuses a second balancer with the same name or address in any notation', async () => {
  await make('video-sp1', '200.160.4.18');
  const [name, ip] = [
    await as(createBalancer, { body: { name: 'video-sp1', ip: '200.160.4.20' } }),
    await as(createBalancer, { body: { name: 'outro', ip: '::ffff:200.160.4.18' } }),
  ];
  expect([name.status, name.body.code]).toEqual([409, 'balancer_name_taken']);
  expect([ip.status, ip.body.code]).toEqual([409, 'balancer_ip_taken']);
});

it('the second screen searches by status and is read-only for others', async () => {
  const made = (await as(createDns, { body: { name: 'video-rj1', dns: '177.54.148.7' } })).body;
  await make('video-rj2', '177.54.148.8');
  await ctx.owner.query('update balancers set discarded_at = $2 where id = $1', [
    made.id,
    ctx.clock.now(),
  ]);
  const searchNames = async (search: string) =>
    (await as(listDns, { query: { search } }, seller)).body.data.map(({ name }) => name);
  expect(await searchNames('Caiu')).toEqual(['video-rj1']);
  expect(await searchNames('Ativa')).toEqual(['video-rj2']);
  expect(await searchNames('148.8')).toEqual(['video-rj2']);
  expect((await as(listDns, {}, seller)).body.per_page).toBe(50);
  expect((await as(listBalancers, {})).body.per_page).toBe(10);
  const refused = await as(editDns, {
    params: { id: made.id },
    body: { name: 'x', dns: '192.168.0.1' },
  });
  expect(Object.keys(refused.body.fields ?? {})).toEqual(['dns']);
  expect((await as(createDns, { body: { name: 'x', dns: '200.160.4.1' } }, seller)).status).toBe(
    403,
  );
});

it('ignores probe results of the old address after a change', async () => {
  const { id } = await make('video-sp1', '200.160.4.18');
  await ctx.owner.query(
    `insert into probed_targets (kind, target_id, state, since, reason, checked_at)
     values ('balancer', $1, 'down', $2, 'connect', $2)`,
    [id, ctx.clock.now()],
  );
  const [row] = (await as(listBalancers, {})).body.data;
  expect(row).toMatchObject({ status: 'Caiu', state: 'down', reason: 'connect' });
  const edited = await as(editBalancer, {
    params: { id },
    body: { name: 'video-sp1', ip: '200.160.4.20' },
  });
  expect(edited.body).toMatchObject({ status: 'Ativa', state: 'unknown', reason: null });
});

it('drains a balancer with viewers before its deletion and can restore it', async () => {
  const { id } = await make('video-sp1', '200.160.4.18');
  await watchThrough(id);
  expect((await as(deleteBalancer, { params: { id } })).body.watching).toBe(1);
  const [leaving] = (await as(listBalancers, {})).body.data;
  expect(leaving).toMatchObject({ state: 'leaving', watching: 1 });
  expect(await events('balancer-draining')).not.toEqual([]);
  const restored = await as(restoreBalancer, { params: { id }, body: {} });
  expect(restored.body.state).toBe('unknown');
});

it('moves a CNAME to another balancer and can discard the former one (Q-DISCART)', async () => {
  await make('video-sp1', '200.160.4.18');
  await make('video-sp2', '200.160.4.19');
  const made = await as(createCname, { body: { name: 'TV.norte.click', ip: '200.160.4.18' } });
  expect(made.body.cname).toMatchObject({
    name: 'tv.norte.click',
    content: '200.160.4.18',
    old_ip: null,
  });
  const { id } = made.body.cname;
  const stale = await as(changeCname, {
    body: { id, ip: '200.160.4.19', discart: true, discart_ip: '200.160.4.19' },
  });
  expect([stale.status, stale.body.code]).toEqual([409, 'cname_moved']);
  const changed = await as(changeCname, {
    body: { id, ip: '200.160.4.19', discart: 1, discart_ip: '200.160.4.18' },
  });
  expect(changed.body).toMatchObject({
    result: 1,
    cname: { content: '200.160.4.19', old_ip: '200.160.4.18', changed_by_itself: false },
  });
  expect((await as(getCnames, {}, seller)).body.result).toEqual([changed.body.cname]);
  const [first] = (await as(listBalancers, {})).body.data;
  expect(first).toMatchObject({ status: 'Caiu', state: 'aside', cnames: 0 });
  const back = await as(changeCname, { body: { id, ip: '200.160.4.18' } });
  expect([back.status, back.body.code]).toEqual([422, 'balancer_unknown_ip']);
  await as(restoreBalancer, { params: { id: first!.id }, body: {} });
  expect((await as(changeCname, { body: { id, ip: '200.160.4.18' } })).status).toBe(200);
  expect(await events('cname-changed')).toHaveLength(2);
  expect(await events('balancer-discarded')).toEqual([
    { before: null, after: { ip: '200.160.4.18' } },
  ]);
});

it('refuses to delete a balancer with a CNAME and validates names', async () => {
  const { id } = await make('video-sp1', '200.160.4.18');
  const ip = '200.160.4.18';
  const made = await as(createCname, { body: { name: 'tv.norte.click', ip } });
  const again = await as(createCname, { body: { name: 'tv.norte.click', ip } });
  expect([again.status, again.body.code]).toEqual([409, 'cname_taken']);
  for (const name of ['norte', '-a.click', 'http://tv.click', 'tv..click', '200.160.4.18'])
    expect((await as(createCname, { body: { name, ip } })).status).toBe(422);
  const refused = await as(deleteBalancer, { params: { id } });
  expect([refused.status, refused.body.code]).toEqual([409, 'balancer_in_use']);
  await as(deleteCname, { params: { id: made.body.cname.id } });
  expect((await as(deleteBalancer, { params: { id } })).status).toBe(200);
});
