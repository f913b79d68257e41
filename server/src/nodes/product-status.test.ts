import { getProductStatus } from '@ramal/contract/operations/nodes';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { recordHeartbeat } from './send-heartbeat.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin });
  stranger = await person(ctx);
});
afterAll(() => ctx.close());

const read = async ({ token }: Person) => (await call(ctx, getProductStatus, {}, { token })).body;
const texts = async (reader: Person) => (await read(reader)).problems.map(({ text }) => text);

it('reports that messages wait until a worker sends its heartbeat', async () => {
  expect(await texts(seller)).toEqual([
    'Mensagens e tarefas esperam: o serviço que as envia parou',
  ]);
  await recordHeartbeat(ctx, {
    id: randomUUID(),
    name: 'worker-1',
    roles: ['worker'],
    version: '0.9.9',
    isDraining: false,
  });
  expect(await texts(seller)).toEqual([]);
});

it('counts fallen hostnames only for the accounts whose customers may use them', async () => {
  await ctx.owner.query(
    `with h as (insert into hostnames (name, owner_id, state, created_at, shared_at)
       values ('caiu.example', $1, 'active', now(), now()), ('serve.example', $1, 'active', now(), now())
       returning id, name)
     insert into probed_targets (kind, target_id, state, since, checked_at)
     select 'hostname', id, case name when 'caiu.example' then 'down' else 'up' end, $2, $2 from h`,
    [admin.id, '2026-11-20T10:00:00Z'],
  );
  for (const reader of [admin, seller])
    expect((await read(reader)).problems).toEqual([
      {
        part: 'hostnames',
        text: '1 endereço dos clientes não responde',
        since_timestamp: Date.parse('2026-11-20T10:00:00Z') / 1_000,
      },
    ]);
  expect(await texts(stranger)).toEqual([]);
});

it('names the channel that was lost last', async () => {
  await ctx.owner.query(
    `with c as (insert into categories (kind, name) values ('live', 'Canais') returning id)
     insert into streams (kind, name, category_id, source, lost_at)
     select 'live', name, c.id, 'http://a.example', lost_at from c, (values
       ('Canal A', now() - interval '1 hour'), ('Canal B', now()), ('Canal C', null)) v (name, lost_at)`,
  );
  expect(await texts(stranger)).toEqual(['Canal B e mais 1 estão sem sinal']);
});

it('lists the news for users in Portuguese, the newest release first', async () => {
  const { news } = await read(seller);
  expect(news.length).toBeGreaterThan(1);
  const dates = news.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  for (const { changes } of news) expect(changes.length).toBeGreaterThan(0);
});
