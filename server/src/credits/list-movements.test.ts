/**
 * Tests the movement log: both sides of a movement, access, search, and names hidden from
 * descendants.
 */
import { exportMovements, listMovements } from '@ramal/contract/resellers/credits';
import { getExport } from '@ramal/contract/exports';
import { extendIptvLine } from '@ramal/contract/lines/iptv-lines';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, line, person } from '../../test/accounts.ts';
import { taskKinds } from '../jobs.ts';
import { runTask } from '../tasks/run-tasks.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
let middle: Person;
let low: Person;
let stranger: Person;
let lineName: string;

const give = (actor: Person, to: Person, credits: number, sale: number, reason?: string) =>
  call(
    ctx,
    moveCredits,
    { params: { id: to.id }, body: { credits, sale, ...(reason ? { reason } : {}) } },
    { token: actor.token },
  );

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'chefe' });
  top = await person(ctx, { parent: admin, username: 'topo-tv', balance: 0 });
  middle = await person(ctx, { parent: top, username: 'meio-tv', balance: 0 });
  low = await person(ctx, { parent: middle, username: 'baixo-tv', balance: 0 });
  stranger = await person(ctx, { username: 'estranho', balance: 5000 });
  await give(admin, top, 100, 4, 'Primeira carga');
  await give(top, middle, 50, 5.5, 'Promoção de Natal');
  await give(middle, low, 20, 6.5);
  await give(middle, low, -10.5, 6.5, 'Devolvido, obrigado');
  // The name contains none of the amounts that the tests search, so only amounts match.
  const created = await line(ctx, middle, { username: '777888999' });
  lineName = String(created.username);
  await call(
    ctx,
    extendIptvLine,
    { params: { id: created.id }, body: { credits: 1 } },
    { token: middle.token },
  );
  await give(admin, middle, 10, 0);
});
afterAll(() => ctx.close());

const list = async (actor: Person, id: number, query: Record<string, unknown> = {}) =>
  (await call(ctx, listMovements, { params: { id }, query }, { token: actor.token })).body;
const amounts = async (query: Record<string, unknown>, actor = middle) =>
  (await list(actor, middle.id, query)).data.map(({ amount }) => amount);

it('lists both sides of the wallet with the newest first and the balances before and after', async () => {
  const { data, total, balance, username, is_master } = await list(middle, middle.id);
  expect({ total, balance, username, is_master }).toEqual({
    total: 6,
    balance: 48.5,
    username: 'meio-tv',
    is_master: 1,
  });
  const result = data.map(({ reason_label, kind, amount, before, after, from_to, actor }) => [
    reason_label,
    kind,
    amount,
    before,
    after,
    from_to,
    actor,
  ]);
  expect(result).toEqual([
    ['Recarga', 'received', 10, 38.5, 48.5, 'Administração → meio-tv', 'Administração'],
    ['Linha renovada', 'spent', -1, 39.5, 38.5, `meio-tv → linha ${lineName}`, 'meio-tv'],
    ['Linha criada', 'spent', -1, 40.5, 39.5, `meio-tv → linha ${lineName}`, 'meio-tv'],
    ['Retirada', 'received', 10.5, 30, 40.5, 'baixo-tv → meio-tv', 'meio-tv'],
    ['Recarga', 'given', -20, 50, 30, 'meio-tv → baixo-tv', 'meio-tv'],
    ['Recarga', 'received', 50, 0, 50, 'topo-tv → meio-tv', 'topo-tv'],
  ]);
});

it('bills the amount times the unit price in whole cents and nothing without a price', async () => {
  const { data } = await list(middle, middle.id);
  expect(data.map(({ sale, billed }) => [sale, billed])).toEqual([
    [0, 0],
    [null, null],
    [null, null],
    [6.5, 68.25],
    [6.5, 130],
    [5.5, 275],
  ]);
});

it('lists a withdrawal as returned for the account that loses the credits', async () => {
  const { data } = await list(low, low.id);
  expect(data.map(({ kind, amount, from_to }) => [kind, amount, from_to])).toEqual([
    ['returned', -10.5, 'baixo-tv → meio-tv'],
    ['received', 20, 'meio-tv → baixo-tv'],
  ]);
});

