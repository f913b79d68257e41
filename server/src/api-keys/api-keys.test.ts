/** Tests API keys over HTTP. Two servers on one database represent two processes. */
import {
  createApiKey,
  getExternalKey,
  listApiKeys,
  makeExternalKey,
  revokeApiKey,
  revokeExternalKey,
  rotateApiKey,
} from '@ramal/contract/api-keys';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { createIptvLine, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { getLog } from '@ramal/contract/logs';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, readAccountBalance, person, session } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { makePanelServer } from '../app.ts';
import { secondsLeftToday } from '../foundation/clock.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';
import { newSecret, parseKey } from './key-format.ts';

let ctx: TestContext;
let second: FastifyInstance;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  second = await makePanelServer(ctx);
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('delete from rate_limits');
  seller = await person(ctx, { parent: admin, balance: 100_000, grants: ['api.keys'] });
});
afterAll(async () => {
  await second.close();
  await ctx.close();
});

const as = <E extends Endpoint>(endpoint: E, sent: Parameters<typeof call<E>>[2], token: string) =>
  call(ctx, endpoint, sent, { token });

const make = async (body: Record<string, unknown> = {}) =>
  (
    await as(
      createApiKey,
      { body: { name: 'Site', scopes: ['lines:write'], ...body } as never },
      seller.token,
    )
  ).body;

const aLine = { isOficial: true, credits: 1, nota: 'Cliente', package: 1 } as const;
const sell = (key: string) => as(createIptvLine, { body: aLine }, key);

/** Returns the status with which each process answers the same request. */
const inBoth = (token: string, remoteAddress = '203.0.113.24') =>
  Promise.all(
    [ctx.server, second].map(async (server) => {
      const { statusCode } = await server.inject({
        url: listIptvLines.path,
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
      });
      return statusCode;
    }),
  );

describe('an API key', () => {
  it('is shown completely once and stored as a hash', async () => {
    const made = await make({ addresses: ['203.0.113.24', '2001:db8::/32'], credits_a_day: 20.5 });
    expect(parseKey(made.key)).toBeDefined();
    expect(made).toMatchObject({
      name: 'Site',
      scopes: ['lines:write'],
      addresses: ['203.0.113.24', '2001:db8::/32'],
      credits_a_day: 20.5,
      credits_today: 0,
      ends_at_timestamp: null,
      active: true,
      is_external: false,
      created_by: seller.username,
    });
    const listed = await as(listApiKeys, {}, seller.token);
    expect(listed.body.data[0]!.secrets[0]!.prefix).toBe(made.key.slice(0, 14));
    const { rows } = await ctx.owner.query(
      `select k::text || s::text as kept from api_keys k join api_key_secrets s on s.key_id = k.id
       union all select e::text from events e`,
    );
    const secretPart = made.key.slice(15);
    expect(
      [listed.body, ...rows].some((record) => JSON.stringify(record).includes(secretPart)),
    ).toBe(false);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['lines:delete'] }, 'scopes'],
    [{ addresses: ['exemplo.com'] }, 'addresses'],
    [{ addresses: ['::ffff:203.0.113.24'] }, 'addresses'],
    [{ ends_on: '2020-01-01' }, 'ends_on'],
    [{ ends_on: 'amanhã' }, 'ends_on'],
    [{ credits_a_day: -1 }, 'credits_a_day'],
  ])('%j is refused at the field %s', async (body, field) => {
    const refused = await as(
      createApiKey,
      { body: { name: 'Site', scopes: ['lines:write'], ...body } as never },
      seller.token,
    );
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
  });

  it('sells for its account and is recorded with each event', async () => {
    const { key } = await make({ name: 'Robô de vendas' });
    const sold = await sell(key);
    expect(sold.status).toBe(200);
    expect(await readAccountBalance(ctx, seller.id)).toBe(99_900);
    const { rows } = await ctx.owner.query(
      `select count(*)::int as count from events e join entries n on n.line_id = e.line_id
       where e.line_id = $1 and e.api_key_id = n.api_key_id and e.api_key_id is not null`,
      [sold.body.id],
    );
    expect(rows[0].count).toBe(1);
  });

  it('is named in the sentences of its account’s log', async () => {
    const { id } = await seedKey(ctx, seller, { name: 'Robô <b>' });
    await ctx.owner.query(
      `insert into events (at, kind, actor_id, account_id, api_key_id) values ($1, 'signed-in', $2, $2, $3)`,
      [TODAY, seller.id, id],
    );
    const { body } = await as(getLog, { query: { month: 11, year: 2026 } }, seller.token);
    expect(body.logs.map(({ acao }) => acao)).toContain(
      '<b>Entrou no painel</b>: pela chave «Robô &lt;b&gt;»',
    );
  });

  it('reports the rest of its limit and is refused above it', async () => {
    const { key, id } = await seedKey(ctx, seller);
    const ask = () =>
      ctx.server.inject({
        url: listIptvLines.path,
        headers: { authorization: `Bearer ${key}` },
      });
    const { points } = rateLimits['api-key'];
    expect((await ask()).headers).toMatchObject({
      'ratelimit-limit': `${points}`,
      'ratelimit-remaining': `${points - 1}`,
    });
    await ctx.owner.query('update rate_limits set points = $1 where key = $2', [
      points,
      `api-key:${id}`,
    ]);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('records the address of its last use and of its last refusal', async () => {
    const { key } = await seedKey(ctx, seller, { addresses: ['203.0.113.0/24'] });
    expect(await inBoth(key, '::ffff:203.0.113.24')).toEqual([200, 200]);
    expect(await inBoth(key, '198.51.100.9')).toEqual([403, 403]);
    await vi.waitFor(async () => {
      const [listedKey] = (await as(listApiKeys, {}, seller.token)).body.data;
      expect(listedKey).toMatchObject({
        refused_ip: '198.51.100.9',
        secrets: [{ last_used_ip: '203.0.113.24' }],
      });
    });
  });
});

