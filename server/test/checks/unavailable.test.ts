/**
 * While the database is unavailable, calls answer 503 with Retry-After. When the database is
 * available again, they work without a restart of the server.
 */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getProfile } from '@ramal/contract/sessions';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makePanelServer, moduleRoutes } from '../../src/app.ts';
import { createLogger } from '../../src/create-context.ts';
import { type Db, isUnavailable, openDatabase } from '../../src/foundation/database.ts';
import { startWorker } from '../../src/foundation/jobs.ts';
import { type DatabaseProxy, openProxy } from '../database-proxy.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type Person, person } from '../accounts.ts';
import { wholeRequest } from '../requests.ts';

let ctx: TestContext;
let proxy: DatabaseProxy;
interface ProxiedServer {
  readonly db: Db;
  readonly server: FastifyInstance;
}
/** A server on the same database, through a proxy that can be closed. */
let fragile: ProxiedServer;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  proxy = await openProxy(String(ctx.db.pool.options.connectionString));
  // When the server stops, it waits for queries without a response. This timeout ends the wait.
  fragile = await serveThroughProxy({ answerTimeoutMs: 8000 });
  seller = await person(ctx, { balance: 100_000 });
});
afterEach(async () => {
  await proxy.mend();
  await ctx.owner.query('drop trigger if exists fail on lines');
});
afterAll(async () => {
  await stop(fragile);
  await proxy.close();
  await ctx.close();
});

async function serveThroughProxy(
  options: { answerTimeoutMs?: number } = {},
): Promise<ProxiedServer> {
  const db = openDatabase({ url: proxy.url, connections: 8, ...options });
  const { config, clock, secrets, log } = ctx;
  return { db, server: await makePanelServer({ config, clock, secrets, log, db }) };
}

async function stop({ server, db }: ProxiedServer): Promise<void> {
  await server.close();
  await db.close();
}

const good = { isOficial: true, nota: 'Cliente', package: 1 };
const create = (key: string = randomUUID()) =>
  call(fragile, createIptvLine, { body: good }, { token: seller.token, key });
const profile = (at = fragile) => call(at, getProfile, {}, { token: seller.token });
const unavailable = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: {
    code: 'unavailable',
    message: 'O sistema está se recuperando e nada foi perdido. Tente de novo em instantes.',
  },
};
const soldIn = async () => {
  const { rows } = await ctx.owner.query(
    `select (select count(*)::int from lines where owner_id = $1) as lines,
      (select count(*)::int from entries where actor_id = $1 and reason = 'line-created') as charges,
      (select count(*)::int from events where actor_id = $1 and kind = 'line-created') as events`,
    [seller.id],
  );
  return rows[0];
};

/**
 * These calls check a signed key first, so they reject the request before they use the database.
 */
const refusedForTheirKey = new Map([
  ['get-portal', 403],
  ['get-portal-charge', 403],
  ['get-portal-recurring', 403],
  ['get-portal-authorization', 403],
  ['read-portal-coupon', 403],
  ['get-portal-referral', 403],
  ['list-customer-tickets', 403],
  ['open-customer-ticket', 403],
  ['read-customer-ticket', 403],
  ['write-customer-message', 403],
]);

/** Parts of paths that the generated requests do not contain. */
const pathValues = { account: 'q7Rk2mVx9a', plan: 't6H4pZs1Yw', slug: 'loja-da-celia' };

/** These calls do not use the database. */
const selfSufficient = new Set([
  'get-my-ip',
  'get-captcha',
  'get-brand',
  'get-logo',
  'get-background',
]);

