/**
 * Tests an action on many lines: chosen lines, refusals, the price, and a single change per line.
 */
import { type BulkAct, previewBulkLines, startBulkLines } from '@ramal/contract/lines/bulk-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { continueBatch, getBatch, listBatchRows } from '@ramal/contract/batches';
import { exportIptvLines } from '@ramal/contract/lines/iptv-lines';
import { listMessages } from '@ramal/contract/lines/messages';
import { newP2pLines } from '@ramal/contract/lines/p2p-lines';
import { stopTask } from '@ramal/contract/tasks';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, p2pLine, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { type BatchKind, batchTask } from '../../batches/batches.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { bulkLineKinds } from './bulk-actions.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  const grants = ['lines.new-p2p', 'lines.migrate-new-p2p'] as const;
  seller = await person(ctx, { parent: admin, balance: 1_000_000, grants });
});

/** Runs before the action on the nth row, counted over the whole test. */
let before: (nth: number) => Promise<unknown> = async () => {};
let acted = 0;
beforeEach(() => {
  before = async () => {};
  acted = 0;
});
const kinds = [
  batchTask(
    bulkLineKinds.map((kind) => ({
      ...kind,
      act: async (...args: Parameters<typeof kind.act>) => {
        acted += 1;
        await before(acted);
        return kind.act(...args);
      },
    })) as unknown as BatchKind[],
  ),
];

type Input = Record<string, unknown> & { readonly act: BulkAct };

const preview = (body: Input, actor = seller) =>
  call(
    ctx,
    previewBulkLines,
    { body: { platform: 'iptv', ...body } as never },
    { token: actor.token },
  );
const start = (body: Input, actor = seller, key?: string) =>
  call(
    ctx,
    startBulkLines,
    { body: { platform: 'iptv', ...body } as never },
    { token: actor.token, ...(key ? { key } : {}) },
  );
const look = async (id: number, actor = seller) =>
  (await call(ctx, getBatch, { params: { id } }, { token: actor.token })).body;
const work = async (id: number, actor = seller) => {
  await runTask(ctx, kinds, (await look(id, actor)).task.id);
  return look(id, actor);
};
const goOn = (id: number) =>
  call(ctx, continueBatch, { params: { id }, body: {} }, { token: seller.token });
const rows = async (id: number, actor = seller) =>
  (
    await call(
      ctx,
      listBatchRows,
      { params: { id }, query: { per_page: 100 } },
      { token: actor.token },
    )
  ).body.data;
async function doAll(body: Input, actor = seller) {
  const started = await start(body, actor);
  expect([started.status, started.body]).toMatchObject([200, {}]);
  const { id } = started.body.batch;
  return { batch: await work(id, actor), rows: await rows(id, actor) };
}

interface StoredLine {
  readonly id: string;
  readonly username: string;
  readonly platform: string;
  readonly is_on: boolean;
  readonly expires_at: Date;
  readonly deleted_at: Date | null;
  readonly package_id: string | null;
  readonly product_id: string | null;
}
const stored = async (owner = seller): Promise<StoredLine[]> =>
  (
    await ctx.owner.query<StoredLine>('select * from lines where owner_id = $1 order by id', [
      owner.id,
    ])
  ).rows;

/** Creates official lines of 30 days. */
async function many(count: number, owner = seller): Promise<number[]> {
  const { id } = await line(ctx, owner);
  await ctx.owner.query(
    `insert into lines (platform, owner_id, username, password, is_trial, expires_at, created_at, package_id, short_code)
     select 'iptv', owner_id, username || n, password, false, expires_at, created_at, package_id, short_code || n
     from lines, generate_series(2, $2) n where id = $1`,
    [id, count],
  );
  return (await stored(owner)).map((row) => Number(row.id));
}
const eventsOf = async (kind: string, owner = seller): Promise<number[]> => {
  const { rows: counted } = await ctx.owner.query<{ n: string }>(
    `select count(e.id) as n from lines l left join events e on e.line_id = l.id and e.kind = $2
     where l.owner_id = $1 group by l.id order by l.id`,
    [owner.id, kind],
  );
  return counted.map(({ n }) => Number(n));
};