it('lists the credits that an admin without a wallet issued with their reason', async () => {
  const { data, balance } = await list(admin, admin.id);
  expect(balance).toBeNull();
  expect(
    data.map(({ kind, amount, before, after, from_to, actor }) => [
      kind,
      amount,
      before,
      after,
      from_to,
      actor,
    ]),
  ).toEqual([
    ['given', -10, null, null, 'Administração → meio-tv', 'chefe'],
    ['given', -100, null, null, 'Administração → topo-tv', 'chefe'],
  ]);
});

describe('access', () => {
  it.each(['middle', 'top', 'admin'] as const)('%s may', async (account) => {
    const actor = { middle, top, admin }[account];
    expect((await list(actor, middle.id)).total).toBe(6);
  });

  it.each(['low', 'stranger'] as const)(
    'answers as if the account did not exist for %s',
    async (account) => {
      const actor = { low, stranger }[account];
      for (const [declaration, sent] of [
        [listMovements, { params: { id: middle.id } }],
        [exportMovements, { body: { id: middle.id } }],
      ] as const) {
        const { status, body } = await call(ctx, declaration, sent, { token: actor.token });
        expect([status, body.code]).toEqual([404, 'reseller_not_found']);
      }
    },
  );

  it('returns no name above the direct parent in any row or search', async () => {
    // Inserts an entry between two accounts that are not parent and child. Such entries exist after
    // an account was deleted or moved.
    await ctx.owner.query(
      `insert into entries (from_wallet, to_wallet, amount, from_balance, to_balance, reason, actor_id, note)
       select f.id, t.id, 1, f.balance - 1, t.balance + 1, 'credits-given', $2, 'de cima' from wallets f, wallets t
       where f.account_id = $2 and f.kind = 'balance' and t.account_id = $1 and t.kind = 'balance'`,
      [low.id, top.id],
    );
    await ctx.owner.query(
      `update wallets set balance = balance + case account_id when $1 then 1 else -1 end where account_id in ($1, $2) and kind = 'balance'`,
      [low.id, top.id],
    );
    const { data } = await list(low, low.id, { search: 'de cima' });
    expect(data.map(({ from_to, actor }) => [from_to, actor])).toEqual([
      ['Fora da sua rede → baixo-tv', 'Fora da sua rede'],
    ]);
    expect((await list(low, low.id, { search: 'topo' })).total).toBe(0);
    expect((await list(top, low.id, { search: 'topo' })).total).toBe(1);
    expect((await list(top, top.id, { search: 'chefe' })).total).toBe(0);
    expect((await list(admin, top.id, { search: 'chefe' })).total).toBe(1);
    expect(JSON.stringify(await list(low, low.id))).not.toContain('topo-tv');
  });

  it('hides the name of a child after it was moved out of the network', async () => {
    await ctx.owner.query(
      'update accounts set parent_id = $2, ancestors = array[$2, $1]::bigint[] where id = $1',
      [low.id, stranger.id],
    );
    const { data } = await list(middle, middle.id, { kind: 'given' });
    expect(data.map(({ from_to }) => from_to)).toEqual(['meio-tv → Fora da sua rede']);
    expect(await amounts({ search: 'baixo' })).toEqual([]);
    await ctx.owner.query('update accounts set parent_id = $2, ancestors = $3 where id = $1', [
      low.id,
      middle.id,
      [admin.id, top.id, middle.id, low.id],
    ]);
  });
});

