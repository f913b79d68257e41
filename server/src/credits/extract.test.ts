/** Tests the statement: sums by month in the panel's time zone, owners, and the exported file. */
import { readFile } from 'node:fs/promises';
import { exportExtract, getExtract } from '@ramal/contract/resellers/credits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { sumMovementMonths } from './movement-months.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
let child: Person;
let grandchild: Person;
let stranger: Person;

const byToken = (a: { token: string }, b: { token: string }) => a.token.localeCompare(b.token);

type Side = Person | 'issuance' | 'consumption';

/** Writes an entry with the given time through the ledger module. */
async function move(
  at: string,
  from: Side,
  to: Side,
  amount: number,
  reason: string,
  actor: Person,
  cents?: number,
) {
  const wallet = async (side: Side) => {
    const { rows } = await ctx.owner.query(
      typeof side === 'string'
        ? 'select id, null as balance from wallets where kind = $1 and account_id is null'
        : `select id, balance from wallets where account_id = $1 and kind = 'balance'`,
      [typeof side === 'string' ? side : side.id],
    );
    return rows[0] as { id: string; balance: string | null };
  };
  const [f, t] = [await wallet(from), await wallet(to)];
  const after = (balance: string | null, change: number) =>
    balance === null ? null : Number(balance) + change;
  await ctx.owner.query(
    `insert into entries (at, from_wallet, to_wallet, amount, from_balance, to_balance, reason, actor_id, unit_price_cents)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      at,
      f.id,
      t.id,
      amount,
      after(f.balance, -amount),
      after(t.balance, amount),
      reason,
      actor.id,
      cents ?? null,
    ],
  );
  for (const [{ id, balance }, change] of [
    [f, -amount],
    [t, amount],
  ] as const) {
    if (balance !== null)
      await ctx.owner.query('update wallets set balance = balance + $2 where id = $1', [
        id,
        change,
      ]);
  }
}

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'chefe', grants: ['extract.export'] });
  top = await person(ctx, { parent: admin, username: 'Topo', grants: ['extract.export'] });
  child = await person(ctx, { parent: top, username: '=filha;1' });
  grandchild = await person(ctx, { parent: child, username: 'neta' });
  stranger = await person(ctx, { username: 'alheia', parent: admin });
  await move('2026-04-15T12:00:00Z', 'issuance', top, 100_000, 'credits-given', admin, 400);
  await move('2026-09-10T12:00:00Z', 'issuance', top, 10_000, 'credits-given', admin, 500);
  await move('2026-09-11T12:00:00Z', top, child, 5050, 'credits-given', top, 650);
  await move('2026-09-12T12:00:00Z', top, child, 1000, 'opening-credits', top);
  await move('2026-09-13T12:00:00Z', child, grandchild, 1000, 'credits-given', child, 999);
  await move('2026-09-14T12:00:00Z', child, top, 500, 'credits-withdrawn', top, 650);
  // In São Paulo, these times are 23:30 on the last day of September and 00:30 on the next day.
  await move('2026-10-01T02:30:00Z', top, 'consumption', 100, 'line-created', top);
  await move('2026-10-01T03:30:00Z', top, 'consumption', 200, 'line-extended', top);
  await move('2026-11-02T12:00:00Z', 'issuance', stranger, 7000, 'credits-given', admin, 300);
  await sumMovementMonths(ctx);
});
afterAll(() => ctx.close());

const ask = async (actor: Person, query: Record<string, unknown> = {}) =>
  (await call(ctx, getExtract, { query }, { token: actor.token })).body;
const rows = async (actor: Person, query: Record<string, unknown> = {}) =>
  (await ask(actor, query)).extracts.map(({ date, reseller, type, amount, value }) => [
    date,
    reseller,
    type,
    amount,
    value,
  ]);

it('lists the caller’s last six months by month and type', async () => {
  expect(await rows(top)).toEqual([
    ['10/2026', 'Topo', 'Consumido', 2, null],
    ['09/2026', 'Topo', 'Recebido', 105, 532.5],
    ['09/2026', 'Topo', 'Enviado', 60.5, 328.25],
    ['09/2026', 'Topo', 'Consumido', 1, null],
  ]);
});

it('sums all filtered rows instead of the page and returns the existing months', async () => {
  const answer = await ask(top, { per_page: 1, page: 2 });
  expect(answer.extracts.map(({ date }) => date)).toEqual(['09/2026']);
  expect(answer).toMatchObject({
    total: 4,
    last_page: 4,
    current_page: 2,
    as_of: '21/11/2026 12:00',
  });
  expect(answer.totals).toEqual([
    { type: 'Recebido', amount: 105, value: 532.5 },
    { type: 'Enviado', amount: 60.5, value: 328.25 },
    { type: 'Consumido', amount: 3, value: null },
  ]);
  expect(answer.months).toEqual([
    { date: '10/2026', sums: [{ type: 'Consumido', amount: 2, value: null }] },
    {
      date: '09/2026',
      sums: [
        { type: 'Recebido', amount: 105, value: 532.5 },
        { type: 'Enviado', amount: 60.5, value: 328.25 },
        { type: 'Consumido', amount: 1, value: null },
      ],
    },
  ]);
  expect(answer.dates).toEqual(['2026-10', '2026-09', '2026-04']);
});

// The filter by type is part of the query, so totals and pages contain only that type.
it('returns rows of only the requested type in every scope and order', async () => {
  for (const query of [
    { type: 'Recebido' },
    { type: 'Recebido', tree: true },
    { type: 'Recebido', sort: 'amount' },
    { type: 'Recebido', month: '2026-09', search: 'topo' },
  ]) {
    const { type: _, ...all } = query;
    const whole = await ask(top, { ...all, per_page: 100 });
    const page = await ask(top, { ...query, per_page: 100 });
    const received = whole.extracts.filter((row) => row.type === 'Recebido');
    expect(page.extracts.length).toBeGreaterThan(0);
    expect(page.extracts.toSorted(byToken)).toEqual(received.toSorted(byToken));
    expect(page.total).toBe(received.length);
    expect(page.totals).toEqual(whole.totals.filter(({ type }) => type === 'Recebido'));
  }
});

it('continues from one month to the month before and returns every row once', async () => {
  const whole = await ask(admin, { per_page: 100 });
  expect(new Set(whole.extracts.map(({ date }) => date)).size).toBeGreaterThan(2);
  for (const per_page of [1, 2, 3]) {
    const pages = Array.from({ length: Math.ceil(whole.total / per_page) }, (_, page) =>
      ask(admin, { per_page, page: page + 1 }),
    );
    const rowsOfAll = (await Promise.all(pages)).flatMap(({ extracts }) => extracts);
    expect([per_page, rowsOfAll]).toEqual([per_page, whole.extracts]);
  }
});

it('returns an old month on request', async () => {
  expect(await rows(top, { month: '2026-04' })).toEqual([
    ['04/2026', 'Topo', 'Recebido', 1000, 4000],
  ]);
});

it('gives each row a stable and unique reference', async () => {
  const tokens = async () => (await ask(top, { tree: true })).extracts.map(({ token }) => token);
  const first = await tokens();
  expect(new Set(first).size).toBe(first.length);
  await move('2026-11-03T12:00:00Z', top, 'consumption', 100, 'line-created', top);
  await sumMovementMonths(ctx);
  expect(await tokens()).toEqual(expect.arrayContaining(first));
  expect(first).toContain(`202609-${top.id}-R`);
});

it('updates the current month with new movements and leaves earlier months unchanged', async () => {
  const before = await rows(child);
  await move('2026-11-04T12:00:00Z', child, 'consumption', 100, 'line-created', child);
  expect(await rows(child)).toEqual(before);
  expect(await sumMovementMonths(ctx)).toBe(1);
  expect(await rows(child)).toEqual([['11/2026', '=filha;1', 'Consumido', 1, null], ...before]);
  expect(await sumMovementMonths(ctx)).toBe(0);
});

describe('accounts of the statement', () => {
  const account = async (actor: Person, query: Record<string, unknown>) =>
    [
      ...new Set(
        (await ask(actor, { month: '2026-09', ...query })).extracts.map(({ reseller }) => reseller),
      ),
    ].toSorted();

  it('returns the statement of one account of the tree or of a whole tree', async () => {
    expect(await account(top, { target: child.id })).toEqual(['=filha;1']);
    expect(await account(top, { tree: true })).toEqual(['=filha;1', 'Topo', 'neta']);
    expect(await account(top, { target: child.id, tree: true })).toEqual(['=filha;1', 'neta']);
  });

  it('returns all accounts to an admin and lists issued credits under the admin that issued them', async () => {
    expect(await account(admin, {})).toEqual(['=filha;1', 'Topo', 'chefe', 'neta']);
    expect(await rows(admin, { month: '2026-11', search: 'CHEFE' })).toEqual([
      ['11/2026', 'chefe', 'Enviado', 70, 210],
    ]);
  });

  it('finds accounts by name and treats wildcards as normal characters', async () => {
    expect(await account(top, { tree: true, search: 'NET' })).toEqual(['neta']);
    expect(await account(top, { tree: true, search: '%' })).toEqual([]);
  });

  it('returns not found for an account outside the tree', async () => {
    for (const target of [top.id, stranger.id, admin.id, 999_999]) {
      const { status, body } = await call(
        ctx,
        getExtract,
        { query: { target } },
        { token: child.token },
      );
      expect([status, body.code]).toEqual([404, 'reseller_not_found']);
    }
    const { resellers } = await ask(child);
    expect(resellers.map(({ username }) => username)).toEqual(['=filha;1', 'neta']);
    expect(await account(child, { tree: true, search: 'Topo' })).toEqual([]);
  });
});

describe('the file', () => {
  const file = async (actor: Person, body: Record<string, unknown> = {}) => {
    const reply = await call(ctx, exportExtract, { body }, { token: actor.token });
    return { ...reply, text: reply.status === 200 ? Buffer.from(reply.body).toString('utf8') : '' };
  };

  it('exports all visible rows as CSV without formulas if the body is empty', async () => {
    const { text, headers } = await file(top);
    expect(headers['content-disposition']).toBe('attachment; filename="ExtratoFinanceiro.csv"');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFMês;Total de créditos;Revenda;Via;Valor (R$);Referência');
    expect(lines).toContain(`09/2026;60,5;Topo;Enviado;328,25;202609-${top.id}-E`);
    expect(lines).toContain(`09/2026;60,5;"'=filha;1";Recebido;328,25;202609-${child.id}-R`);
    expect(lines.at(-1)).toContain('04/2026;1000;Topo;Recebido;4000');
    expect(text).not.toMatch(/alheia|chefe/);
  });

  it('exports the requested month and account and search', async () => {
    const { text } = await file(top, { target: child.id, month: '2026-09' });
    const references = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';').at(-1));
    expect(references).toEqual(['R', 'E', 'D'].map((mark) => `202609-${child.id}-${mark}`));
  });

  it('exports the rows of the screen including the last six months if a filter is set', async () => {
    const shown = async (actor: Person, query: Record<string, unknown>) =>
      (await ask(actor, { per_page: 100, ...query })).extracts.map(({ token }) => token);
    const references = async (actor: Person, body: Record<string, unknown>) =>
      (await file(actor, body)).text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';').at(-1));
    expect(await references(top, { tree: false })).toEqual(await shown(top, {}));
    expect(await references(top, { tree: true })).toEqual(await shown(top, { tree: true }));
    expect(await references(admin, { tree: false })).toEqual(await shown(admin, {}));
    expect(await references(top, { target: child.id })).toEqual(
      await shown(top, { target: child.id }),
    );
    expect(await references(top, {})).toContain(`202604-${top.id}-R`);
  });

  it('refuses an empty export and every account without the grant', async () => {
    const none = await file(top, { month: '2020-01' });
    expect([none.status, none.body.code]).toEqual([422, 'no_items_to_export']);
    const refused = await file(child);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const outside = await file(top, { target: stranger.id });
    expect([outside.status, outside.body.code]).toEqual([404, 'reseller_not_found']);
  });
});

it('counts an entry in the month of its start even if it became visible after midnight', async () => {
  const late = await person(ctx, {
    parent: grandchild,
    until: '2026-12-01T02:50:00Z',
    balance: 100,
  });
  ctx.clock.set('2026-12-01T03:00:10Z');
  await sumMovementMonths(ctx);
  await move('2026-12-01T02:59:30Z', late, 'consumption', 100, 'line-created', late);
  ctx.clock.set('2026-12-01T03:00:30Z');
  await sumMovementMonths(ctx);
  expect((await rows(late)).find(([, , type]) => type === 'Consumido')).toEqual([
    '11/2026',
    late.username,
    'Consumido',
    1,
    null,
  ]);
});

const moveNetworkOfChild = (below: Person) =>
  ctx.owner.query(
    `update accounts set parent_id = case when id = $1 then $2 else parent_id end,
       ancestors = array[$3, $2]::bigint[] || ancestors[array_position(ancestors, $1::bigint):]
     where ancestors @> array[$1]::bigint[]`,
    [child.id, below.id, admin.id],
  );

it('updates all months of the tree totals after a network was moved', async () => {
  ctx.clock.set(TODAY);
  /** Returns the totals of the statement, and the sums of the listed rows for comparison. */
  const both = async (reader: Person) => {
    const { totals, extracts, total } = await ask(reader, { tree: true, per_page: 100 });
    expect(total).toBe(extracts.length);
    const summed = new Map<string, number>();
    for (const { type, amount } of extracts)
      summed.set(type, Math.round(((summed.get(type) ?? 0) + amount) * 100) / 100);
    const listed = totals.map(({ type, amount }) => [type, amount] as const);
    return [Object.fromEntries(listed), Object.fromEntries(summed)];
  };
  const [before] = await both(stranger);
  await moveNetworkOfChild(stranger);
  await sumMovementMonths(ctx);
  for (const reader of [admin, top, stranger, child]) {
    const [totals, summed] = await both(reader);
    expect(totals).toEqual(summed);
  }
  expect((await both(stranger))[0]).not.toEqual(before);
});

it('lists the rows of a moved network before its totals are updated', async () => {
  const heir = await person(ctx, { parent: admin });
  await moveNetworkOfChild(heir);
  const { extracts } = await ask(heir, { tree: true });
  expect(extracts.map(({ reseller }) => reseller)).toContain('=filha;1');
  await sumMovementMonths(ctx);
});

it('stores row counts for sums of an earlier version during the upgrade as the job would', async () => {
  const lengths = async () =>
    (
      await ctx.owner.query(
        'select account_id, month, kind, rows from movement_below_months order by 1, 2, 3',
      )
    ).rows;
  const summed = await lengths();
  expect(summed.some(({ rows }) => rows > 1)).toBe(true);
  await ctx.owner.query('alter table movement_below_months drop column rows');
  const migration = new URL('../../migrations/0240-rows-below.sql', import.meta.url);
  await ctx.owner.query(await readFile(migration, 'utf8'));
  expect(await lengths()).toEqual(summed);
});