describe('an API key becomes invalid in every process at once', () => {
  it.each<[string, (keyId: number) => Promise<unknown>]>([
    ['when it is revoked', (id) => as(revokeApiKey, { params: { id }, body: {} }, seller.token)],
    [
      'when its account is blocked',
      () => ctx.owner.query('update accounts set blocked_at = now() where id = $1', [seller.id]),
    ],
    [
      'when its account is deleted',
      () => ctx.owner.query('update accounts set deleted_at = now() where id = $1', [seller.id]),
    ],
    [
      'when the grant is taken away',
      () => ctx.owner.query('delete from account_grants where account_id = $1', [seller.id]),
    ],
    ['after its last day', async () => ctx.clock.forward(48 * HOUR_MS)],
  ])('%s', async (_, end) => {
    const { id, key } = await seedKey(ctx, seller, { endsAt: new Date('2026-11-22T15:00:00Z') });
    expect(await inBoth(key)).toEqual([200, 200]);
    await end(id);
    expect(await inBoth(key)).toEqual([401, 401]);
  });
});

it('accepts the former secret for the requested overlap and changes nothing else', async () => {
  const made = await make({ credits_a_day: 1 });
  expect((await sell(made.key)).status).toBe(200);
  const turned = await as(
    rotateApiKey,
    { params: { id: made.id }, body: { overlap_hours: 24 } },
    seller.token,
  );
  const { message: _, key, secrets, ...same } = turned.body;
  expect(made).toMatchObject({ ...same, credits_today: 0 });
  expect(secrets).toHaveLength(2);
  expect([await inBoth(made.key), await inBoth(key)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  // The amount that the former secret spent today counts for the new secret too.
  const { status, body, headers } = await sell(key);
  expect([status, body.code]).toEqual([429, 'key_credits_a_day']);
  expect(Number(headers['retry-after'])).toBe(secondsLeftToday(ctx.clock));
  ctx.clock.forward(24 * HOUR_MS);
  expect([await inBoth(made.key), await inBoth(key)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
  const again = await as(
    rotateApiKey,
    { params: { id: made.id }, body: { overlap_hours: 0 } },
    // The first sign-in has expired after these 24 hours, so the seller signs in again.
    (await session(ctx, seller.username)).token,
  );
  expect([await inBoth(key), await inBoth(again.body.key)]).toEqual([
    [401, 401],
    [200, 200],
  ]);
});

it('simultaneous sales spend no more than the day limit of a key', async () => {
  const { key } = await seedKey(ctx, seller, { dayLimit: 300 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => sell(key)));
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'sold' : body.code));
  expect(outcomes.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
    ...Array.from({ length: 5 }, () => 'key_credits_a_day'),
    ...Array.from({ length: 3 }, () => 'sold'),
  ]);
  expect(await readAccountBalance(ctx, seller.id)).toBe(99_700);
  ctx.clock.forward(24 * HOUR_MS);
  expect((await sell(key)).status).toBe(200);
});

describe('guesses of keys', () => {
  it('a guess with a wrong checksum causes no query', async () => {
    const { key } = await seedKey(ctx, seller);
    const many = vi.spyOn(ctx.db, 'first');
    for (let n = 0; n < 10_000; n += 1) {
      const guess = `${key.slice(0, -6)}${String(n).padStart(6, '0')}`;
      if (guess === key) continue;
      expect(parseKey(guess)).toBeUndefined();
    }
    const { status, body } = await as(listIptvLines, {}, `${key.slice(0, -6)}000000`);
    expect([status, body.code, many.mock.calls.length]).toEqual([401, 'key_refused', 0]);
    many.mockRestore();
  });

  it('guesses with a right checksum are limited by network, and other networks are not affected', async () => {
    const { key } = await seedKey(ctx, seller);
    const { points } = rateLimits['api-key-wrong'];
    const from = (ip: string, token: string) =>
      ctx.server.inject({
        url: listIptvLines.path,
        remoteAddress: ip,
        headers: { authorization: `Bearer ${token}` },
      });
    const statuses: number[] = [];
    for (let n = 0; n < points + 20; n += 1)
      statuses.push((await from('198.51.100.66', newSecret().key)).statusCode);
    expect(statuses.slice(0, points).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429]);
    expect((await from('198.51.100.67', key)).statusCode).toBe(200);
  });
});