describe('search and filters', () => {
  it.each([
    ['a name', 'BAIXO', [10.5, -20]],
    ['a note, without accents', 'promocao', [50]],
    ['the name of the line', () => lineName, [-1, -1]],
    ['an amount', '20', [-20]],
    ['an amount with a comma', '10,5', [10.5]],
    ['an amount as money', '130,00', [-20]],
    ['the billed amount', '68,25', [10.5]],
    ['the billed amount with its currency', 'R$ 275,00', [50]],
    // The displayed name of the administration can be searched, although it is not stored.
    ['the administration', 'administra', [10]],
    ['a unit price', '5,5', [50]],
    ['an unknown text and returns nothing', 'inexistente', []],
    ['wildcards as literal text', '%', []],
  ])('finds by %s', async (_what, search, expected) => {
    expect(await amounts({ search: typeof search === 'string' ? search : search() })).toEqual(
      expected,
    );
  });

  it('finds spent credits by note or deleted line or the line of a descendant', async () => {
    const buyer = await person(ctx, { parent: middle, username: 'comprador', balance: 1000 });
    const [gone, below] = [await line(ctx, buyer), await line(ctx, low)];
    await ctx.owner.query(
      `update lines set username = case id when $1 then 'apagada-1' else 'vizinha-2' end
      where id in ($1, $2)`,
      [gone.id, below.id],
    );
    await ctx.owner.query('update lines set deleted_at = now() where id = $1', [gone.id]);
    for (const [amount, note, lineId] of [
      [2, 'meu-endereco.example', null],
      [3, null, below.id],
      [4, null, below.id],
    ])
      await ctx.owner.query(
        `insert into entries (from_wallet, to_wallet, amount, from_balance, reason, actor_id, note, line_id)
         select w.id, c.id, $2, 0, 'line-created', $1, $3, $4 from wallets w, wallets c
         where w.account_id = $1 and w.kind = 'balance' and c.kind = 'consumption'`,
        [buyer.id, Number(amount) * 100, note, lineId],
      );
    const foundAmounts = async (search: string, actor = admin) =>
      (await list(actor, buyer.id, { search })).data.map(({ amount }) => amount);
    expect(await foundAmounts('ENDEREÇO')).toEqual([-2]);
    expect(await foundAmounts('apagada')).toEqual([-1]);
    expect(await foundAmounts('vizinha')).toEqual([-4, -3]);
    // The account does not find the line by name, because the line belongs to no descendant of it.
    expect(await foundAmounts('vizinha', buyer)).toEqual([]);
    expect(await foundAmounts('4', buyer)).toEqual([-4]);
  });

  it.each([
    ['received', [10, 10.5, 50]],
    ['given', [-20]],
    ['spent', [-1, -1]],
    ['returned', []],
  ])('by kind: %s', async (kind, expected) => {
    expect(await amounts({ kind })).toEqual(expected);
  });

  it('filters by days of the panel’s time zone including both limits', async () => {
    const far = await person(ctx, { parent: top, balance: 0 });
    for (const at of [
      '2026-03-01T02:59:00Z',
      '2026-03-01T03:00:00Z',
      '2026-03-03T02:59:00Z',
      '2026-03-03T03:00:00Z',
    ]) {
      await ctx.owner.query(
        `insert into entries (at, from_wallet, to_wallet, amount, to_balance, reason, actor_id)
         select $2, i.id, w.id, 100, w.balance + 100, 'credits-given', $3 from wallets i, wallets w
         where i.kind = 'issuance' and w.account_id = $1 and w.kind = 'balance'`,
        [far.id, at, admin.id],
      );
      await ctx.owner.query(
        `update wallets set balance = balance + 100 where account_id = $1 and kind = 'balance'`,
        [far.id],
      );
    }
    const days = async (query: Record<string, string>) =>
      (await list(top, far.id, query)).data.map(({ registered }) => registered);
    expect(await days({ from: '2026-03-01', until: '2026-03-02' })).toEqual([
      '02/03/2026 23:59',
      '01/03/2026 00:00',
    ]);
    expect(await days({ until: '2026-02-28' })).toEqual(['28/02/2026 23:59']);
    expect(await days({ from: '2026-03-03', dir: 'asc' })).toEqual(['03/03/2026 00:00']);
  });
});