describe('each act', () => {
  it('extends the selected lines and returns their new expiry', async () => {
    const ids = await many(3);
    const [first] = await stored();
    const { batch, rows: result } = await doAll({ act: 'extend', credits: 2, ids });
    expect(batch).toMatchObject({
      kind: 'extend-lines',
      title: 'Estender 60 dias · IPTV',
      total: 3,
      done: 3,
      charged: 6,
    });
    expect(result[0]!.message).toMatch(/^vence em \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    expect((await stored())[0]!.expires_at.getTime() - first!.expires_at.getTime()).toBe(
      60 * 86_400_000,
    );
    expect(await readAccountBalance(ctx, seller.id)).toBe(1_000_000 - 100 - 600);
  });

  it('lists the customers of a batch and counts those who can be messaged after a renewal', async () => {
    const reachable = await line(ctx, seller, { nota: 'Dona Célia', whatsapp: '5511955550142' });
    const silent = await line(ctx, seller, { nota: 'Seu Osvaldo' });
    const ids = [reachable.id, silent.id];
    const customers = async (id: number) =>
      (await call(ctx, listMessages, { query: { batch: id } }, { token: seller.token })).body;
    const renewal = await doAll({ act: 'extend', credits: 1, ids });
    expect(renewal.rows.map(({ nota }) => nota).toSorted()).toEqual(['Dona Célia', 'Seu Osvaldo']);
    expect(await customers(renewal.batch.id)).toMatchObject({
      total: 1,
      messages: [{ id: reachable.id, nota: 'Dona Célia', whatsapp: '5511955550142' }],
    });
    const change = await doAll({ act: 'switch-off', ids });
    expect(change.rows.map(({ nota }) => nota).toSorted()).toEqual(['Dona Célia', 'Seu Osvaldo']);
    expect((await customers(change.batch.id)).total).toBe(0);
  });

  it('switches lines off and on and skips lines already in that state', async () => {
    await many(3);
    const off = await doAll({ act: 'switch-off' });
    expect(off.rows.map(({ message }) => message)).toEqual(['desligada', 'desligada', 'desligada']);
    expect((await stored()).map(({ is_on }) => is_on)).toEqual([false, false, false]);
    await doAll({ act: 'switch-on', ids: [Number((await stored())[1]!.id)] });
    expect((await stored()).map(({ is_on }) => is_on)).toEqual([false, true, false]);
    expect((await preview({ act: 'switch-on' })).body).toMatchObject({ doable: 3, unchanged: 1 });
    await doAll({ act: 'switch-on' });
    expect(await eventsOf('line-switched-on')).toEqual([1, 1, 1]);
  });

  it('moves expiries to 23:59', async () => {
    await many(2);
    const { rows: result } = await doAll({ act: 'end-of-day' });
    expect(result.map(({ message }) => message.slice(-5))).toEqual(['23:59', '23:59']);
    expect((await preview({ act: 'end-of-day' })).body).toMatchObject({ doable: 2, unchanged: 2 });
    await doAll({ act: 'end-of-day' });
    expect(await eventsOf('line-end-of-day')).toEqual([1, 1]);
  });

  it('changes the package and shows its name', async () => {
    await many(2);
    const { batch, rows: result } = await doAll({ act: 'plan', package: 2 });
    expect((await stored()).map(({ package_id }) => Number(package_id))).toEqual([2, 2]);
    expect(result[0]!.message).toMatch(/^pacote /);
    expect(batch.title).toContain(result[0]!.message.replace('pacote ', ''));
    expect((await preview({ act: 'plan', package: 2 })).body.unchanged).toBe(2);
    expect((await preview({ act: 'plan', package: 999 })).body.code).toBe('package_unknown');
  });

  it('changes the product of P2P lines', async () => {
    await p2pLine(ctx, seller);
    await doAll({ act: 'plan', platform: 'p2p', product_id: 2 });
    expect((await stored()).map(({ product_id }) => Number(product_id))).toEqual([2]);
  });

  it('deletes the selected lines', async () => {
    await many(3);
    const { batch, rows: result } = await doAll({ act: 'delete' });
    expect(batch).toMatchObject({ done: 3, charged: 0 });
    expect(result[0]!.message).toMatch(/^deletada, venceria em /);
    expect((await stored()).every(({ deleted_at }) => deleted_at)).toBe(true);
    expect((await preview({ act: 'delete' })).body.total).toBe(0);
  });

  it('migrates lines to another platform and back with new user names', async () => {
    await many(3);
    const names = (await stored()).map(({ username }) => username);
    const { batch, rows: result } = await doAll({ act: 'migrate', to: 'p2p', product_id: 1 });
    expect(batch).toMatchObject({ title: 'Migrar para P2P · IPTV', done: 3, charged: 0 });
    expect(result.map(({ label }) => label)).toEqual(names);
    const moved = await stored();
    expect(moved.map(({ platform }) => platform)).toEqual(['p2p', 'p2p', 'p2p']);
    expect(result[0]!.message).toContain(moved[0]!.username);
    await doAll({ act: 'migrate', platform: 'p2p', to: 'iptv', package: 1 });
    expect((await stored()).map(({ platform }) => platform)).toEqual(['iptv', 'iptv', 'iptv']);
  });

  it.each([
    ['extend', {}, 'credits'],
    ['plan', {}, 'package'],
    ['plan', { platform: 'p2p', package: 1 }, 'product_id'],
    ['migrate', { product_id: 1 }, 'to'],
    ['migrate', { to: 'p2p', package: 1 }, 'product_id'],
    ['migrate', { to: 'iptv', package: 1 }, 'to'],
  ] as const)('%s without what it needs is not begun: %j', async (act, body, field) => {
    const { status, body: messageOf } = await start({ act, ...body });
    expect([status, Object.keys((messageOf as { fields?: object }).fields ?? {})]).toEqual([
      422,
      [field],
    ]);
  });
});

describe('a chunk', () => {
  /** True if another transaction could lock the rows now. */
  const isFree = async (table: 'lines' | 'wallets', owner = seller): Promise<boolean> => {
    const column = table === 'lines' ? 'owner_id' : `kind = 'balance' and account_id`;
    const { rowCount } = await ctx.owner.query(
      `select from ${table} where ${column} = $1 for no key update skip locked`,
      [owner.id],
    );
    return rowCount! > 0;
  };

  it.each([
    ['extend', { credits: 1 }, false],
    ['delete', {}, true],
  ] as const)('%s: locks its lines at once, and the wallet only where it pays', async (...row) => {
    const [act, body, walletIsFree] = row;
    await many(3);
    const free: boolean[] = [];
    before = async (nth) => {
      if (nth === 1) free.push(await isFree('lines'), await isFree('wallets'));
    };
    await doAll({ act, ...body });
    expect(free).toEqual([false, walletIsFree]);
  });

  it('charges each line from the balance that the previous line left', async () => {
    await many(60);
    await doAll({ act: 'extend', credits: 2 });
    const { rows: entries } = await ctx.owner.query<{ from_balance: string }>(
      `select e.from_balance from entries e join lines l on l.id = e.line_id
       where l.owner_id = $1 and e.reason = 'line-extended' order by e.id`,
      [seller.id],
    );
    const last = await readAccountBalance(ctx, seller.id);
    expect(entries.map(({ from_balance }) => Number(from_balance))).toEqual(
      Array.from({ length: 60 }, (_, n) => last + (59 - n) * 200),
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });
});

describe('selection of the lines', () => {
  it('selects all lines that match the filters on every page and no others', async () => {
    await many(120);
    await line(ctx, seller, { nota: 'Fica de fora', username: '900100200' });
    await line(ctx, seller, { isOficial: false, nota: 'Teste' });
    await p2pLine(ctx, seller);
    const filters = { search: 'Cliente', status: 'Ativo' };
    await ctx.owner.query(`update lines set note = 'Cliente' where owner_id = $1 and note = ''`, [
      seller.id,
    ]);
    const { batch } = await doAll({ act: 'switch-off', ...filters });
    expect(batch).toMatchObject({ total: 120, done: 120 });
    const on = (await stored()).filter(({ is_on }) => is_on);
    expect(on.map(({ platform }) => platform).toSorted()).toEqual(['iptv', 'iptv', 'p2p']);
  });

  it('selects only those of the given ids that match the filters', async () => {
    const ids = await many(4);
    await doAll({ act: 'switch-off', ids: ids.slice(0, 1) });
    const both = await preview({ act: 'delete', ids: ids.slice(0, 3), status: 'Ativo' });
    expect(both.body.total).toBe(2);
  });

  it('applies every filter of the list', () => {
    const { deleted: _, regPassword: __, ...filters } = exportIptvLines.body.shape;
    for (const { body } of [previewBulkLines, startBulkLines])
      expect(Object.keys(body.shape)).toEqual(expect.arrayContaining(Object.keys(filters)));
  });

  it('selects only lines with an unpaid period if the list shows those', async () => {
    const ids = await many(3);
    await call(
      ctx,
      setLinePrice,
      { params: { id: ids[1]! }, body: { price_cents: 2_500 } },
      { token: seller.token },
    );
    const { rows: result } = await doAll({ act: 'switch-off', paid: 'open' });
    expect(result.map(({ line_id }) => line_id)).toEqual([ids[1]]);
  });

  it('selects only lines blocked for abuse if the list shows those', async () => {
    const ids = await many(3);
    await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [ids[0]]);
    expect((await preview({ act: 'delete', blocked: true })).body.total).toBe(1);
  });

  it('processes the lines in the order of the list', async () => {
    const ids = await many(3);
    await ctx.owner.query(
      `update lines set expires_at = expires_at - (id - $2) * interval '1 day' where owner_id = $1`,
      [seller.id, ids[0]],
    );
    const { rows: result } = await doAll({ act: 'switch-off', sort: 'exp_date', dir: 'asc' });
    expect(result.map(({ line_id }) => line_id)).toEqual(ids.toReversed());
  });

  it('never selects a line outside the caller’s tree', async () => {
    const child = await person(ctx, { parent: seller, balance: 10_000 });
    const stranger = await person(ctx, { parent: admin, balance: 10_000 });
    const [hers, his] = [await many(2, child), await many(2, stranger)];
    const ids = [...hers, ...his];
    expect((await preview({ act: 'delete', ids, reseller_id: 'tree' })).body.total).toBe(2);
    expect((await preview({ act: 'delete', ids })).body.total).toBe(0);
    expect((await start({ act: 'delete', ids: his, reseller_id: 'tree' })).body.code).toBe(
      'batch_empty',
    );
    expect((await start({ act: 'delete', reseller_id: stranger.id })).status).toBe(404);
    expect((await start({ act: 'delete', reseller_id: 'all' })).status).toBe(403);
    await doAll({ act: 'delete', ids, reseller_id: 'tree' });
    expect((await stored(stranger)).filter(({ deleted_at }) => deleted_at)).toEqual([]);
    expect((await stored(child)).filter(({ deleted_at }) => deleted_at)).toHaveLength(2);
  });

  it('lets an admin select all lines without a charge', async () => {
    const ids = await many(2);
    const seen = await preview({ act: 'extend', credits: 1, ids, reseller_id: 'all' }, admin);
    expect(seen.body).toMatchObject({
      doable: 2,
      balance: null,
      balance_after: null,
      short_of: null,
    });
    const { batch } = await doAll({ act: 'extend', credits: 1, ids, reseller_id: 'all' }, admin);
    expect(batch).toMatchObject({ done: 2, charged: 0 });
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  });

  it('refuses lines that left the caller’s tree in the meantime', async () => {
    const other = await person(ctx, { parent: admin });
    const ids = await many(3);
    const { id } = (await start({ act: 'extend', credits: 1, ids })).body.batch;
    await ctx.owner.query('update lines set owner_id = $1 where id = $2', [other.id, ids[1]]);
    const batch = await work(id);
    expect(batch).toMatchObject({ done: 2, refused: 1, charged: 2 });
    expect((await rows(id))[1]!.message).toBe('Não foi possível encontrar a linha');
  });

  it('refuses more lines than the maximum of a batch', async () => {
    await many(20_001);
    expect((await preview({ act: 'delete' })).body).toMatchObject({
      code: 'batch_too_large',
      message: 'São mais de 20.000 linhas de uma vez. Use os filtros e faça em partes.',
    });
    expect((await start({ act: 'delete' })).status).toBe(422);
  });
});

describe('before it begins', () => {
  it('previews the price and the refusals with their reasons', async () => {
    await many(4);
    await line(ctx, seller, { isOficial: false });
    const expiredId = Number((await stored())[0]!.id);
    await ctx.owner.query(`update lines set expires_at = '2020-01-01' where id = $1`, [expiredId]);
    expect((await preview({ act: 'extend', credits: 1 })).body).toEqual({
      total: 5,
      doable: 4,
      unchanged: 0,
      running: 3,
      refused: [
        {
          reason: 'Um teste não pode ser renovado. Use «Ativar como oficial» para este cliente.',
          count: 1,
        },
      ],
      cost_each: 1,
      cost: 4,
      balance: 9999,
      balance_after: 9995,
      enough_for: 4,
      short_of: null,
    });
    expect((await preview({ act: 'end-of-day' })).body.refused.map(({ count }) => count)).toEqual([
      1, 1,
    ]);
    expect((await preview({ act: 'migrate', to: 'p2p', product_id: 1 })).body).toMatchObject({
      doable: 4,
      cost: 0,
    });
  });

  it.each([
    { act: 'extend', credits: 1 },
    { act: 'end-of-day' },
    { act: 'switch-off' },
    { act: 'plan', package: 2 },
    { act: 'migrate', to: 'p2p', product_id: 1 },
    { act: 'delete' },
  ] as Input[])('what is said of $act is what becomes of it', async (response) => {
    const ids = await many(6);
    await line(ctx, seller, { isOficial: false });
    await ctx.owner.query(`update lines set expires_at = '2020-01-01' where id = $1`, [ids[0]]);
    await ctx.owner.query('update lines set blocked_for_abuse_at = now() where id = $1', [ids[1]]);
    await ctx.owner.query(`update flags set is_on = false where name = 'tests'`);
    const messageOf = (await preview(response)).body;
    const { batch } = await doAll(response);
    await ctx.owner.query('update flags set is_on = true');
    expect([batch.done, batch.refused]).toEqual([
      messageOf.doable,
      messageOf.refused.reduce((all, { count }) => all + count, 0),
    ]);
    expect(batch.charged).toBe(messageOf.cost);
    // The batch reports the same reasons as its preview.
    const counted = (reasons: readonly { reason: string; count: number }[]) =>
      Object.fromEntries(reasons.map(({ reason, count }) => [reason, count]));
    expect(counted(batch.reasons ?? [])).toEqual(counted(messageOf.refused));
  });

  it('limits the previewed lines by a daily limit like by the balance', async () => {
    await many(5);
    await ctx.owner.query(
      `insert into account_limits (account_id, set_by, name, amount, set_at) values ($1, $2, 'credits_a_day', 300, now())`,
      [seller.id, admin.id],
    );
    expect((await preview({ act: 'extend', credits: 1 })).body).toMatchObject({
      enough_for: 2,
      short_of: 'limit',
    });
    const { batch } = await doAll({ act: 'extend', credits: 1, accept_partial: true });
    expect(batch).toMatchObject({ done: 2, refused: 3, charged: 2 });
  });

  it('does not start a migration to a platform that is off or not granted or closed by a limit', async () => {
    await many(1);
    const migration = { act: 'migrate', to: 'new-p2p', product_id: 1 } as const;
    const plain = await person(ctx, { parent: admin });
    expect((await start(migration, plain)).body.code).toBe('forbidden');
    await ctx.owner.query(`update flags set is_on = false where name = 'n_p2p'`);
    expect((await start(migration)).body.code).toBe('platform_off');
    await ctx.owner.query('update flags set is_on = true');
    await ctx.owner.query(
      `insert into account_limits (account_id, set_by, name, platforms, set_at) values ($1, $2, 'platforms', '{iptv}', now())`,
      [seller.id, admin.id],
    );
    expect((await start(migration)).body.code).toBe('limit_platform');
  });

  it('refuses the remaining lines when the target platform is switched off during the batch', async () => {
    await many(60);
    const { id } = (await start({ act: 'migrate', to: 'new-p2p', product_id: 1 })).body.batch;
    before = async (nth) =>
      nth === 1 && ctx.owner.query(`update flags set is_on = false where name = 'n_p2p'`);
    const batch = await work(id);
    await ctx.owner.query('update flags set is_on = true');
    // Permissions are read once per chunk of 50 rows. The current chunk therefore continues with
    // the old permissions.
    expect(batch).toMatchObject({ done: 50, refused: 10 });
  });

  it('refuses to start with an outdated preview', async () => {
    await many(3);
    const seen = (await preview({ act: 'delete' })).body.total;
    await line(ctx, seller);
    expect((await start({ act: 'delete', total: seen })).body).toMatchObject({
      code: 'selection_changed',
      message: 'A seleção mudou: agora são 4 linhas. Confira de novo antes de começar.',
    });
    expect((await start({ act: 'delete', total: 4 })).status).toBe(200);
  });

  it('requires confirmation if the credits do not suffice for all lines', async () => {
    const poor = await person(ctx, { parent: admin, balance: 350 });
    await many(5, poor);
    const response = { act: 'extend', credits: 1 } as const;
    expect((await preview(response, poor)).body).toMatchObject({
      doable: 5,
      cost: 5,
      enough_for: 2,
      balance: 2.5,
      balance_after: 0.5,
      short_of: 'balance',
    });
    expect((await start(response, poor)).body.code).toBe('insufficient_credits');
    const { batch, rows: result } = await doAll({ ...response, accept_partial: true }, poor);
    expect(batch).toMatchObject({ done: 2, refused: 3, charged: 2 });
    expect(result.map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'refused',
      'refused',
      'refused',
    ]);
    expect(result[4]!.message).toBe('Créditos insuficientes');
    expect(await readAccountBalance(ctx, poor.id)).toBe(50);
  });

  it('starts one batch for repeated calls with one key', async () => {
    await many(2);
    const key = randomUUID();
    const response = { act: 'extend', credits: 1 } as const;
    const [first, again] = [await start(response, seller, key), await start(response, seller, key)];
    expect(again.body).toEqual(first.body);
    await work(first.body.batch.id);
    expect(await eventsOf('line-extended')).toEqual([1, 1]);
    expect((await start({ act: 'delete' }, seller, key)).body.code).toBe('key_reused');
  });
});

