import { getAbuseDetail } from '@ramal/contract/abuse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { line, person } from '../../test/accounts.ts';
import { seedCatalogue } from './catalogue.ts';
import { callerAt } from './seed-demo.ts';
import { shareLines } from './sharing.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('lets the detection find two households and 24 viewings for each shared line and blocks the chosen ones', async () => {
  const admin = await person(ctx, { profile: 'admin' });
  const owner = await person(ctx, { balance: 1000 });
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push((await line(ctx, owner)).id);
  await seedCatalogue(ctx);
  const shared = ids.slice(0, 2).map((id, index) => ({ id, isBlocked: index === 1 }));
  await shareLines(ctx, callerAt(ctx, admin.id, admin.username, 'admin'), shared);
  for (const [index, id] of ids.entries()) {
    const { body } = await call(ctx, getAbuseDetail, { params: { id } }, { token: owner.token });
    expect(body.block_abuse).toBe(index === 1);
    expect(body.findings.map(({ addresses }) => addresses.length)).toEqual(index === 2 ? [] : [2]);
    expect(body.logs).toHaveLength(index === 2 ? 0 : 24);
  }
  const { rows } = await ctx.owner.query(
    `select count(*)::int from viewings where ended_at is null`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});