it('returns every row once when pages are read from both ends', async () => {
  const busy = await person(ctx, { parent: top, balance: 100_000 });
  for (let index = 0; index < 6; index += 1) await line(ctx, busy);
  for (const dir of ['asc', 'desc'] as const) {
    const seen: number[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const { data, last_page, total } = await list(top, busy.id, { page, per_page: 2, dir });
      expect([last_page, total]).toEqual([4, 7]);
      seen.push(...data.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toEqual(seen.toSorted((a, b) => (dir === 'asc' ? a - b : b - a)));
  }
});

it('exports the rows of the list and refuses an empty export', async () => {
  const response = await call(
    ctx,
    exportMovements,
    { body: { id: middle.id, kind: 'given' } },
    { token: top.token },
  );
  expect(response.body).toMatchObject({ file: 'Movimentacoes.xlsx' });
  await runTask(ctx, taskKinds, response.body.task.id);
  const token = response.body.url.split('/').at(-1)!;
  const file = await call(ctx, getExport, { params: { token } });
  const sheet = strFromU8(unzipSync(file.body)['xl/worksheets/sheet1.xml']!);
  const texts = [...sheet.matchAll(/<t xml:space="preserve">([^<]*)</g)].map(([, text]) => text);
  expect(texts).toEqual(
    expect.arrayContaining(['Quantidade', 'Enviado', 'Recarga', 'meio-tv → baixo-tv', 'meio-tv']),
  );
  expect(sheet).toContain('<v>-20</v>');
  expect(sheet).toContain('<v>130</v>');
  expect(sheet.match(/<row /g)).toHaveLength(2);

  const none = await call(
    ctx,
    exportMovements,
    { body: { id: middle.id, kind: 'returned' } },
    { token: top.token },
  );
  expect([none.status, none.body.message]).toEqual([422, 'Não há dados para exportar.']);
});

describe('movements of a whole tree', () => {
  const treeOf = async (actor: Person, id: number, query: Record<string, unknown> = {}) =>
    (await list(actor, id, { tree: 'true', per_page: 100, ...query })).data;
  const summaries = (rows: Awaited<ReturnType<typeof treeOf>>) =>
    rows.map(({ reseller, amount, from_to }) => `${reseller} ${amount} ${from_to}`);

  it('lists the own side of every movement in the tree and no movement outside of it', async () => {
    const rows = await treeOf(top, top.id);
    expect(summaries(rows)).toEqual(
      expect.arrayContaining([
        'topo-tv -50 topo-tv → meio-tv',
        'meio-tv 50 topo-tv → meio-tv',
        'baixo-tv 20 meio-tv → baixo-tv',
        'baixo-tv -10.5 baixo-tv → meio-tv',
      ]),
    );
    const alone = [];
    for (const account of [top, middle, low])
      alone.push(...(await list(top, account.id, { per_page: 100 })).data);
    const ofThese = rows.filter(({ reseller }) => reseller.endsWith('-tv'));
    expect(summaries(ofThese).toSorted()).toEqual(summaries(alone).toSorted());
    expect(
      summaries(await treeOf(middle, middle.id)).some((row) => row.startsWith('topo-tv')),
    ).toBe(false);
    expect((await list(middle, top.id, { tree: 'true' })).code).toBe('reseller_not_found');
  });

  it('lists all accounts for an admin with search and kind and pages', async () => {
    const everybody = await treeOf(admin, admin.id);
    expect(everybody.some(({ reseller }) => reseller === 'baixo-tv')).toBe(true);
    expect(summaries(await treeOf(top, top.id, { search: 'natal' })).toSorted()).toEqual([
      'meio-tv 50 topo-tv → meio-tv',
      'topo-tv -50 topo-tv → meio-tv',
    ]);
    expect(
      (await treeOf(middle, middle.id, { kind: 'spent' })).every(({ kind }) => kind === 'spent'),
    ).toBe(true);
    expect((await treeOf(middle, middle.id, { kind: 'spent' })).length).toBeGreaterThan(1);
    const pages = [];
    for (let page = 1; page < 40; page += 1)
      pages.push(...(await treeOf(top, top.id, { page, per_page: 3 })));
    expect(summaries(pages)).toEqual(summaries(await treeOf(top, top.id)));
  });

  it('exports a tree with both sides of each movement', async () => {
    const body = { id: top.id, tree: true };
    const started = await call(ctx, exportMovements, { body }, { token: top.token });
    await runTask(ctx, taskKinds, started.body.task.id);
    const token = started.body.url.split('/').at(-1)!;
    const file = await call(ctx, getExport, { params: { token } });
    const sheet = strFromU8(unzipSync(file.body)['xl/worksheets/sheet1.xml']!);
    expect(sheet.match(/<row /g)).toHaveLength(1 + (await treeOf(top, top.id)).length);
    expect(sheet).toContain('Revenda');
  });
});