describe('an interrupted and resumed batch', () => {
  /** Interruption before the action on a row. */
  const interruption = fc.record({
    at: fc.integer({ min: 1, max: 130 }),
    how: fc.constantFrom('killed', 'stopped', 'taken over'),
  });

  it(
    'processes and charges each row exactly once although workers stop and start again',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(interruption, { maxLength: 4 }),
          fc.integer({ min: 0, max: 120 }),
          async (interruptions, credits) => {
            seller = await person(ctx, { parent: admin, balance: 100 + credits * 100 });
            await many(110);
            const { id } = (await start({ act: 'extend', credits: 1, accept_partial: true })).body
              .batch;
            const left = [...interruptions];
            const others: Promise<void>[] = [];
            acted = 0;
            before = async (nth) => {
              const now = left.find(({ at }) => at === nth);
              if (!now) return;
              left.splice(left.indexOf(now), 1);
              const { task } = await look(id);
              if (now.how === 'killed')
                throw Object.assign(new Error('terminating connection'), { code: '57P01' });
              if (now.how === 'stopped')
                await call(ctx, stopTask, { params: { id: task.id } }, { token: seller.token });
              if (now.how === 'taken over') {
                await ctx.owner.query(
                  `update tasks set beat_at = now() - interval '2 minutes' where id = $1`,
                  [task.id],
                );
                others.push(runTask(ctx, kinds, task.id));
              }
            };
            for (let round = 0; round < 12; round += 1) {
              await work(id);
              await Promise.all(others);
              const { task, total, done, refused } = await look(id);
              expect([task.state, done + refused === total]).not.toEqual(['done', false]);
              if ((await goOn(id)).body.code === 'batch_finished') break;
            }
            const paid = Math.min(credits, 110);
            const ended = await look(id);
            expect(ended).toMatchObject({ done: paid, refused: 110 - paid, charged: paid });
            // The batch is complete, whichever worker processed the last rows and however the other
            // workers stopped.
            expect(ended.task.state).toBe('done');
            const renewals = await eventsOf('line-extended');
            expect(renewals.filter((n) => n === 1)).toHaveLength(paid);
            expect(Math.max(...renewals, 0)).toBeLessThanOrEqual(1);
            expect(await readAccountBalance(ctx, seller.id)).toBe((credits - paid) * 100);
            expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
          },
        ),
        {
          numRuns: runs(8),
          examples: [
            [
              [
                { at: 1, how: 'taken over' },
                { at: 99, how: 'killed' },
              ],
              12,
            ],
          ],
        },
      );
    },
    timeLimit(60_000),
  );

  it('does not select a line of another platform with the same user name', async () => {
    await p2pLine(ctx, seller, newP2pLines);
    expect((await preview({ act: 'delete' })).body.total).toBe(0);
  });
});
