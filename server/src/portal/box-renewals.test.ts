/** Tests the codes with which a customer opens a renewal that a television shows. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exemptEverybody } from '../../test/blocklist.ts';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { seedLine } from '../../test/player.ts';
import { rateLimits } from '../foundation/limits/rate-limits.ts';

const CODE = '7KQ4X2';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_TRUSTED_PROXIES: '127.0.0.1' });
  await exemptEverybody(ctx);
  const line = await seedLine(ctx);
  await ctx.owner.query(
    `with link as (
       insert into renewal_links (line_id, created_by, created_at, expires_at)
       select id, owner_id, $2, $3 from lines where id = $1 returning id, line_id)
     insert into box_renewals (line_id, link_id, code, expires_at) select line_id, id, $4, $3 from link`,
    [line.id, '2026-11-21T15:00:00Z', '2026-11-22T15:00:00Z', CODE],
  );
});
beforeEach(() => ctx.owner.query('delete from rate_limits'));
afterAll(() => ctx.close());

let addresses = 0;
const type = async (code: string, ip = `198.51.${(addresses += 1) >> 8}.${addresses & 255}`) => {
  const headers = { 'x-forwarded-for': ip };
  const url = `/tv?codigo=${encodeURIComponent(code)}`;
  return (await ctx.server.inject({ url, headers })).statusCode;
};

it.each(['7KQ4X2', '7KQ 4X2', '7kq-4x2', ' 7kq4x2 '])(
  'opens the renewal for «%s»',
  async (code) => {
    expect(await type(code)).toBe(302);
  },
);

it('answers an unknown code with the form', async () => {
  expect(await type('BBBBBB')).toBe(404);
});

it('limits the codes of one network', async () => {
  const { points } = rateLimits['tv-code'];
  for (let index = 0; index < points; index += 1) await type('BBBBBB', '198.51.200.1');
  expect(await type(CODE, '198.51.200.1')).toBe(429);
  expect(await type(CODE)).toBe(302);
});

it('limits the wrong codes of all networks together', async () => {
  const { points } = rateLimits['tv-code-wrong'];
  for (let index = 0; index < points; index += 1) expect(await type('BBBBBB')).toBe(404);
  expect(await type(CODE)).toBe(429);
});
