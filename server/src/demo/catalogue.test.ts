import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { seedCatalogue } from './catalogue.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('creates channels with a guide and films and series that packages contain', async () => {
  await seedCatalogue(ctx);
  const { rows } = await ctx.owner.query(
    `select kind, count(*)::int, bool_and(exists (select from bouquet_categories b where b.category_id = s.category_id)) as sold
     from streams s group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { kind: 'episode', count: 18, sold: true },
    { kind: 'film', count: 12, sold: true },
    { kind: 'live', count: 31, sold: true },
  ]);
  const now = ctx.clock.now();
  const { rows: shown } = await ctx.owner.query(
    `select count(*)::int as channels from streams s where kind = 'live' and id > 1 and
       exists (select from programmes p where p.channel = lower(s.epg_channel_id) and p.starts_at <= $1 and p.ends_at > $1)
       and exists (select from programmes p where p.channel = lower(s.epg_channel_id) and p.ends_at < $1::timestamptz - interval '24 hours')
       and exists (select from programmes p where p.channel = lower(s.epg_channel_id) and p.starts_at > $1::timestamptz + interval '48 hours')`,
    [now],
  );
  expect(shown).toEqual([{ channels: 30 }]);
});
