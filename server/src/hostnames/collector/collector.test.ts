/** Tests the collector over HTTP. Local DNS servers simulate the resolvers of networks. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import {
  addCollectedHostnames,
  deleteCollectedHostname,
  listCollectedHostnames,
} from '@ramal/contract/operations/hostname-collector';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { checkNames } from './check-names.ts';

/** An IPv4 address, or an error code: 3 for a name that does not exist, 2 for a failed resolver. */
type ResolverAnswer = string | 2 | 3;

/** Starts a resolver that answers every address query with the answer that the test sets. */
async function startResolver() {
  const socket = createSocket('udp4');
  const double = {
    said: '203.0.113.7' as ResolverAnswer,
    asked: 0,
    address: '',
    close: () => socket.close(),
  };
  socket.on('message', (query, from) => {
    double.asked += 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof double.said === 'number' ? double.said : 0), 2);
    header.writeUInt16BE(typeof double.said === 'string' ? 1 : 0, 6);
    header.writeUInt16BE(0, 10);
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const answer =
      typeof double.said === 'string'
        ? Buffer.from([
            0xc0,
            12,
            0,
            1,
            0,
            1,
            0,
            0,
            0,
            60,
            0,
            4,
            ...double.said.split('.').map(Number),
          ])
        : Buffer.alloc(0);
    socket.send(Buffer.concat([header, question, answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  double.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`;
  return double;
}

type Double = Awaited<ReturnType<typeof startResolver>>;

let ctx: TestContext;
let admin: Person;
let everybody: Double;
let vivo: Double;
beforeAll(async () => {
  [everybody, vivo] = [await startResolver(), await startResolver()];
  ctx = await createTestContext({
    RAMAL_PUBLIC_RESOLVERS: everybody.address,
    RAMAL_RESOLVERS: `Vivo, São Paulo=${vivo.address}`,
  });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  everybody.close();
  vivo.close();
});
beforeEach(async () => {
  [everybody.said, vivo.said] = ['203.0.113.7', '203.0.113.7'];
  await ctx.owner.query('truncate collected_hostnames');
});

const add = (...body: { host: string; franquia?: string; onde?: string }[]) =>
  call(ctx, addCollectedHostnames, { body }, { token: admin.token });
const list = async (query: Record<string, unknown> = {}) =>
  (await call(ctx, listCollectedHostnames, { query: query as never }, { token: admin.token })).body;
const first = async () => (await list()).data[0];
const VIVO = { host: 'serra.top', franquia: 'Serra', onde: 'Vivo, São Paulo' };

describe('the list', () => {
  it('adds several names at a time and shows the checked network', async () => {
    const added = await add(VIVO, { host: 'NORTE.click', onde: 'Claro' });
    expect([added.status, added.body]).toEqual([200, { message: 'Sucesso', added: 2 }]);
    const { data, counts, networks } = await list();
    expect(
      data.map(({ host, local, status, is_checked: checked }) => [host, local, status, checked]),
    ).toEqual([
      ['norte.click', 'Claro', '', false],
      ['serra.top', 'Vivo, São Paulo', '', true],
    ]);
    expect([counts, networks]).toEqual([{ active: 2, blocked: 0 }, ['Vivo, São Paulo']]);
  });

  it('searches and filters and sorts collected names', async () => {
    await add(VIVO, { host: 'norte.click' }, { host: 'aurora.sbs' });
    await ctx.owner.query(
      `update collected_hostnames set blocked_at = $1 where host = 'norte.click'`,
      [ctx.clock.now()],
    );
    const hosts = async (query: Record<string, unknown>) =>
      (await list(query)).data.map(({ host }) => host);
    expect(await hosts({ search: 'RORA' })).toEqual(['aurora.sbs']);
    expect(await hosts({ status: 'blocked' })).toEqual(['norte.click']);
    expect(await hosts({ status: 'active', sort: 'host', dir: 'asc' })).toEqual([
      'aurora.sbs',
      'serra.top',
    ]);
    expect(await hosts({ sort: 'id', dir: 'asc' })).toEqual([
      'serra.top',
      'norte.click',
      'aurora.sbs',
    ]);
  });

  it('refuses a duplicate or invalid hostname and stores nothing of the request', async () => {
    await add(VIVO);
    expect((await add({ host: 'novo.top' }, VIVO)).body.code).toBe('hostname_collected');
    const wrong = await add({ host: 'novo.top' }, { host: 'http://x' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { '1.host': expect.any(String) }]);
    expect((await list()).total).toBe(1);
  });

  it('deletes a collected name once', async () => {
    await add(VIVO);
    const { id } = (await first())!;
    const remove = () =>
      call(ctx, deleteCollectedHostname, { params: { id } }, { token: admin.token });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    expect((await list()).total).toBe(0);
  });
});

describe('a network', () => {
  it.each([
    ['sends elsewhere', '198.51.100.1'],
    ['says there is no such name', 3],
  ] as const)(
    'marks a name as blocked when a network %s twice in a row until it answers correctly',
    async (_, said) => {
      await add(VIVO);
      vivo.said = said;
      await checkNames(ctx);
      expect((await first())?.status).toBe('');
      ctx.clock.forward(5 * 60_000);
      await checkNames(ctx);
      expect(await first()).toMatchObject({
        status: 'BLOCKED',
        date_verification: expect.stringMatching(/^\d\d\//),
      });
      const since = (await first())?.date_verification;
      ctx.clock.forward(5 * 60_000);
      await checkNames(ctx);
      expect((await first())?.date_verification).toBe(since);
      vivo.said = '203.0.113.7';
      await checkNames(ctx);
      expect(await first()).toMatchObject({ status: '', date_verification: null });
    },
  );

  it('blocks nothing after a single altered answer', async () => {
    await add(VIVO);
    for (const said of ['198.51.100.1', '203.0.113.7', '198.51.100.1'] as const) {
      vivo.said = said;
      await checkNames(ctx);
    }
    expect((await first())?.status).toBe('');
  });

  it.each([
    ['the resolver of the provider fails', 2, '203.0.113.7'],
    ['no resolver finds the name', 3, 3],
    ['the public resolvers fail', '198.51.100.1', 2],
  ] as const)('blocks nothing while %s', async (_, theirs, publicAnswer) => {
    await add(VIVO);
    [vivo.said, everybody.said] = [theirs, publicAnswer];
    await checkNames(ctx);
    await checkNames(ctx);
    expect((await first())?.status).toBe('');
  });

  it('does not check a network without a resolver', async () => {
    await add({ host: 'serra.top', onde: 'Claro' });
    const before = vivo.asked + everybody.asked;
    await checkNames(ctx);
    expect(vivo.asked + everybody.asked).toBe(before);
  });
});