describe('the external key', () => {
  const about = () => ({ params: { id: seller.id } });
  const readExternalKey = () => as(getExternalKey, about(), admin.token);

  it('is created, rotated and revoked by an admin with an event each (Q-EXTERNALKEY)', async () => {
    expect((await readExternalKey()).body).toEqual({
      id: seller.id,
      username: seller.username,
      key: null,
    });
    const made = (await as(makeExternalKey, { ...about(), body: {} }, admin.token)).body;
    expect((await sell(made.key)).status).toBe(200);
    const turned = (await as(makeExternalKey, { ...about(), body: {} }, admin.token)).body;
    expect(turned.id).toBe(made.id);
    const { key } = (await readExternalKey()).body;
    expect(key?.secrets.map(({ prefix }) => prefix)).toEqual([
      turned.key.slice(0, 14),
      made.key.slice(0, 14),
    ]);
    await as(revokeExternalKey, { ...about(), body: {} }, admin.token);
    expect([await inBoth(made.key), await inBoth(turned.key)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect((await readExternalKey()).body.key).toBeNull();
    const { rows } = await ctx.owner.query(
      `select kind from events where account_id = $1 and kind like 'api-key%' order by id`,
      [seller.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'api-key-created',
      'api-key-rotated',
      'api-key-revoked',
    ]);
  });

  it('is created once for two simultaneous requests', async () => {
    const [a, b] = await Promise.all([
      as(makeExternalKey, { ...about(), body: {} }, admin.token),
      as(makeExternalKey, { ...about(), body: {} }, admin.token),
    ]);
    expect([a.status, b.status, a.body.id === b.body.id]).toEqual([200, 200, true]);
  });

  it('is refused for an admin account', async () => {
    const other = await person(ctx, { profile: 'admin' });
    const refused = await as(makeExternalKey, { params: { id: other.id }, body: {} }, admin.token);
    expect([refused.status, refused.body.code]).toEqual([404, 'reseller_not_found']);
  });
});
