/**
 * Tests that a repeated deletion or restoration returns the result of the first call whose response
 * was lost. Also tests that the histories of the lines contain the deletion (Q-IDEMPOTENT,
 * Q-AUDIT).
 */
import { randomUUID } from 'node:crypto';
import { getLineHistory } from '@ramal/contract/lines/lines';
import {
  deleteNetwork,
  deleteReseller,
  deleteTree,
  restoreReseller,
} from '@ramal/contract/resellers/reseller-acts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';
import { enrolAuthenticator } from '../../../test/second-factor.ts';
import { expectWholeLedger } from '../../../test/tree.ts';

let ctx: TestContext;
let admin: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(() => ctx.close());

const deletions = { deleteReseller, deleteNetwork, deleteTree };

it.each(Object.keys(deletions) as (keyof typeof deletions)[])(
  'performs %s and its restoration once per key and returns the same response again',
  async (name) => {
    const owner = await person(ctx, { parent: admin, balance: 3000 });
    const gone = await person(ctx, { parent: owner, balance: 2000 });
    const below = await person(ctx, { parent: gone, balance: 1000 });
    const as = { token: admin.token, key: randomUUID() };
    const remove = () => call(ctx, deletions[name], { params: { id: gone.id }, body: {} }, as);
    const [first, again] = [await remove(), await remove()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const deleted = name === 'deleteNetwork' ? below : gone;
    const back = { token: admin.token, key: randomUUID() };
    const restore = () => call(ctx, restoreReseller, { params: { id: deleted.id } }, back);
    const [restored, restoredAgain] = [await restore(), await restore()];
    expect([restored.status, restoredAgain.status]).toEqual([200, 200]);
    expect(restoredAgain.body).toEqual(restored.body);
    expect(await readAccountBalance(ctx, owner.id)).toBe(3000);
    const other = await person(ctx, { parent: owner });
    const reused = await call(ctx, deletions[name], { params: { id: other.id }, body: {} }, as);
    expect(reused.body.code).toBe('key_reused');
    await expectWholeLedger(ctx);
  },
);

it('requires and consumes no second code for a repeated deletion', async () => {
  const boss = await person(ctx, { profile: 'admin' });
  const { code } = await enrolAuthenticator(ctx, boss);
  const gone = await person(ctx, { parent: boss, balance: 500 });
  const as = { token: boss.token, key: randomUUID() };
  const code_2fa = await code();
  const remove = (body: { code_2fa?: string }, key = as.key) =>
    call(ctx, deleteReseller, { params: { id: gone.id }, body }, { ...as, key });
  expect((await remove({})).body.code).toBe('code_2fa_missing');
  const first = await remove({ code_2fa });
  expect(first.status).toBe(200);
  expect((await remove({ code_2fa })).body).toEqual(first.body);
  expect((await remove({})).body).toEqual(first.body);
  expect((await remove({ code_2fa }, randomUUID())).body.code).toBe('code_2fa_wrong');
});

it('records a deletion and its restoration in the history of each affected line', async () => {
  const top = await person(ctx, { parent: admin, balance: 5000 });
  const gone = await person(ctx, { parent: top, balance: 5000 });
  const below = await person(ctx, { parent: gone, balance: 5000 });
  const sold = [await line(ctx, gone), await line(ctx, below)];
  await call(ctx, deleteTree, { params: { id: gone.id }, body: {} }, { token: admin.token });
  const { rows } = await ctx.owner.query(
    `select e.line_id::int as line, e.account_id::int as account, e.actor_id::int as actor, e.source
     from events e where kind = 'line-deleted' and line_id = any($1) order by line_id`,
    [sold.map(({ id }) => id)],
  );
  expect(rows).toEqual([
    { line: sold[0]!.id, account: gone.id, actor: admin.id, source: 1 },
    { line: sold[1]!.id, account: below.id, actor: admin.id, source: 1 },
  ]);
  await call(ctx, restoreReseller, { params: { id: gone.id } }, { token: admin.token });
  for (const { id } of sold) {
    const { body } = await call(ctx, getLineHistory, { params: { id } }, { token: top.token });
    expect(body.data.slice(0, 2).map(({ title, details }) => [title, ...details])).toEqual([
      ['Linha restaurada', 'Com a restauração da revenda'],
      ['Linha deletada', 'Com a exclusão da revenda'],
    ]);
  }
});
