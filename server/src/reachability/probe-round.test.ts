/** Tests probe rounds against local HTTP servers, with a fixed clock and without real pauses. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listBalancers } from '@ramal/contract/operations/balancers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { getBalancerChoice, probedBalancers } from '../balancers/balancers.ts';
import { probeHttp } from './probe.ts';
import { probeRound } from './probe-round.ts';
import type { Probing } from './try-targets.ts';

const PERIOD_MS = 30_000;
const IPS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];

let ctx: TestContext;
let admin: Person;
let port = 0;
let servers: Map<string, Server>;

const listen = (host: string, at: number, body = '{"ok":true}') =>
  new Promise<Server>((resolve) => {
    const server = createServer((_request, response) => response.end(body));
    server.listen(at, host, () => resolve(server));
  });

const stop = (server: Server | undefined) =>
  new Promise<void>((resolve) => {
    if (!server?.listening) return resolve();
    server.close(() => resolve());
    server.closeAllConnections();
  });

beforeAll(async () => {
  const reference = await listen('127.0.0.1', 0);
  ({ port } = reference.address() as AddressInfo);
  servers = new Map([['127.0.0.1', reference]]);
  ctx = await createTestContext({
    RAMAL_PRIVATE_ORIGINS: '127.0.0.0/8',
    RAMAL_BALANCER_PORT: String(port),
    RAMAL_PROBE_REFERENCES: `http://127.0.0.1:${port}`,
  });
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate balancers, cnames, cname_moves, probed_targets, probe_cells');
  for (const ip of ['127.0.0.1', ...IPS])
    if (!servers.get(ip)?.listening) servers.set(ip, await listen(ip, port));
  for (const ip of IPS)
    await ctx.owner.query(
      `insert into balancers (name, ip, weight, created_by, created_at) values ($1::text, $1::text::inet, 20, $2, $3)`,
      [ip, admin.id, ctx.clock.now()],
    );
  getBalancerChoice(ctx).forget();
});
afterAll(async () => {
  for (const server of servers.values()) await stop(server);
  await ctx.close();
});

async function runRounds(times: number, probing: Partial<Probing> = {}): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await probeRound(ctx, [probedBalancers], {
      probe: probeHttp,
      pause: async () => undefined,
      ...probing,
    });
    ctx.clock.forward(PERIOD_MS);
  }
}

const listAll = async () =>
  (await call(ctx, listBalancers, { query: {} }, { token: admin.token })).body.data;
const statuses = async () => (await listAll()).map(({ status }) => status);

const findChosenIps = async () => {
  const viewers = Array.from({ length: 60 }, (_, n) => `cliente${n}`);
  const ips = await Promise.all(
    viewers.map(async (viewer) => (await getBalancerChoice(ctx).choose(viewer, ''))?.ip),
  );
  return IPS.filter((ip) => ips.includes(ip));
};

const countEvents = async (kind: string) =>
  (await ctx.owner.query('select from events where kind = $1', [kind])).rowCount ?? 0;

it('reports a stopped balancer as «Caiu» within two periods and assigns it no new viewers', async () => {
  await runRounds(1);
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Ativa']);
  expect(await findChosenIps()).toEqual(IPS);
  await stop(servers.get(IPS[1]!));
  const before = await countEvents('balancer-fell');
  await runRounds(2);
  expect(await statuses()).toEqual(['Ativa', 'Caiu', 'Ativa']);
  expect((await listAll())[1]).toMatchObject({ state: 'down', reason: 'connect' });
  expect(await findChosenIps()).toEqual([IPS[0], IPS[2]]);
  expect((await countEvents('balancer-fell')) - before).toBe(1);
  servers.set(IPS[1]!, await listen(IPS[1]!, port));
  await runRounds(4);
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Ativa']);
  expect((await listAll())[1]!.hours.at(-1)).toBe('trouble');
});

it('counts the page of a parked domain as a failure', async () => {
  await runRounds(1);
  await stop(servers.get(IPS[0]!));
  servers.set(IPS[0]!, await listen(IPS[0]!, port, '<h1>Domínio à venda</h1>'));
  await runRounds(1);
  expect((await listAll())[0]).toMatchObject({ status: 'Caiu', reason: 'http' });
  await stop(servers.get(IPS[0]!));
});

it('keeps all statuses and records one event while the network of the prober is down', async () => {
  await runRounds(1);
  await stop(servers.get('127.0.0.1'));
  await stop(servers.get(IPS[0]!));
  const [fell, suspected] = [
    await countEvents('balancer-fell'),
    await countEvents('prober-suspected'),
  ];
  await runRounds(5);
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Ativa']);
  expect(await findChosenIps()).toEqual(IPS);
  expect((await countEvents('balancer-fell')) - fell).toBe(0);
  expect((await countEvents('prober-suspected')) - suspected).toBe(1);
});

it('suspects the prober when all targets fail at once', async () => {
  await runRounds(1);
  const failing = async () => ({ failed: 'connect', certificateEndsAt: null, ms: null }) as const;
  await runRounds(4, { probe: failing });
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Ativa']);
  await runRounds(1);
  await stop(servers.get(IPS[2]!));
  await runRounds(1);
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Caiu']);
});

it('does not report a target as down if a retry succeeds', async () => {
  const waits: number[] = [];
  let tries = 0;
  await runRounds(1, {
    probe: async (_ctx, { url }) => {
      const isFirst = url.includes(IPS[0]!) && (tries += 1) <= 2;
      return { failed: isFirst ? 'http' : null, certificateEndsAt: null, ms: null };
    },
    pause: async (ms) => void waits.push(ms),
  });
  expect(waits).toEqual([2_000, 4_000]);
  expect(await statuses()).toEqual(['Ativa', 'Ativa', 'Ativa']);
});
