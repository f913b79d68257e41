import { countIptvLines, listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
let master: Person;
let seller: Person;
let child: Person;
let stranger: Person;
/** Names of the lines, by their state. */
const lines = {
  far: '100001',
  soon: '100002',
  last: '100003',
  lapsed: '100004',
  off: '100005',
  test: '100006',
  watched: '100007',
};

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  master = await person(ctx, { parent: admin, balance: 10_000 });
  seller = await person(ctx, { parent: master, balance: 10_000 });
  child = await person(ctx, { parent: seller, balance: 10_000 });
  stranger = await person(ctx, { parent: admin, balance: 10_000 });
  const createLine = async (
    username: string,
    expiry: string,
    body: Record<string, unknown> = {},
  ) => {
    const { id } = await line(ctx, seller, { username, ...body });
    await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, expiry]);
    return id;
  };
  // Today is 21/11/2026, noon.
  await createLine(lines.far, '2027-03-01T12:00:00Z');
  await createLine(lines.soon, '2026-11-28T15:00:00Z');
  await createLine(lines.last, '2026-11-22T15:00:00Z');
  await createLine(lines.lapsed, '2026-10-01T15:00:00Z');
  const off = await createLine(lines.off, '2027-01-01T15:00:00Z');
  await createLine(lines.test, '2026-11-21T18:00:00Z', { isOficial: false });
  const watched = await createLine(lines.watched, '2027-02-01T15:00:00Z');
  await ctx.owner.query('update lines set is_on = false where id = $1', [off]);
  await ctx.owner.query(
    `insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     values (gen_random_uuid(), $1, (select owner_id from lines where id = $1), 1, 'Canal de teste', 'hls', $2, $2)`,
    [watched, ctx.clock.now()],
  );
  const gone = await createLine('100099', '2027-01-01T15:00:00Z');
  await ctx.owner.query('update lines set deleted_at = now() where id = $1', [gone]);
  await line(ctx, child, { username: '200001' });
  await line(ctx, master, { username: '300001' });
  await line(ctx, stranger, { username: '400001' });
});
afterAll(() => ctx.close());

const list = (query: Record<string, unknown> = {}, actor = seller) =>
  call(ctx, listIptvLines, { query: { per_page: 50, ...query } }, { token: actor.token });
const names = async (query: Record<string, unknown> = {}, actor = seller) =>
  (await list(query, actor)).body.data.map(({ username }) => username);
const ownNames = [
  lines.lapsed,
  lines.test,
  lines.last,
  lines.soon,
  lines.off,
  lines.watched,
  lines.far,
];

