/** Values that the settings of a storefront refuse, each with its field. */
import { uploadBrandPicture } from '@ramal/contract/brands/brand-settings';
import { setLimits } from '@ramal/contract/resellers/limits';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import {
  checkStorefrontSlug,
  getStorefront,
  saveStorefront,
} from '@ramal/contract/storefront/settings';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../../test/second-factor.ts';
import { deleteOldRows } from '../../retention/retention.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let codes: Authenticator;
let slug: string;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', until: '2026-11-30T00:00:00Z' });
});
afterAll(() => ctx.close());

let sellers = 0;
beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx, { parent: admin });
  codes = await enrolAuthenticator(ctx, seller);
  slug = `ajustes-${(sellers += 1)}`;
});

const read = async (who = seller) =>
  (await call(ctx, getStorefront, {}, { token: who.token })).body;

async function save(change: Record<string, unknown> = {}, who = seller) {
  const body = { ...(await read(who)).suggested, slug, ...change };
  return call(ctx, saveStorefront, { body }, { token: who.token });
}

async function limit(body: Record<string, unknown>): Promise<void> {
  const params = { id: seller.id };
  const saved = await call(ctx, setLimits, { params, body }, { token: admin.token });
  expect(saved.status).toBe(200);
}

it('refuses a price below the lowest one from above and stores nothing of the form', async () => {
  await limit({ lowest_price: 6.5 });
  const before = await read();
  expect(before.plans[0]).toMatchObject({ months: 1, min_price_cents: 650 });
  const low = [{ months: 1, price_cents: 649 }];
  const refused = await save({ prices: low, code_2fa: await codes.code() });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { prices: 'O menor preço permitido é R$ 6,50' },
  ]);
  expect(await read()).toEqual(before);
  const lowest = [{ months: 1, price_cents: 650 }];
  const saved = await save({ prices: lowest, code_2fa: await codes.code(1) });
  expect([saved.status, saved.body.plans[0]!.price_cents]).toEqual([200, 650]);
});

it('shows no plan whose price is below a limit that was set later', async () => {
  const products = (await read()).suggested.products.map((row) => ({ ...row, months: [1] }));
  const prices = [{ months: 1, price_cents: 700 }];
  expect((await save({ products, prices, code_2fa: await codes.code() })).status).toBe(200);
  const offered = async () => {
    const { body } = await call(ctx, getStorefrontPage, { params: { slug } });
    return body.products[0]!.offers.map(({ price_cents }) => price_cents);
  };
  expect(await offered()).toEqual([700]);
  await limit({ lowest_price: 8 });
  ctx.clock.forward(11_000);
  expect(await offered()).toEqual([]);
});

it('refuses a chosen plan without a price', async () => {
  const [product] = (await read()).products;
  const products = [{ platform: product!.platform, product_id: product!.product_id, months: [1] }];
  const refused = await save({ products });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { products: 'Há um plano marcado sem preço.' },
  ]);
});

it('refuses two prices of one plan', async () => {
  const prices = [
    { months: 1, price_cents: 3_000 },
    { months: 1, price_cents: 4_000 },
  ];
  const refused = await save({ prices, code_2fa: await codes.code() });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { prices: 'Há um plano com dois preços.' },
  ]);
});

it('refuses more tests in a day than the limit from above allows', async () => {
  await limit({ trials_a_day: 20 });
  const state = await read();
  expect(state.max_tests_per_day).toBe(20);
  const { tests } = state.suggested;
  const refused = await save({ tests: { ...tests, per_day: 21 } });
  expect([refused.status, refused.body.fields]).toEqual([
    422,
    { tests: 'Seu limite na conta é 20.' },
  ]);
  expect((await save({ tests: { ...tests, per_day: 20 } })).status).toBe(200);
});

it('keeps the last five former addresses of a seller and frees the older ones', async () => {
  const first = slug;
  for (let n = 0; n < 7; n += 1) {
    ctx.clock.forward(1_000);
    expect((await save({ slug: `${first}-${n}` })).status).toBe(200);
  }
  const { rows } = await ctx.owner.query<{ slug: string }>(
    'select slug from former_slugs where account_id = $1 order by replaced_at',
    [seller.id],
  );
  expect(rows.map((row) => row.slug)).toEqual([1, 2, 3, 4, 5].map((n) => `${first}-${n}`));
});

it('refuses the former address of another seller and takes the own one back', async () => {
  await save();
  const former = slug;
  expect((await save({ slug: `${former}-nova` })).status).toBe(200);
  const other = await person(ctx, { parent: admin });
  const taken = await save({ slug: former }, other);
  expect([taken.status, taken.body.fields]).toEqual([
    409,
    { slug: 'Este endereço já é de outra revenda' },
  ]);
  const check = await call(
    ctx,
    checkStorefrontSlug,
    { query: { slug: former.toUpperCase() } },
    { token: seller.token },
  );
  expect(check.body).toEqual({ is_free: true, reason: '' });
  expect((await save({ slug: former })).status).toBe(200);
});

it('gives one of two sellers an address that both save at the same time', async () => {
  const other = await person(ctx, { parent: admin });
  const answers = await Promise.all([save(), save({}, other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('refuses a malformed address and a long sentence with their fields', async () => {
  for (const malformed of ['ab', 'a'.repeat(31), 'com espaço', '-traço', 'ação', 'a/b']) {
    const refused = await save({ slug: malformed });
    expect([malformed, refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
      malformed,
      422,
      ['slug'],
    ]);
  }
  const long = await save({ sentence: 'x'.repeat(61) });
  expect([long.status, Object.keys(long.body.fields ?? {})]).toEqual([422, ['sentence']]);
});

it('shows the logo of the page, keeps its picture and refuses the picture of another account', async () => {
  const file = await sharp({
    create: { width: 600, height: 150, channels: 4, background: '#7b2fa080' },
  })
    .png()
    .toBuffer();
  const upload = async (who = seller) =>
    (
      await call(ctx, uploadBrandPicture, { params: { kind: 'logo' }, file } as never, {
        token: who.token,
      })
    ).body.name;
  const logo = await upload();
  expect((await save({ logo })).status).toBe(200);
  const shownLogo = async () => {
    ctx.clock.forward(11_000);
    return (await call(ctx, getStorefrontPage, { params: { slug } })).body.logo;
  };
  expect(await shownLogo()).toBe(logo);
  await ctx.owner.query(`update brand_pictures set created_at = now() - interval '2 years'`);
  await deleteOldRows(ctx, 'hour');
  expect((await ctx.server.inject({ url: `/brand-files/${logo}` })).statusCode).toBe(200);
  const other = await person(ctx, { parent: admin });
  const stolen = await save({ slug: `${slug}-b`, logo }, other);
  expect([stolen.status, stolen.body.code]).toEqual([404, 'picture_not_found']);
  // A form of an older panel sends no logo.
  const { logo: _absent, ...older } = (await read()).settings!;
  await call(ctx, saveStorefront, { body: older }, { token: seller.token });
  expect(await shownLogo()).toBe(logo);
  await save({ logo: null });
  expect(await shownLogo()).toBeNull();
});
