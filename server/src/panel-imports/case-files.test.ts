/** Tests the whole import with case files of dumps: each row is imported or has a reason. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../test/accounts.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { panelCalls } from '../../test/panel-dumps.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
});
afterAll(() => ctx.close());

const caseFile = (name: string) => readFileSync(new URL(`./dump/cases/${name}`, import.meta.url));
const entriesOf = (dump: string, table: string): number =>
  new RegExp(`INSERT INTO \`${table}\` VALUES ([^;]*);`).exec(dump)![1]!.split('),').length;

it('reads a dump packed with xz and names the compression of one in bz2', async () => {
  const move = panelCalls(ctx, await person(ctx, { profile: 'admin' }));
  const { id } = await move.upload(caseFile('dump-09.sql.xz'), 'xz');
  const { rows } = await ctx.owner.query<{ name: string; problem: string }>(
    `select name, problem from panel_import_rows where kind = 'line' and import_id = $1`,
    [id],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ problem }) => problem !== '')).toEqual([]);
  await expect(move.upload(caseFile('dump-08.sql.bz2'), 'bz2')).rejects.toThrow(
    'O arquivo está comprimido em bz2.',
  );
});

it('gives every row of a dump a result or counts it as administrator or by its reason', async () => {
  const move = panelCalls(ctx, await person(ctx, { profile: 'admin' }));
  const dump = caseFile('dump-13-line-names.sql')
    .toString()
    .replace(
      /\);\s*$/,
      `),(NULL,2,'sem.numero','senha43',0,1,1,NULL,NULL,'[1]',1,0,0,0,0,1,1,NULL),
      (31,2,'trinta.e.um','senha31',0,1,1,NULL,NULL,'[1]',1,0,0,0,0,1,1,NULL);`,
    );
  const uploaded = await move.upload(dump, 'contagem');
  const { skips, result } = await move.check(uploaded.id, { packages: [{ there: 1, here: 1 }] });
  expect(skips.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'dono que não veio junto: fica com a conta escolhida', count: 1 },
    { reason: 'linha com o número de outra que veio depois', count: 1 },
    { reason: 'linha sem um número de identificação que se leia', count: 1 },
  ]);
  const sum = ({ new: due, same, left }: { new: number; same: number; left: number }) =>
    due + same + left;
  expect(sum(result!.counts.line) + 2).toBe(entriesOf(dump, 'lines'));
  expect(sum(result!.counts.reseller) + uploaded.admins).toBe(entriesOf(dump, 'users'));
});

// Names with special characters must work in both forms of the stream URL.
it('plays every imported line in both forms of the stream URL', async () => {
  await ctx.owner.query(
    `insert into bouquets (id, name) values (1, 'Canais') on conflict do nothing`,
  );
  const move = panelCalls(ctx, await person(ctx, { profile: 'admin' }));
  const { id } = await move.upload(caseFile('dump-13-line-names.sql'));
  const packages = [{ there: 1, here: 1 }];
  await move.check(id, { packages, bouquets: [{ there: 1, here: 1 }] });
  await move.apply(id);
  const { rows: seen } = await ctx.owner.query<{ name: string; explained: boolean }>(
    `select name, outcome = 'brought' or reason <> '' or problem <> '' as explained
     from panel_import_rows where kind = 'line' and import_id = $1`,
    [id],
  );
  expect(seen).toHaveLength(12);
  expect(seen.filter(({ explained }) => !explained)).toEqual([]);
  const { rows: lines } = await ctx.owner.query<{ username: string; password: string }>(
    'select username, password from lines where is_on and expires_at > $1',
    [ctx.clock.now()],
  );
  expect(lines.map(({ username }) => username)).toContain('joao.exemplo');
  for (const { username, password } of lines) {
    for (const folder of ['/live', '']) {
      const url = `${folder}/${encodeURIComponent(username)}/${encodeURIComponent(password)}/1.ts`;
      const { statusCode } = await ctx.server.inject({ method: 'HEAD', url });
      expect([url, statusCode]).toEqual([url, 200]);
    }
  }
});
