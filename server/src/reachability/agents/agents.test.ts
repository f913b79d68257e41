/** Tests probe agents over HTTP: their keys, their signed reports and the effect of their votes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listBalancers } from '@ramal/contract/operations/balancers';
import {
  createProbeAgent,
  listProbeAgents,
  type ProbeReport,
  revokeProbeAgent,
  sendProbeReport,
} from '@ramal/contract/operations/probe-agents';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../../test/context.ts';
import { probedBalancers } from '../../balancers/balancers.ts';
import { probeRound } from '../probe-round.ts';
import { parseAgentKey, signReport } from './agent-key.ts';
import { probeFromAgent, runAgent, sendReport } from './run-agent.ts';

let ctx: TestContext;
let admin: Person;
let panel: string;
const IPS = ['200.160.4.1', '200.160.4.2', '200.160.4.3'] as const;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent', RAMAL_PROBE_REFERENCES: '' });
  admin = await person(ctx, { profile: 'admin' });
  panel = await ctx.server.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate balancers, cnames, cname_moves, probed_targets, probe_cells, probe_places, place_results cascade',
  );
  await ctx.owner.query('delete from rate_limits');
  for (const ip of IPS)
    await ctx.owner.query(
      `insert into balancers (name, ip, weight, created_by, created_at) values ($1::text, $1::text::inet, 20, $2, $3)`,
      [ip, admin.id, ctx.clock.now()],
    );
});
afterAll(() => ctx.close());

const as = <E extends Parameters<typeof call>[1]>(
  endpoint: E,
  sent: Parameters<typeof call<E>>[2],
) => call(ctx, endpoint, sent, { token: admin.token });

async function newAgent(name: string) {
  const { body } = await as(createProbeAgent, { body: { name } });
  return { ...body, ...parseAgentKey(body.key)! };
}
type NewAgent = Awaited<ReturnType<typeof newAgent>>;

let sequence = 0;
async function report(
  { publicId, secret }: Pick<NewAgent, 'publicId' | 'secret'>,
  results: ProbeReport['results'],
  change: Partial<ProbeReport> = {},
) {
  sequence += 1;
  const time = Math.round(ctx.clock.now().getTime() / 1000);
  const text = JSON.stringify({ time, sequence, results, ...change });
  return call(ctx, sendProbeReport, {
    body: { place: publicId, report: text, signature: signReport(secret, text) },
  });
}

const idsOf = async () =>
  (
    await ctx.owner.query<{ id: number }>('select id::int as id from balancers order by ip')
  ).rows.map(({ id }) => id);

/** Sends a report of a probe agent about the three balancers. `down` lists the ones that failed. */
async function sees(place: NewAgent, ...down: readonly string[]) {
  const ids = await idsOf();
  return report(
    place,
    IPS.map((ip, index) => ({
      kind: 'balancer',
      id: ids[index]!,
      failed: down.includes(ip) ? ('connect' as const) : null,
      ms: 30,
      addresses: null,
    })),
  );
}

async function round(...down: readonly string[]) {
  await probeRound(ctx, [probedBalancers], {
    probe: async (_ctx, { url }) => ({
      failed: down.includes(new URL(url).hostname) ? 'connect' : null,
      certificateEndsAt: null,
      ms: 12,
    }),
    pause: async () => undefined,
  });
  ctx.clock.forward(30_000);
}
const statuses = async () =>
  (await as(listBalancers, {})).body.data.map(({ status }) => status).join(' ');
const readAgents = async () => (await as(listProbeAgents, {})).body;
const stateOf = async (name: string) =>
  (await readAgents()).data.find((place) => place.name === name)?.state;

describe('a key', () => {
  it('shows a key once and stores it encrypted and revokes it permanently', async () => {
    const created = await newAgent('Vivo, São Paulo');
    expect(created.key).toMatch(/^rmp_[0-9a-f]{10}_[\w-]{43}$/);
    expect(created.command).toContain(`RAMAL_PROBE_KEY=${created.key} npm run probe`);
    expect((await readAgents()).data).toMatchObject([
      { name: 'Vivo, São Paulo', state: 'new', prefix: created.key.slice(0, 14), targets: 0 },
    ]);
    const { rows } = await ctx.owner.query(
      'select p::text as kept from probe_places p union all select e::text from events e',
    );
    expect(JSON.stringify([rows, await readAgents()])).not.toContain(created.secret);
    expect((await as(createProbeAgent, { body: { name: 'Vivo, São Paulo' } })).body.code).toBe(
      'probe_place_taken',
    );
    expect((await sees(created)).status).toBe(200);
    await as(revokeProbeAgent, { params: { id: created.id } });
    expect((await sees(created)).body.code).toBe('probe_report_refused');
    expect((await readAgents()).data).toEqual([]);
    expect((await as(revokeProbeAgent, { params: { id: created.id } })).status).toBe(404);
    expect((await newAgent('Vivo, São Paulo')).id).not.toBe(created.id);
  });
});

