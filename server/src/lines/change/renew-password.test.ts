import { blockForAbuse, recreateBlocked } from '@ramal/contract/abuse';
import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { migrateIptvToP2p } from '@ramal/contract/lines/line-migrations';
import { renewLinePassword } from '@ramal/contract/lines/lines';
import { getPortal, signInToPortal } from '@ramal/contract/portal/portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';
import { linkKey } from '../../portal/portal-key.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 10_000 });
});
afterAll(() => ctx.close());

const links = async (id: number) =>
  (await call(ctx, getIptvLinks, { params: { id }, body: {} }, { token: seller.token })).body;
const playerAnswers = async (url: string) => {
  const { pathname, search } = new URL(url);
  return (await ctx.server.inject({ url: pathname + search })).body.startsWith('#EXTM3U');
};

it('plays with the new password and refuses the old one', async () => {
  const created = await line(ctx, seller);
  expect(await playerAnswers(created.M3U8)).toBe(true);
  const { status, body } = await call(
    ctx,
    renewLinePassword,
    { params: { id: created.id }, body: {} },
    { token: seller.token },
  );
  expect(status).toBe(200);
  expect(body).toEqual({
    id: created.id,
    username: created.username,
    password: expect.stringMatching(/^[a-zA-Z2-9]{8}$/),
    message: 'Senha nova gerada com sucesso',
  });
  expect(body.password).not.toBe(created.password);
  const now = await links(created.id);
  expect(now).toMatchObject({ password: body.password });
  expect(await playerAnswers(now.M3U8)).toBe(true);
  expect(await playerAnswers(created.M3U8)).toBe(false);
});

it('returns the links of the receipt at any later time', async () => {
  for (const isOficial of [true, false]) {
    const {
      charged: _,
      balance: __,
      ...receipt
    } = await line(ctx, seller, { isOficial, whatsapp: '5511900000001' });
    expect(await links(receipt.id)).toEqual(receipt);
  }
});

// A new password must invalidate every link to the line. Case:
// cases/line-01-short-link-after-new-password.json.
const ways: Record<string, (id: number) => Promise<{ status: number }>> = {
  'a new password': (id) =>
    call(ctx, renewLinePassword, { params: { id }, body: {} }, { token: seller.token }),
  'an unblock after abuse': async (id) => {
    const admin = await person(ctx, { profile: 'admin' });
    await call(ctx, blockForAbuse, { params: { id }, body: {} }, { token: admin.token });
    return call(ctx, recreateBlocked, { params: { id } }, { token: seller.token });
  },
  'a migration': (id) =>
    call(
      ctx,
      migrateIptvToP2p,
      { params: { id }, body: { productid: 2 } },
      { token: seller.token },
    ),
};

const opened = async (url: string) =>
  (await ctx.server.inject({ url: new URL(url).pathname })).statusCode;

async function linkedLine() {
  const created = await line(ctx, seller);
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into renewal_links (line_id, created_by, created_at, expires_at)
     values ($1, $2, $3, $3::timestamptz + interval '7 days') returning id::int`,
    [created.id, seller.id, ctx.clock.now()],
  );
  const { username, password } = created;
  const portal = await call(ctx, signInToPortal, { body: { username, password } });
  const keys = [linkKey(ctx, rows[0]!.id), portal.body.key];
  const portals = async () =>
    Promise.all(keys.map(async (key) => (await call(ctx, getPortal, { body: { key } })).status));
  return { created, portals };
}

it.each(Object.entries(ways))('invalidates every link to the line by %s', async (_way, renew) => {
  const { created, portals } = await linkedLine();
  expect(await opened(created.short_M3U8)).toBe(302);
  expect(await portals()).toEqual([200, 200]);
  expect((await renew(created.id)).status).toBe(200);
  expect(await opened(created.short_M3U8)).toBe(404);
  expect(await portals()).toEqual([403, 403]);
});

it('returns a new short link in the new receipt', async () => {
  const { created } = await linkedLine();
  await ways['a new password']!(created.id);
  const { short_M3U8: short } = await links(created.id);
  expect(short).not.toBe(created.short_M3U8);
  expect(await opened(short)).toBe(302);
});

it('keeps only the short link if the seller requests it', async () => {
  const { created, portals } = await linkedLine();
  const { status } = await call(
    ctx,
    renewLinePassword,
    { params: { id: created.id }, body: { keep_short_link: true } },
    { token: seller.token },
  );
  expect(status).toBe(200);
  expect(await opened(created.short_M3U8)).toBe(302);
  expect(await portals()).toEqual([403, 403]);
});
