/** Names of a panel that is moved in: each line is brought and plays, or has its reason. */
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

// PLAY-01
it('every line of another panel that is brought plays at both addresses', async () => {
  await ctx.owner.query(
    `insert into bouquets (id, name) values (1, 'Canais') on conflict do nothing`,
  );
  const move = panelCalls(ctx, await person(ctx, { profile: 'admin' }));
  const file = new URL('./dump/cases/dump-13-line-names.sql', import.meta.url);
  const { id } = await move.upload(readFileSync(file));
  const packages = [{ there: 1, here: 1 }];
  await move.judge(id, { packages, bouquets: [{ there: 1, here: 1 }] });
  await move.apply(id);
  const { rows: seen } = await ctx.owner.query<{ name: string; explained: boolean }>(
    `select name, outcome = 'brought' or reason <> '' or problem <> '' as explained
     from panel_import_rows where kind = 'line'`,
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
