import { listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { type P2pCalls, newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';

const services: [string, P2pCalls, P2pCalls][] = [
  ['p2p', p2pLines, newP2pLines],
  ['new-p2p', newP2pLines, p2pLines],
];

describe.each(services)('the list of %s', (key, calls, others) => {
  let ctx: TestContext;
  let admin: Person;
  let master: Person;
  let seller: Person;
  let child: Person;
  let stranger: Person;
  beforeAll(async () => {
    ctx = await createTestContext();
    const grants = ['lines.new-p2p'] as const;
    admin = await person(ctx, { profile: 'admin', grants });
    master = await person(ctx, { parent: admin, balance: 10_000, grants });
    seller = await person(ctx, { parent: master, balance: 10_000, grants });
    child = await person(ctx, { parent: seller, balance: 10_000, grants });
    stranger = await person(ctx, { parent: admin, balance: 10_000, grants });
    const createLine = async (name: string, expiry: string, body: Record<string, unknown> = {}) => {
      const { id } = await p2pLine(ctx, seller, calls, { name, ...body });
      ctx.clock.forward(60_000);
      await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, expiry]);
      return id;
    };
    // Today is 21/11/2026, noon.
    await createLine('longe', '2027-03-01T12:00:00Z', { nota: 'Avó do Zé', productid: 2 });
    await createLine('logo', '2026-11-28T15:00:00Z', { whatsapp: '5511900000042' });
    await createLine('vencida', '2026-10-01T15:00:00Z');
    const off = await createLine('desligada', '2027-01-01T15:00:00Z');
    await createLine('prova', '2026-11-21T18:00:00Z', { isOficial: false });
    await ctx.owner.query('update lines set is_on = false where id = $1', [off]);
    const gone = await createLine('apagada', '2027-01-01T15:00:00Z');
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [gone]);
    await p2pLine(ctx, child, calls, { name: 'neta' });
    await p2pLine(ctx, stranger, calls, { name: 'alheia' });
    // Creates lines of the same seller on other platforms, which this list must not contain.
    await p2pLine(ctx, seller, others, { name: 'outra', nota: 'Avó do Zé' });
    await line(ctx, seller, { username: '100001', nota: 'Avó do Zé' });
  });
  afterAll(() => ctx.close());

  const list = (query: Record<string, unknown> = {}, actor = seller) =>
    call(ctx, calls.list, { query: { per_page: 50, ...query } }, { token: actor.token });
  const names = async (query: Record<string, unknown> = {}, actor = seller) =>
    (await list(query, actor)).body.data.map(({ name }) => name);
  const count = (query: Record<string, unknown> = {}, actor = seller) =>
    call(ctx, calls.count, { query }, { token: actor.token });
  const ownNames = ['vencida', 'prova', 'logo', 'desligada', 'longe'];

  it('lists own lines of this platform only with the soonest expiry first', async () => {
    expect(await names()).toEqual(ownNames);
    expect(await names({ reseller_id: seller.id })).toEqual(ownNames);
    const iptv = await call(ctx, listIptvLines, {}, { token: seller.token });
    expect(iptv.body.data.map(({ username }) => username)).toEqual(['100001']);
    const beside = await call(ctx, others.list, {}, { token: seller.token });
    expect(beside.body.data.map(({ name }) => name)).toEqual(['outra']);
  });

  it('returns a line with the field names of the specification', async () => {
    const { data } = (await list({ search: 'logo' })).body;
    expect(data).toEqual([
      {
        id: expect.any(Number),
        name: 'logo',
        pass: expect.stringMatching(/^[a-zA-Z2-9]{8}$/),
        status: 1,
        is_trial: false,
        startTime: '21/11/2026 12:01',
        endTime: '28/11/2026 12:00',
        startTime_timestamp: Date.parse('2026-11-21T15:01:00Z') / 1000,
        endTime_timestamp: Date.parse('2026-11-28T15:00:00Z') / 1000,
        id_res: seller.id,
        nota: 'Cliente',
        expiring: 1,
        whatsapp: '5511900000042',
        productid: 1,
        product_name: 'PLANO COMPLETO',
        trusted: false,
        rollback_min: '2026-11-25',
        reseller: { username: seller.username },
      },
    ]);
  });

  it.each([
    ['endTime', ownNames],
    ['name', ['desligada', 'logo', 'longe', 'prova', 'vencida']],
    ['startTime', ['longe', 'logo', 'vencida', 'desligada', 'prova']],
  ])('by %s, both ways, and by nothing else', async (sort, order) => {
    expect(await names({ sort })).toEqual(order);
    expect(await names({ sort, dir: 'desc' })).toEqual(order.toReversed());
    expect((await list({ sort: 'exp_date' })).status).toBe(422);
  });

  it.each([
    [1, ['vencida', 'logo', 'longe']],
    [2, ['prova']],
    [0, ['desligada']],
  ])('status %i', async (status, input) => {
    expect(await names({ status })).toEqual(input);
    const { data } = (await list({ status })).body;
    expect(new Set(data.map((row) => row.status))).toEqual(new Set([status]));
  });

  it.each([
    [2, ['vencida', 'prova']],
    [1, ['logo']],
    [0, ['desligada', 'longe']],
  ])('expiring %i', async (expiring, input) => {
    expect(await names({ expiring })).toEqual(input);
  });

  it.each([
    ['avo do ze', ['longe']],
    ['5511900000042', ['logo']],
    ['28/11/2026', ['logo']],
    ['100001', []],
    ['alheia', []],
  ])('search %j', async (search, input) => {
    expect(await names({ search })).toEqual(input);
  });

  it('returns pages with a total', async () => {
    const { body } = await list({ page: 2, per_page: 2 });
    expect(body.data.map(({ name }) => name)).toEqual(['logo', 'desligada']);
    expect(body).toMatchObject({ total: 5, total_exact: true, current_page: 2, last_page: 3 });
  });

  it('lists the lines of a descendant or the tree or all accounts for an admin', async () => {
    expect(await names({ reseller_id: child.id })).toEqual(['neta']);
    expect(await names({ reseller_id: 'tree', sort: 'name' }, master)).toEqual(
      [...ownNames, 'neta'].toSorted(),
    );
    expect(await names({ reseller_id: 'tree', sort: 'name' }, admin)).toEqual(
      [...ownNames, 'neta', 'alheia'].toSorted(),
    );
    expect(await names({}, admin)).toEqual([]);
  });

  it('answers alike for parents and strangers and unknown ids', async () => {
    for (const reseller_id of [master.id, stranger.id, admin.id, 999_999]) {
      const listed = await list({ reseller_id });
      const counted = await count({ reseller_id });
      expect([listed.status, listed.body.code]).toEqual([404, 'reseller_not_found']);
      expect(counted.body).toEqual(listed.body);
    }
  });

  it('counts the lines of each status and none online on this platform', async () => {
    const bound = (total: number) => ({ total, exact: true });
    expect((await count()).body).toEqual({
      all: bound(5),
      Ativo: bound(2),
      Teste: bound(1),
      Desativado: bound(1),
    });
    expect((await count({ reseller_id: 'tree' }, admin)).body.all).toEqual(bound(7));
  });

  it('finds a line by WhatsApp and returns its platform', async () => {
    const { body } = await call(
      ctx,
      findLinesByWhatsapp,
      { query: { whatsapp: '5511900000042' } },
      { token: master.token },
    );
    expect(body).toMatchObject([{ platform: key, username: 'logo', status: 'Ativo' }]);
  });
});

it('returns the configured products on both services', async () => {
  const ctx = await createTestContext({ RAMAL_P2P_PRODUCTS: '7 COMPLETO, 9 SEM ADULTOS' });
  try {
    const seller = await person(ctx, { balance: 1000, grants: ['lines.new-p2p'] });
    for (const { products } of [p2pLines, newP2pLines]) {
      expect((await call(ctx, products, {}, { token: seller.token })).body).toEqual([
        { id: 7, name: 'COMPLETO' },
        { id: 9, name: 'SEM ADULTOS' },
      ]);
    }
    const { id } = await p2pLine(ctx, seller, p2pLines, { productid: 9 });
    await ctx.owner.query('update lines set product_id = 1 where id = $1', [id]);
    const { data } = (await call(ctx, p2pLines.list, {}, { token: seller.token })).body;
    // The configuration no longer contains product 1 of this line.
    expect(data).toMatchObject([{ productid: 1, product_name: 'Pacote 1' }]);
  } finally {
    await ctx.close();
  }
});
