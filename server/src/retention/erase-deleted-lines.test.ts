import { DAY_MS } from '@ramal/contract/rules/durations';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { line, person } from '../../test/accounts.ts';
import { eraseDeletedLines } from './erase-deleted-lines.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('erases a line thirty days after its deletion, not one day sooner, and frees its name', async () => {
  const owner = await person(ctx, { balance: 1000 });
  const gone = await line(ctx, owner, {
    username: '44440001',
    nota: 'Dona Célia',
    whatsapp: '5511955550142',
  });
  const kept = await line(ctx, owner, { username: '44440002' });
  for (const { id } of [gone, kept]) {
    await ctx.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at, ended_at, ended_because)
       values (gen_random_uuid(), $1, 1, 'Canal', 'HLS', $2, $2, $2, 'left')`,
      [id, ctx.clock.now()],
    );
  }
  await call(ctx, deleteIptvLine, { params: { id: gone.id }, body: {} }, { token: owner.token });

  ctx.clock.forward(29 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect(await personal(gone.id)).toMatchObject({ username: '44440001', note: 'Dona Célia' });

  ctx.clock.forward(2 * DAY_MS);
  await eraseDeletedLines.work(ctx, undefined);
  expect(await personal(gone.id)).toEqual({
    username: `#${gone.id}`,
    password: '',
    note: '',
    whatsapp: null,
  });
  const watched = await ctx.owner.query('select line_id::int as id from viewings');
  expect(watched.rows).toEqual([{ id: kept.id }]);
  expect(await personal(kept.id)).toMatchObject({ username: '44440002', note: 'Cliente' });
  const { token } = await person(ctx, { balance: 1000 });
  expect((await call(ctx, getLineHistory, { params: { id: gone.id } }, { token })).status).toBe(
    404,
  );
});

async function personal(id: number) {
  const { rows } = await ctx.owner.query(
    'select username, password, note, whatsapp from lines where id = $1',
    [id],
  );
  return rows[0];
}