describe('a report', () => {
  it.each<
    [
      string,
      (place: NewAgent) => Promise<{ status: number; body: { code?: string } }>,
      string,
      ('new' | 'voting')?,
    ]
  >([
    [
      'signed with another secret',
      (place) => report({ ...place, secret: 'x'.repeat(43) }, []),
      'probe_report_refused',
    ],
    [
      'of an unknown agent',
      (place) => report({ ...place, publicId: '0123456789' }, []),
      'probe_report_refused',
    ],
    [
      'that is three minutes old',
      (place) => report(place, [], { time: Date.parse(TODAY) / 1000 - 180 }),
      'probe_report_late',
    ],
    [
      'that is three minutes ahead',
      (place) => report(place, [], { time: Date.parse(TODAY) / 1000 + 180 }),
      'probe_report_late',
    ],
    [
      'that was already received',
      async (place) => {
        await report(place, [], { sequence: 7 });
        return report(place, [], { sequence: 7 });
      },
      'probe_report_late',
      'voting',
    ],
    [
      'that is not valid',
      (place) => report(place, [{ kind: 'balancer' }] as never),
      'probe_report_refused',
    ],
  ])('rejects a report %s', async (_, send, code, state = 'new') => {
    expect((await send(await newAgent('Claro'))).body.code).toBe(code);
    expect(await stateOf('Claro')).toBe(state);
  });

  it('answers a report with the next targets', async () => {
    const created = await newAgent('Claro');
    await ctx.owner.query(
      `insert into collected_hostnames (host, network, created_at) values ('norte.click', 'Claro', now()), ('sul.click', 'Vivo', now())`,
    );
    const { body } = await report(created, []);
    expect(body.period_seconds).toBe(30);
    expect(body.targets.map(({ kind, url, host }) => [kind, url, host])).toEqual([
      ...IPS.map((ip) => ['balancer', `http://${ip}:8080/healthz`, null]),
      ['collected', null, 'norte.click'],
    ]);
    await ctx.owner.query('truncate collected_hostnames');
  });
});

describe('votes', () => {
  it('changes the state only if two of three voters see a failure', async () => {
    const [vivo, claro] = [await newAgent('Vivo'), await newAgent('Claro')];
    await sees(vivo);
    await sees(claro);
    await round();
    expect(await statuses()).toBe('Ativa Ativa Ativa');
    await sees(vivo, IPS[1]);
    await round();
    expect(await statuses()).toBe('Ativa Ativa Ativa');
    await sees(vivo, IPS[1]);
    await sees(claro, IPS[1]);
    await round();
    expect(await statuses()).toBe('Ativa Caiu Ativa');
    const { rows } = await ctx.owner.query(
      `select after from events where kind = 'balancer-fell' order by id desc limit 1`,
    );
    expect(rows[0].after).toMatchObject({ reason: 'connect', seenFrom: ['Claro', 'Vivo'] });
  });

  it('changes nothing if this server is outvoted by two agents', async () => {
    for (const name of ['Vivo', 'Claro']) await sees(await newAgent(name));
    await round();
    await round(IPS[0]);
    expect(await statuses()).toBe('Ativa Ativa Ativa');
  });

  it('ignores an agent without network or without a fresh report', async () => {
    const [vivo, claro] = [await newAgent('Vivo'), await newAgent('Claro')];
    await sees(vivo, ...IPS);
    await sees(claro, ...IPS);
    await round();
    expect(await statuses()).toBe('Ativa Ativa Ativa');
    expect([await stateOf('Vivo'), (await readAgents()).own]).toEqual(['doubtful', 'voting']);
    for (const place of [vivo, claro]) await sees(place, IPS[1]);
    ctx.clock.forward(3 * 60_000);
    await round();
    expect(await statuses()).toBe('Ativa Ativa Ativa');
    expect(await stateOf('Vivo')).toBe('silent');
  });

  it('the agents decide alone while the network of this server is down', async () => {
    await round();
    await round(...IPS);
    expect([await statuses(), (await readAgents()).own]).toEqual(['Ativa Ativa Ativa', 'doubtful']);
    const [vivo, claro] = [await newAgent('Vivo'), await newAgent('Claro')];
    await sees(vivo, IPS[2]);
    await sees(claro, IPS[2]);
    await round(...IPS);
    expect(await statuses()).toBe('Ativa Ativa Caiu');
  });
});

describe('a running probe agent', () => {
  let balancer: Server;
  let port = 0;
  beforeAll(async () => {
    balancer = createServer((_request, response) => response.end('{"ok":true}'));
    await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
    ({ port } = balancer.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => balancer.close(resolve)));

  it('probes from its own network and its report counts', async () => {
    const created = await newAgent('Vivo');
    const place = {
      ...created,
      url: panel,
      config: { privateOrigins: ['127.0.0.0/8'] },
      now: () => ctx.clock.now().getTime(),
      resolve: async (host: string) => (host === 'norte.click' ? ['198.51.100.1'] : null),
    };
    expect((await sendReport(place, [])).map(({ kind }) => kind)).toEqual(
      IPS.map(() => 'balancer'),
    );
    const results = await probeFromAgent(
      {
        ...place,
        probing: { probe: (await import('../probe.ts')).probeHttp, pause: async () => 0 },
      },
      [
        { kind: 'balancer', id: 1, url: `http://127.0.0.1:${port}/healthz`, host: null },
        { kind: 'balancer', id: 2, url: 'http://127.0.0.1:9/healthz', host: null },
        { kind: 'collected', id: 3, url: null, host: 'norte.click' },
      ],
    );
    expect(results).toEqual([
      { kind: 'balancer', id: 1, failed: null, ms: expect.any(Number), addresses: null },
      { kind: 'balancer', id: 2, failed: 'connect', ms: null, addresses: null },
      { kind: 'collected', id: 3, failed: null, ms: null, addresses: ['198.51.100.1'] },
    ]);
    await sendReport(place, results);
    expect((await readAgents()).data).toMatchObject([{ state: 'voting', targets: 3, failing: 1 }]);
  });

  it('continues while the panel is unavailable and ends on abort', async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const created = await newAgent('Vivo');
    await runAgent(
      { ...created, url: 'http://127.0.0.1:9', config: { privateOrigins: [] } },
      (line) => {
        lines.push(line);
        stop.abort();
      },
      stop.signal,
    );
    expect(lines).toEqual(['Not reported: the provider did not answer']);
  });
});