describe('loss of the database', () => {
  it('every call reports the loss of the database, and works again afterwards', async () => {
    await Promise.all(Array.from({ length: 8 }, () => profile()));
    await proxy.cut();
    // The idle connections break while no request uses them. The server must handle this error,
    // because an unhandled error would end the process.
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The calls are sent at the same time, because each of them retries several times before it
    // answers.
    const replies = await Promise.all(
      moduleRoutes(ctx).map(async ({ endpoint }) => {
        const { body, params, ...rest } = wholeRequest(endpoint);
        const request = {
          ...rest,
          params: { ...params, ...pathValues },
          ...(body ? { body: 'phone' in body ? { ...body, phone: '5511988887766' } : body } : {}),
        };
        const reply = await call(fragile, endpoint as Endpoint, request, { token: seller.token });
        return { endpoint, reply };
      }),
    );
    for (const { endpoint, reply } of replies) {
      expect([endpoint.name, reply]).toMatchObject([
        endpoint.name,
        refusedForTheirKey.has(endpoint.name)
          ? { status: refusedForTheirKey.get(endpoint.name) }
          : selfSufficient.has(endpoint.name)
            ? { status: 200 }
            : unavailable,
      ]);
    }
    await proxy.mend();
    expect((await profile()).status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  it('the server is alive but not ready without a database', async () => {
    const status = async (url: string) => (await fragile.server.inject({ url })).statusCode;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
    await proxy.cut();
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    await proxy.mend();
    expect(await status('/readyz')).toBe(200);
  });

  it('a loss during creations leaves nothing half-done, and each key acts once', async () => {
    const before = await soldIn();
    const keys = Array.from({ length: 40 }, () => randomUUID());
    const sending = keys.map((key) => create(key));
    await new Promise((resolve) => setTimeout(resolve, 15));
    await proxy.cut();
    const first = await Promise.all(sending);
    expect(new Set(first.map(({ status }) => status)).has(503)).toBe(true);
    expect(first.every(({ status }) => status === 200 || status === 503)).toBe(true);
    await proxy.mend();
    const second = await Promise.all(keys.map((key) => create(key)));
    expect(second.map(({ status }) => status)).toEqual(Array(40).fill(200));
    const acknowledged = first
      .map(({ status }, index) => [status, index] as const)
      .filter(([status]) => status === 200);
    for (const [, attempt] of acknowledged)
      expect(second[attempt]!.body).toEqual(first[attempt]!.body);
    const after = await soldIn();
    expect([
      after.lines - before.lines,
      after.charges - before.charges,
      after.events - before.events,
    ]).toEqual([40, 40, 40]);
  });
});

it('the log has one line for the loss and one for the recovery, with the count', async () => {
  const lines: { msg: string; failures?: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLogger({ logLevel: 'warn' }, { write });
  const db = openDatabase({ url: proxy.url, connections: 8, log });
  const { config, clock, secrets } = ctx;
  const served = { db, server: await makePanelServer({ config, clock, secrets, log, db }) };
  const ownerProxy = await openProxy(String(ctx.owner.options.connectionString));
  const job = { name: 'proof', work: async () => {} };
  const worker = await startWorker({ ...ctx, db, log }, ownerProxy.url, [job]);
  try {
    await Promise.all(Array.from({ length: 8 }, () => profile(served)));
    await Promise.all([proxy.cut(), ownerProxy.cut()]);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 8 }, () => profile(served)));
    await Promise.all([proxy.mend(), ownerProxy.mend()]);
    await expect.poll(() => lines.at(-1)?.msg).toBe('database available again');
  } finally {
    await worker.stop();
    await stop(served);
    await ownerProxy.close();
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^database unavailable, further failures are counted: /),
    'database available again',
  ]);
  expect(lines[1]!.failures).toBeGreaterThan(24);
});

it('a lost commit response is no success, and the same key returns the stored response', async () => {
  const before = await soldIn();
  for (let index = 1; index <= 5; index += 1) {
    const key = randomUUID();
    proxy.loseNextCommit();
    expect(await create(key)).toMatchObject(unavailable);
    expect((await soldIn()).lines).toBe(before.lines + index);
    const retried = await create(key);
    expect(retried.status).toBe(200);
    expect((await create(key)).body).toEqual(retried.body);
    const after = await soldIn();
    expect([after.lines - before.lines, after.charges - before.charges]).toEqual([index, index]);
  }
});

it('requests end in time without responses of the database, and nothing hangs afterwards', async () => {
  const impatient = await serveThroughProxy({ answerTimeoutMs: 1500 });
  await Promise.all(Array.from({ length: 8 }, () => profile(impatient)));
  proxy.hold();
  const replies = await Promise.all(Array.from({ length: 8 }, () => profile(impatient)));
  for (const reply of replies) expect(reply).toMatchObject(unavailable);
  await proxy.mend();
  const again = await Promise.all(Array.from({ length: 8 }, () => profile(impatient)));
  expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await stop(impatient);
});

it('connections whose transaction got no response are not used again', async () => {
  const impatient = await serveThroughProxy({ answerTimeoutMs: 1500 });
  const before = await soldIn();
  const open = Promise.withResolvers<void>();
  let startedCount = 0;
  const waiting = Array.from({ length: 8 }, () =>
    impatient.db
      .tx(async (tx) => {
        startedCount += 1;
        if (startedCount === 8) {
          proxy.hold();
          open.resolve();
        }
        await open.promise;
        return tx.first(sql`select 1`);
      })
      .catch((error: unknown) => isUnavailable(error)),
  );
  expect(await Promise.all(waiting)).toEqual(Array(8).fill(true));
  await proxy.mend();
  const again = await Promise.all(Array.from({ length: 8 }, () => profile(impatient)));
  expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await soldIn()).toEqual(before);
  await stop(impatient);
});

describe('refusing to write', () => {
  it.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['25006', 'a standby'],
    ['57014', 'cancelled'],
    ['57P01', 'shutting down'],
    ['40P01', 'deadlocks without end'],
    ['40001', 'conflicts without end'],
    ['25P03', 'idle in a transaction for too long'],
  ])('the server answers 503 after error %s (%s) of the database', async (code) => {
    const before = await soldIn();
    await ctx.owner.query(
      `create or replace function fail() returns trigger language plpgsql as
       $$ begin raise exception 'planted' using errcode = '${code}'; end $$;
       create or replace trigger fail before insert on lines execute function fail()`,
    );
    expect(await create()).toMatchObject(unavailable);
    expect((await profile()).status).toBe(200);
    await ctx.owner.query('drop trigger fail on lines');
    expect(await soldIn()).toEqual(before);
    expect((await create()).status).toBe(200);
  });
});
