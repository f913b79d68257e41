/** Tests that a generated name that is taken on the target platform is generated again. */
import { migrateIptvToP2p } from '@ramal/contract/lines/line-migrations';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';

// Replaces the generated user names, because real ones are random.
const dice = vi.hoisted(() => ({ names: [] as string[] }));
vi.mock('../credentials.ts', async (original) => ({
  ...(await original<object>()),
  newLineName: () => dice.names.shift() ?? '',
}));

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  seller = await person(ctx, { balance: 10_000 });
});
afterAll(() => ctx.close());

const createLine = async (username: string) => (await line(ctx, seller, { username })).id;
const move = (id: number) =>
  call(ctx, migrateIptvToP2p, { params: { id }, body: { productid: 1 } }, { token: seller.token });

it('generates another name if one is taken by any line including deleted ones', async () => {
  const sameName = await p2pLine(ctx, seller, p2pLines, { name: '111111111' });
  await ctx.owner.query('update lines set deleted_at = now() where id = $1', [sameName.id]);
  const id = await createLine('500001');
  dice.names = ['111111111', '222222222'];
  expect((await move(id)).body.name).toBe('222222222');
  const { rows } = await ctx.owner.query(
    `select count(*)::int from events where line_id = $1 and kind = 'line-migrated'`,
    [id],
  );
  expect(rows[0].count).toBe(1);
});

it('accepts a name that is taken only on another platform', async () => {
  const id = await createLine('500002');
  await createLine('333333333');
  dice.names = ['333333333'];
  expect((await move(id)).body.name).toBe('333333333');
});

it('fails after five attempts and leaves the line unchanged', async () => {
  const id = await createLine('500003');
  await p2pLine(ctx, seller, p2pLines, { name: '444444444' });
  dice.names = Array<string>(8).fill('444444444');
  expect((await move(id)).status).toBe(500);
  expect(dice.names).toHaveLength(3);
  const { rows } = await ctx.owner.query('select platform, username from lines where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ platform: 'iptv', username: '500003' }]);
});
