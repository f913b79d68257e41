/**
 * Tests that a search in a very large network covers only the newest movements and reports this
 * limit. The exported file must contain all movements.
 */
import { exportMovements, listMovements } from '@ramal/contract/resellers/credits';
import { getExport } from '@ramal/contract/exports';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';
import { taskKinds } from '../jobs.ts';
import { runTask } from '../tasks/run-tasks.ts';

let ctx: TestContext;
let admin: Person;
let top: Person;
let busy: Person;
let rare: Person;

/** Issues credits to an account several times, one second apart, starting at the given time. */
async function issue(to: Person, times: number, from: string, note: string | null = null) {
  await ctx.owner.query(
    `with held as (
       update wallets set balance = balance + $2 * 100 where account_id = $1 and kind = 'balance'
       returning id, balance - $2 * 100 as before
     )
     insert into entries (at, from_wallet, to_wallet, amount, to_balance, reason, actor_id, note)
     select $3::timestamptz + n * interval '1 second', i.id, held.id, 100, held.before + n * 100,
       'credits-given', $4, $5
     from held, wallets i, generate_series(1, $2::int) n where i.kind = 'issuance'`,
    [to.id, times, from, admin.id, note],
  );
}

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'chefe' });
  top = await person(ctx, { parent: admin, username: 'topo-tv', balance: 0 });
  busy = await person(ctx, { parent: top, username: 'cheio-tv', balance: 0 });
  rare = await person(ctx, { parent: top, username: 'raro-tv', balance: 0 });
  const stranger = await person(ctx, { username: 'estranho', balance: 0 });
  await issue(rare, 2, '2026-01-01T03:00:00Z', 'carga de verão');
  await issue(busy, 60_000, '2026-02-01T03:00:00Z');
  await issue(stranger, 1, '2026-03-01T03:00:00Z', 'carga de verão');
  await issue(rare, 1, '2026-03-01T03:00:10Z', 'carga de verão');
  await issue(busy, 60_000, '2026-04-01T03:00:00Z');
  await issue(rare, 1, '2026-05-01T03:00:00Z', 'carga de verão');
  await ctx.owner.query('analyze entries');
});
afterAll(() => ctx.close());

const search = async (query: Record<string, unknown>, actor = top) =>
  (
    await call(
      ctx,
      listMovements,
      { params: { id: actor.id }, query: { tree: 'true', ...query } },
      { token: actor.token },
    )
  ).body;

it('searches only the newest movements and returns the limit of the search', async () => {
  for (const actor of [top, admin]) {
    const page = await search({ search: 'VERAO', until: '2026-12-31', from: '2026-01-01' }, actor);
    expect(page.data.map(({ reseller, registered }) => `${reseller} ${registered}`)).toEqual(
      actor === admin
        ? ['raro-tv 01/05/2026 00:00', 'raro-tv 01/03/2026 00:00', 'estranho 01/03/2026 00:00']
        : ['raro-tv 01/05/2026 00:00', 'raro-tv 01/03/2026 00:00'],
    );
    expect(page.searched_since).toMatch(/^01\/02\/2026 \d\d:\d\d$/);
  }
});

it('finds older movements if an earlier period is requested', async () => {
  const page = await search({ search: 'verao', until: '2026-02-28' });
  expect(page.data.map(({ registered }) => registered)).toEqual([
    '01/01/2026 00:00',
    '01/01/2026 00:00',
  ]);
  expect(page.searched_since).toBeNull();
});

it('finds movements by account name with a bounded count and the newest first', async () => {
  const page = await search({ search: 'cheio', per_page: 3 });
  expect([page.total, page.total_exact]).toEqual([10_000, false]);
  const ids = page.data.map(({ id }) => id);
  const { rows } = await ctx.owner.query<{ id: number }>(
    `select e.id from entries e join wallets w on w.id = e.to_wallet
     where w.account_id = $1 order by e.id desc limit 6`,
    [busy.id],
  );
  const next = await search({ search: 'cheio', per_page: 3, page: 2 });
  expect([...ids, ...next.data.map(({ id }) => id)]).toEqual(rows.map(({ id }) => Number(id)));
});

it('exports all matching movements', async () => {
  const body = { id: top.id, tree: true, search: 'verao' };
  const started = await call(ctx, exportMovements, { body }, { token: top.token });
  await runTask(ctx, taskKinds, started.body.task.id);
  const token = started.body.url.split('/').at(-1)!;
  const file = await call(ctx, getExport, { params: { token } });
  const sheet = strFromU8(unzipSync(file.body)['xl/worksheets/sheet1.xml']!);
  expect(sheet.match(/carga de verão/g)).toHaveLength(4);
  expect(sheet.match(/<row /g)).toHaveLength(5);
});
