import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { renewLinePassword } from '@ramal/contract/lines/lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, person } from '../../../test/accounts.ts';

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

it('the new one plays, the old one does not, the short link goes on', async () => {
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
  expect(now).toMatchObject({ password: body.password, short_M3U8: created.short_M3U8 });
  expect(await playerAnswers(now.M3U8)).toBe(true);
  expect(await playerAnswers(created.M3U8)).toBe(false);
});

it('the links are those of the receipt, read again at any time', async () => {
  for (const isOficial of [true, false]) {
    const {
      charged: _,
      balance: __,
      ...receipt
    } = await line(ctx, seller, { isOficial, whatsapp: '5511900000001' });
    expect(await links(receipt.id)).toEqual(receipt);
  }
});