describe('owner of the listed lines', () => {
  it('lists own lines that are not deleted with the soonest expiry first', async () => {
    expect(await names()).toEqual(ownNames);
    expect(await names({ reseller_id: 0 })).toEqual(ownNames);
    expect(await names({ reseller_id: seller.id })).toEqual(ownNames);
  });

  it('lists the lines of a descendant by its id', async () => {
    expect(await names({ reseller_id: child.id })).toEqual(['200001']);
    expect(await names({ reseller_id: child.id }, master)).toEqual(['200001']);
    expect(await names({ reseller_id: seller.id }, master)).toEqual(ownNames);
  });

  it('lists the whole tree of the caller with the owner of each line', async () => {
    const { data } = (await list({ reseller_id: 'tree', sort: 'username' }, master)).body;
    expect(data.map(({ username }) => username)).toEqual([
      ...Object.values(lines),
      '200001',
      '300001',
    ]);
    expect(data.find(({ username }) => username === '200001')).toMatchObject({
      id_res: child.id,
      reseller: { username: child.username },
    });
    expect(await names({ reseller_id: 'tree' }, child)).toEqual(['200001']);
  });

  it('answers alike for parents and strangers and unknown ids', async () => {
    const bodies = [];
    for (const id of [master.id, stranger.id, admin.id, 999_999]) {
      const { status, body } = await list({ reseller_id: id });
      expect(status).toBe(404);
      bodies.push(body);
      expect(
        (await call(ctx, countIptvLines, { query: { reseller_id: id } }, { token: seller.token }))
          .body,
      ).toEqual(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('lists any account by id for an admin and all lines in a separate list', async () => {
    expect(await names({}, admin)).toEqual([]);
    expect(await names({ reseller_id: stranger.id }, admin)).toEqual(['400001']);
    expect(await names({ reseller_id: 'tree' }, admin)).toHaveLength(10);
    const all = await call(
      ctx,
      listAllIptvLines,
      { query: { sort: 'username' } },
      { token: admin.token },
    );
    expect(all.body.data.map(({ username }) => username)).toEqual([
      ...Object.values(lines),
      '200001',
      '300001',
      '400001',
    ]);
    expect(all.body).toMatchObject({ total: 10, last_page: 1 });
    expect((await call(ctx, listAllIptvLines, {}, { token: master.token })).status).toBe(403);
  });

  it('lists only IPTV lines', async () => {
    const { id } = await line(ctx, stranger);
    await ctx.owner.query(`update lines set platform = 'p2p' where id = $1`, [id]);
    expect(await names({}, stranger)).toEqual(['400001']);
    expect(await names({ reseller_id: 'tree' }, admin)).toHaveLength(10);
  });
});

describe('filters', () => {
  it.each([
    [{ status: 'Ativo' }, [lines.lapsed, lines.last, lines.soon, lines.watched, lines.far]],
    [{ status: 'Teste' }, [lines.test]],
    [{ status: 'Desativado' }, [lines.off]],
    [{ status: 'online' }, [lines.watched]],
    [{ online: 1 }, [lines.watched]],
    [{ online: true, status: 'Teste' }, []],
    [{ online: 0, status: 'Ativo' }, [lines.lapsed, lines.last, lines.soon, lines.far]],
    [{ expiring: 2 }, [lines.lapsed, lines.test, lines.last]],
    [{ expiring: 1 }, [lines.soon]],
    [{ expiring: 0 }, [lines.off, lines.watched, lines.far]],
    [{ expiring: 2, status: 'Teste' }, [lines.test]],
    [{ status: 'online', search: '100001' }, []],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('uses the same limits for the filter as for the marks of the rows to the second', async () => {
    const exact = await person(ctx, { balance: 1000 });
    const [day, second] = [86_400, 1];
    const left = [
      -day,
      0,
      day - second,
      day,
      day + second,
      7 * day - second,
      7 * day,
      7 * day + second,
    ];
    for (const seconds of left) {
      const { id } = await line(ctx, exact);
      const expiry = new Date(ctx.clock.now().getTime() + seconds * 1000);
      await ctx.owner.query('update lines set expires_at = $2 where id = $1', [id, expiry]);
    }
    const marks = async (query: Record<string, unknown>) =>
      (await list(query, exact)).body.data.map((row) => row.expiring);
    expect(await marks({})).toEqual([2, 2, 2, 2, 1, 1, 1, 0]);
    expect(await marks({ expiring: 2 })).toEqual([2, 2, 2, 2]);
    expect(await marks({ expiring: 1 })).toEqual([1, 1, 1]);
    expect(await marks({ expiring: 0 })).toEqual([0]);
    await ctx.owner.query('update lines set deleted_at = now() where owner_id = $1', [exact.id]);
  });

  it.each([
    { status: 'Ligado' },
    { expiring: 3 },
    { sort: 'short_code' },
    { dir: 'up' },
    { per_page: 101 },
    { page: 0 },
    { reseller_id: 'todas' },
  ])('%j is refused', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      422,
      'invalid_fields',
      Object.keys(query),
    ]);
  });

  it('lists lines with detected abuse that are not blocked as suspects', async () => {
    const mark = (username: string, blocked: boolean) =>
      ctx.owner.query(
        `update lines set abuse_reasons = 'Muitos endereços', blocked_for_abuse_at = case when $2 then now() end where username = $1`,
        [username, blocked],
      );
    await mark(lines.far, false);
    await mark(lines.off, true);
    const request = async (suspect: unknown) =>
      (
        await call(
          ctx,
          listAllIptvLines,
          { query: { suspect, per_page: 50 } },
          { token: admin.token },
        )
      ).body.data;
    expect((await request(1)).map(({ username }) => username)).toEqual([lines.far]);
    expect(await request(0)).toHaveLength(10);
    await ctx.owner.query(`update lines set abuse_reasons = '', blocked_for_abuse_at = null`);
  });
});

describe('order', () => {
  it.each([
    [{ sort: 'exp_date', dir: 'desc' }, ownNames.toReversed()],
    [{ sort: 'username' }, Object.values(lines)],
    [{ sort: 'username', dir: 'desc' }, Object.values(lines).toReversed()],
    [{ sort: 'created_at' }, Object.values(lines)],
    [{ sort: 'created_at', dir: 'desc' }, Object.values(lines).toReversed()],
  ])('%j', async (query, sorted) => {
    expect(await names(query)).toEqual(sorted);
  });
});

it('returns every displayed field in a row', async () => {
  const { data } = (await list({ search: lines.watched })).body;
  expect(data).toEqual([
    expect.objectContaining({
      username: lines.watched,
      status: 'Ativo',
      is_trial: false,
      online: true,
      watching: 'Canal de teste',
      nota: 'Cliente',
      exp_date: '01/02/2027 12:00',
      exp_date_timestamp: Date.parse('2027-02-01T15:00:00Z') / 1000,
      created_at: '21/11/2026 12:00',
      expiring: 0,
      id_res: seller.id,
      whatsapp: null,
      package: 1,
      package_name: 'Completo',
      trusted: false,
      rollback_min: '2027-01-29',
      reseller: { username: seller.username },
    }),
  ]);
  expect(data[0]?.id_iptv).toBe(data[0]?.id);
});

it('counts each filter as the list does', async () => {
  const counted = async (actor: Person, query: Record<string, unknown> = {}) => {
    const { body } = await call(ctx, countIptvLines, { query }, { token: actor.token });
    const { all, online, Ativo, Teste, Desativado } = body;
    return {
      all: all.total,
      online: online.total,
      Ativo: Ativo.total,
      Teste: Teste.total,
      Desativado: Desativado.total,
    };
  };
  expect(await counted(seller)).toEqual({ all: 7, online: 1, Ativo: 4, Teste: 1, Desativado: 1 });
  expect(await counted(seller, { reseller_id: child.id })).toEqual({
    all: 1,
    online: 0,
    Ativo: 1,
    Teste: 0,
    Desativado: 0,
  });
  expect(await counted(master, { reseller_id: 'tree' })).toMatchObject({ all: 9, Ativo: 6 });
  expect(await counted(admin, { reseller_id: 'all' })).toMatchObject({ all: 10, Ativo: 7 });
  expect(await counted(admin)).toMatchObject({ all: 0 });
  const refused = await call(
    ctx,
    countIptvLines,
    { query: { reseller_id: 'all' } },
    { token: master.token },
  );
  expect(refused.status).toBe(403);
});

// An id is compared as a whole, so that a part of an id matches nothing.
it('finds an owner by its exact id only if the list shows several owners', async () => {
  await ctx.owner.query(`select setval(pg_get_serial_sequence('accounts', 'id'), 45671)`);
  const owner = await person(ctx, { parent: admin, balance: 10_000 });
  const { id } = await line(ctx, owner, { username: '70000000', password: 'aaaaaaaa' });
  const total = async (token: string, everybody: boolean, search: string) =>
    (
      await call(
        ctx,
        everybody ? listAllIptvLines : listIptvLines,
        { query: { search } },
        { token },
      )
    ).body.data.filter((row: { id: number }) => row.id === id).length;
  expect(await total(owner.token, false, String(owner.id))).toBe(0);
  expect(await total(admin.token, true, String(owner.id))).toBe(1);
  expect(await total(admin.token, true, String(owner.id).slice(0, -1))).toBe(0);
});
