/** Public pages of sellers over HTTP: settings, pages, tests, orders and figures. */
import { randomUUID } from 'node:crypto';
import { defaultBrand } from '@ramal/contract/brands/brands';
import { createCoupon } from '@ramal/contract/coupons/coupons';
import { playSandbox } from '@ramal/contract/payments/charges';
import { creditPortal, listRecharges, saveCreditValue } from '@ramal/contract/payments/recharges';
import { getPortal } from '@ramal/contract/portal/portal';
import {
  createOriginLink,
  exportStorefrontNumbers,
  getStorefrontNumbers,
  listStorefrontRequests,
  listStorefrontSales,
  listStorefrontVisits,
} from '@ramal/contract/storefront/numbers';
import { getStorefrontOrder, subscribeStorefront } from '@ramal/contract/storefront/orders';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import {
  checkStorefrontSlug,
  getStorefront,
  saveStorefront,
} from '@ramal/contract/storefront/settings';
import { getStorefrontTest, requestStorefrontTest } from '@ramal/contract/storefront/tests';
import { renewLinePassword } from '@ramal/contract/lines/lines';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { saveReferralSettings } from '@ramal/contract/referrals/referrals';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import { type Authenticator, enrolAuthenticator } from '../../test/second-factor.ts';
import { countVisit } from './numbers/count-visits.ts';
import { pageCacheOf } from './page/page-cache.ts';
import { writePage } from './page/write-page.ts';
import { readSheet } from '../../test/spreadsheet.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { flushVisits, storefrontNumbersExport } from './storefront.ts';

let ctx: TestContext;
let seller: Person;
let codes: Authenticator;
let slug: string;
beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_CAPTCHA: 'off' });
});
afterAll(() => ctx.close());

let sellers = 0;
let phones = 5_511_950_000_000;
const newPhone = () => `+${(phones += 1)}`;
const newDevice = () => `aparelho-${randomUUID()}`;
const as = (who = seller) => ({ token: who.token });

beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx, { balance: 10_000 });
  codes = await enrolAuthenticator(ctx, seller);
  const body = { creditPortal: 35, code_2fa: await codes.code() };
  await call(ctx, saveCreditValue, { body }, as());
  ctx.clock.forward(30_000);
  slug = `loja-${(sellers += 1)}`;
});

const settings = async () => (await call(ctx, getStorefront, {}, as())).body.suggested;

async function save(change: Record<string, unknown> = {}) {
  const body = { ...(await settings()), slug, ...change };
  return call(ctx, saveStorefront, { body }, as());
}

const credit = (qtd_creditos = 10) =>
  call(
    ctx,
    creditPortal,
    { body: { id_res: seller.id, qtd_creditos } },
    { token: seller.token, key: randomUUID() },
  );

const page = async (wanted = slug) => {
  const { body } = await call(ctx, getStorefrontPage, { params: { slug: wanted } });
  return body;
};

async function takeTest({ phone = newPhone(), device = newDevice(), origin = '' } = {}) {
  const { products } = await page();
  const { body } = await call(ctx, requestStorefrontTest, {
    params: { slug },
    body: {
      phone,
      device: 'phone',
      device_signature: device,
      test_id: products[0]!.test_id!,
      consent: true,
      ...(origin ? { origin } : {}),
    },
  });
  return { ...body, phone, device };
}

async function subscribe({
  phone = newPhone(),
  device = newDevice(),
  key = '',
  origin = '',
  coupon = '',
  address = '127.0.0.1',
} = {}) {
  const { products } = await page();
  const offer = products[0]!.offers[0]!;
  const body = {
    phone,
    device: 'phone',
    device_signature: device,
    offer_id: offer.id,
    method: 'pix',
    price_cents: offer.price_cents,
    ...(key ? { test_key: key } : {}),
    ...(origin ? { origin } : {}),
    ...(coupon ? { coupon } : {}),
  } as const;
  return call(ctx, subscribeStorefront, { params: { slug }, body }, { address });
}

/** Pays the newest charge at the test provider. */
async function pay(): Promise<void> {
  const { body } = await call(ctx, listRecharges, { body: {} }, as());
  const { id } = body.recargas[0]!;
  await call(ctx, playSandbox, { params: { id }, body: { act: 'pay' } }, as());
}

const readOrder = async (key: string) =>
  (await call(ctx, getStorefrontOrder, { params: { slug }, body: { key } })).body;

describe('settings', () => {
  it('returns no settings before the first save and suggests an address', async () => {
    const { body } = await call(ctx, getStorefront, {}, as());
    expect(body.settings).toBeNull();
    expect(body.suggested.slug).toMatch(/^[a-z0-9-]{3,30}$/);
    expect(body.plans.map(({ price_cents }) => price_cents)).toEqual([
      3500, 7000, 10_500, 17_500, 35_000,
    ]);
    expect((await call(ctx, getStorefrontPage, { params: { slug } })).status).toBe(404);
  });

  it('leads from a former address to the page for 90 days', async () => {
    await save();
    const former = slug;
    slug = `${slug}-nova`;
    expect((await save()).status).toBe(200);
    expect((await page(former)).slug).toBe(slug);
    const other = await person(ctx, { until: '2028-01-01T00:00:00Z' });
    const check = () => call(ctx, checkStorefrontSlug, { query: { slug: former } }, as(other));
    expect((await check()).body).toMatchObject({ is_free: false });
    ctx.clock.forward(91 * DAY_MS);
    expect((await check()).body).toMatchObject({ is_free: true });
    expect((await call(ctx, getStorefrontPage, { params: { slug: former } })).status).toBe(404);
  });

  it('refuses an address of another seller and a text with an unknown placeholder', async () => {
    await save();
    const other = await person(ctx);
    const suggested = (await call(ctx, getStorefront, {}, as(other))).body.suggested;
    const taken = await call(ctx, saveStorefront, { body: { ...suggested, slug } }, as(other));
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'storefront_slug_taken' }]);
    const texts = { ...(await settings()).texts, paid: 'Oi {cpf}' };
    expect(await save({ texts })).toMatchObject({
      status: 422,
      body: { fields: { texts: 'Pix pago: {cpf} não existe.' } },
    });
  });

  it('changes prices only with a fresh code', async () => {
    const prices = [{ months: 1, price_cents: 4_000 }];
    expect((await save({ prices })).body).toMatchObject({ code: 'code_2fa_missing' });
    const saved = await save({ prices, code_2fa: await codes.code() });
    expect(saved.status).toBe(200);
    expect((await page()).products[0]!.offers[0]).toMatchObject({ months: 1, price_cents: 4_000 });
  });
});

describe('the page', () => {
  const html = `<html data-mantine-color-scheme="dark"><head><link rel="icon" href="/a" />
    <title>Ramal</title></head></html>`;

  it('is written complete with its data and escapes the texts of the seller', async () => {
    await save({ name: `Marcelo's <b>TV</b>`, sentence: '</script><script>alert(1)</script>' });
    const read = await pageCacheOf(ctx).find(slug);
    const timeZone = ctx.clock.timeZone;
    const text = writePage(html, { brand: defaultBrand, page: read!.page, timeZone });
    expect(text).not.toContain('<script>');
    expect(text).toContain('<title>Marcelo&#39;s &lt;b&gt;TV&lt;/b&gt;</title>');
    const [, data] = /name="ramal-storefront" content='([^']*)'/.exec(text)!;
    const plain = data!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'");
    expect(JSON.parse(plain.replaceAll('&amp;', '&'))).toMatchObject({ slug, state: 'open' });
    const { headers } = await ctx.server.inject({ url: `/loja/${slug}` });
    expect(headers['content-security-policy']).toContain("img-src 'self' data: blob:");
  });

  it('shows the chosen name and never the user name of the seller', async () => {
    await save({ name: 'Marcelo TV' });
    expect((await page()).seller!.name).toBe('Marcelo TV');
    const { suggested } = (await call(ctx, getStorefront, {}, as(await person(ctx)))).body;
    expect(suggested.name).toBe(defaultBrand.name);
    const timeZone = ctx.clock.timeZone;
    const written = writePage(html, {
      brand: defaultBrand,
      page: (await pageCacheOf(ctx).find(slug))!.page,
      timeZone,
    });
    for (const text of [written, JSON.stringify(await page()), JSON.stringify(suggested)])
      expect(text).not.toContain(seller.username);
  });

  it('is read again after the save of its seller while the others stay in the cache', async () => {
    await save();
    const [former, first] = [slug, seller];
    const before = (await page()).sentence;
    seller = await person(ctx, { balance: 10_000 });
    codes = await enrolAuthenticator(ctx, seller);
    slug = `${former}-b`;
    await call(
      ctx,
      saveCreditValue,
      { body: { creditPortal: 35, code_2fa: await codes.code() } },
      as(),
    );
    await save();
    await ctx.owner.query(`update storefronts set sentence = 'outra' where account_id = $1`, [
      first.id,
    ]);
    await save({ sentence: 'nova' });
    expect([(await page(former)).sentence, (await page()).sentence]).toEqual([before, 'nova']);
    expect(before).not.toBe('outra');
  });

  it('reads nothing from the database while its copy is fresh', async () => {
    await save();
    await page();
    await ctx.owner.query("update storefronts set sentence = 'outra' where slug = $1", [slug]);
    expect((await page()).sentence).not.toBe('outra');
    ctx.clock.forward(11_000);
    expect((await page()).sentence).toBe('outra');
  });

  it('says that it is closed when it is off and when its seller is blocked', async () => {
    await save({ is_online: false });
    expect(await page()).toMatchObject({ state: 'closed', products: [] });
    await save({ is_online: true });
    expect((await page()).state).toBe('open');
    await ctx.owner.query('update accounts set blocked_at = now() where id = $1', [seller.id]);
    ctx.clock.forward(11_000);
    expect((await page()).state).toBe('closed');
    const orderRequest = { params: { slug }, body: { key: 'o.1.1.assinatura' } };
    expect((await call(ctx, getStorefrontOrder, orderRequest)).status).toBe(403);
  });

  it('leaves out a product that was deleted', async () => {
    await save();
    expect((await page()).products).toHaveLength(1);
    await ctx.owner.query(
      `update storefronts set products = jsonb_set(products, '{0,productId}', '999999') where slug = $1`,
      [slug],
    );
    ctx.clock.forward(11_000);
    expect((await page()).products).toEqual([]);
  });

  it('offers no subscription without portal credits', async () => {
    await save();
    expect((await page()).methods).toEqual([]);
    await credit();
    ctx.clock.forward(11_000);
    expect((await page()).methods).toContain('pix');
  });
});

describe('a test', () => {
  it('shows its credentials once and again on the same device only', async () => {
    await save();
    const { test, device } = await takeTest();
    expect(test!.credentials!.username).toMatch(/^\d+$/);
    const again = await call(ctx, getStorefrontTest, {
      params: { slug },
      body: { key: test!.key, device_signature: device },
    });
    expect(again.body.credentials).toEqual(test!.credentials);
    const foreign = await call(ctx, getStorefrontTest, {
      params: { slug },
      body: { key: test!.key, device_signature: newDevice() },
    });
    expect(foreign.status).toBe(403);
  });

  it('gives one test to a number and a device, and reveals nothing about the former one', async () => {
    await save();
    const { phone, device } = await takeTest();
    ctx.clock.forward(2 * 60_000);
    const refused = (await takeTest({ phone })).refusal;
    expect(refused).toMatchObject({
      reason: 'repeated',
      former: null,
      tested_timestamp: null,
      next_timestamp: null,
    });
    expect((await takeTest({ device })).refusal).toEqual(refused);
  });
});

describe('a key of the page', () => {
  const renewPassword = (id: number) =>
    call(ctx, renewLinePassword, { params: { id }, body: {} }, as());
  const readTest = (key: string, device: string) =>
    call(ctx, getStorefrontTest, { params: { slug }, body: { key, device_signature: device } });
  const lineOf = async (username: string): Promise<number> =>
    (
      await ctx.owner.query<{ id: number }>('select id::int from lines where username = $1', [
        username,
      ])
    ).rows[0]!.id;

  it('keeps its first expiry and shows no access seven days after it was created', async () => {
    await save();
    await credit();
    const { test, device } = await takeTest();
    const { body: order } = await subscribe();
    await pay();
    ctx.clock.forward(6 * DAY_MS);
    const shownTest = (await readTest(test!.key, device)).body;
    expect([shownTest.key, shownTest.credentials]).toEqual([test!.key, test!.credentials]);
    const shownOrder = await readOrder(order.key);
    expect(shownOrder.key).toBe(order.key);
    expect(shownOrder.line!.credentials).not.toBeNull();
    ctx.clock.forward(DAY_MS);
    expect((await readTest(test!.key, device)).body.credentials).toBeNull();
    expect(await readOrder(order.key)).toMatchObject({
      state: 'ready',
      line: { credentials: null, portal_key: null },
    });
    ctx.clock.forward(83 * DAY_MS);
    expect((await readTest(test!.key, device)).status).toBe(403);
  });

  it('shows no access after a new password and pays for no other access', async () => {
    await save();
    await credit();
    const { test, device, phone } = await takeTest();
    const { body: order } = await subscribe({ phone, device, key: test!.key });
    await renewPassword(await lineOf(test!.credentials!.username));
    expect((await readTest(test!.key, device)).body.credentials).toBeNull();
    expect((await subscribe({ phone, device, key: test!.key })).status).toBe(403);
    await pay();
    expect(await readOrder(order.key)).toMatchObject({
      state: 'ready',
      test_username: null,
      line: { credentials: null, portal_key: null },
    });
    const { body: other } = await subscribe();
    await pay();
    const paid = await readOrder(other.key);
    await renewPassword(await lineOf(paid.line!.credentials!.username));
    expect((await readOrder(other.key)).line).toMatchObject({
      credentials: null,
      portal_key: null,
    });
  });

  it('shows no access after the line had another owner in the meantime', async () => {
    await save();
    const { test, device } = await takeTest();
    const id = await lineOf(test!.credentials!.username);
    const move = (owner: number) =>
      ctx.owner.query('update lines set owner_id = $1 where id = $2', [owner, id]);
    await move((await person(ctx)).id);
    expect((await readTest(test!.key, device)).status).toBe(403);
    await move(seller.id);
    expect((await readTest(test!.key, device)).body.credentials).toBeNull();
  });
});

describe('an order', () => {
  it('creates a line when the sandbox Pix is paid and signs in to the portal', async () => {
    await save();
    await credit();
    const { body: order } = await subscribe();
    expect(order).toMatchObject({ state: 'waiting', line: null, test_username: null });
    await pay();
    const paid = await readOrder(order.key);
    expect(paid.state).toBe('ready');
    const home = await call(ctx, getPortal, { body: { key: paid.line!.portal_key! } });
    expect(home.body.username).toBe(paid.line!.credentials!.username);
    expect((await readOrder(order.key)).line).toEqual(paid.line);
    expect(paid.line!.reward_days).toBeNull();
    const terms = {
      is_on: true,
      referrer_days: 10,
      friend_days: 0,
      wait_days: 7,
      payments_counted: 1,
      friends_a_year: 12,
    };
    await call(ctx, saveReferralSettings, { body: terms }, as());
    expect((await readOrder(order.key)).line!.reward_days).toBe(10);
    const discount = { ...terms, referrer_kind: 'discount' as const, referrer_percent: 20 };
    await call(ctx, saveReferralSettings, { body: discount }, as());
    expect((await readOrder(order.key)).line).toMatchObject({
      reward_days: null,
      reward_percent: 20,
    });
  });

  it('keeps the user name and the password of the test', async () => {
    await save();
    await credit();
    const { test, device, phone } = await takeTest();
    const { body: order } = await subscribe({ phone, device, key: test!.key });
    expect(order.test_username).toBe(test!.credentials!.username);
    await pay();
    const paid = await readOrder(order.key);
    expect(paid.line!.credentials).toMatchObject({
      username: test!.credentials!.username,
      password: test!.credentials!.password,
    });
    expect(paid.line!.expires_timestamp - test!.ends_timestamp).toBe(30 * 86_400);
  });

  it('refuses a changed price and a key of another page', async () => {
    await save();
    await credit();
    const { body: order } = await subscribe();
    const { products } = await page();
    const changed = await call(ctx, subscribeStorefront, {
      params: { slug },
      body: {
        phone: newPhone(),
        device: 'phone',
        device_signature: newDevice(),
        offer_id: products[0]!.offers[0]!.id,
        method: 'pix',
        price_cents: 1,
      },
    });
    expect(changed.body).toMatchObject({ code: 'price_changed' });
    const forged = order.key.replace(/\.\d+\./, '.1.');
    const read = await call(ctx, getStorefrontOrder, { params: { slug }, body: { key: forged } });
    expect(read.status).toBe(403);
  });
});

describe('a coupon', () => {
  const createCode = (code: string) =>
    call(
      ctx,
      createCoupon,
      { body: { code, kind: 'percent', amount: 20, ends_on: '2026-12-31', most_uses: 1 } },
      as(),
    );
  const pageWith = (cupom: string) =>
    call(ctx, getStorefrontPage, { params: { slug }, query: { cupom } });

  it('reduces the prices of the page and of the order and is used once', async () => {
    await save();
    await credit();
    expect((await createCode('LOJA20')).status).toBe(200);
    const { body } = await pageWith('LOJA20');
    const offer = body.products[0]!.offers[0]!;
    expect([body.coupon, offer.price_cents, offer.list_cents]).toEqual(['LOJA20', 2800, 3500]);
    const buy = (price: number) =>
      call(ctx, subscribeStorefront, {
        params: { slug },
        body: {
          phone: newPhone(),
          device: 'phone',
          device_signature: newDevice(),
          offer_id: offer.id,
          method: 'pix',
          price_cents: price,
          coupon: 'LOJA20',
        },
      });
    expect((await buy(3500)).body).toMatchObject({ code: 'price_changed' });
    const { body: order } = await buy(2800);
    expect(order).toMatchObject({ charge: { value: 28 }, offer: { price_cents: 3500 } });
    await pay();
    expect((await readOrder(order.key)).state).toBe('ready');
    expect((await buy(2800)).status).toBe(409);
  });

  it('never tells by its audience whether a typed number belongs to a customer', async () => {
    await save();
    await credit();
    const phone = newPhone();
    await line(ctx, seller, { whatsapp: phone.slice(1) });
    const buy = async (number: string, coupon: string, more: Record<string, unknown> = {}) => {
      const { products } = (await pageWith('NOVOS20')).body;
      const offer = products[0]!.offers[0]!;
      const { status, body } = await call(ctx, subscribeStorefront, {
        params: { slug },
        body: {
          phone: number,
          device: 'phone',
          device_signature: newDevice(),
          offer_id: offer.id,
          method: 'pix',
          price_cents: offer.price_cents,
          coupon,
          ...more,
        },
      } as never);
      return [status, (body as { code?: string }).code];
    };
    const { rows } = await ctx.owner.query('select id::int from lines where owner_id = $1', [
      seller.id,
    ]);
    for (const [code, audience] of [
      ['NOVOS20', { audiences: ['new'] }],
      ['VENCEU20', { audiences: ['expired'] }],
      ['CELIA20', { audiences: ['chosen'], lines: [rows[0].id] }],
    ] as const)
      await call(
        ctx,
        createCoupon,
        {
          body: { code, kind: 'percent', amount: 20, ends_on: '2026-12-31', ...audience } as never,
        },
        as(),
      );
    await ctx.owner.query('update lines set expires_at = $2 where id = $1', [
      rows[0].id,
      new Date(ctx.clock.now().getTime() - DAY_MS),
    ]);
    for (const code of ['NOVOS20', 'VENCEU20', 'CELIA20'])
      expect(await buy(phone, code)).toEqual(await buy(newPhone(), code));
    expect(await buy(phone, 'CELIA20')).toEqual([422, 'coupon_other_customer']);
    // The number that a visitor typed for a test proves nothing either.
    const { test, device } = await takeTest({ phone });
    const tested = await buy(phone, 'CELIA20', { test_key: test!.key, device_signature: device });
    expect(tested).toEqual([422, 'coupon_other_customer']);
  });

  it('refuses codes of a network that tries many unknown ones, and still sells to it', async () => {
    await save();
    await credit();
    const tries: number[] = [];
    const guess = (cupom: string) =>
      call(
        ctx,
        getStorefrontPage,
        { params: { slug }, query: { cupom } },
        { address: '192.0.2.77' },
      );
    for (let n = 0; n < 21; n += 1) tries.push((await guess(`CHUTE${n}`)).status);
    expect(tries.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(tries[20]).toBe(429);
    expect((await call(ctx, getStorefrontPage, { params: { slug } })).status).toBe(200);
    // The same network still buys without a code, and its codes of orders are refused too.
    const address = '192.0.2.77';
    expect((await subscribe({ coupon: 'CHUTE99', address })).status).toBe(429);
    expect((await subscribe({ address })).status).toBe(200);
  });

  it('does not know a coupon of another seller on the page', async () => {
    await save();
    const other = await person(ctx);
    const body = { code: 'ALHEIO', kind: 'percent', amount: 20, ends_on: '2026-12-31' } as const;
    await call(ctx, createCoupon, { body }, as(other));
    expect((await pageWith('ALHEIO')).body).toMatchObject({ code: 'coupon_unknown' });
  });
});

describe('the figures', () => {
  it('counts visits, requests and sales by their first origin, and lists their rows', async () => {
    await save();
    await credit();
    await call(ctx, createOriginLink, { body: { name: 'Status', code: 'status' } }, as());
    const read = (await pageCacheOf(ctx).find(slug))!;
    const headers = { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile' };
    for (const o of [undefined, 'status', 'status', 'inventado'])
      countVisit(ctx, read, { query: { o }, headers });
    countVisit(ctx, read, { query: {}, headers: { 'user-agent': 'WhatsApp/2.24' } });
    await flushVisits(ctx);
    const { test, device, phone } = await takeTest({ origin: 'status' });
    await takeTest({ phone, device: newDevice() });
    await subscribe({ phone, device, key: test!.key, origin: 'outro' });
    await pay();
    const { body } = await call(ctx, getStorefrontNumbers, { query: {} }, as());
    expect(body.funnel).toMatchObject({
      visits: 4,
      phone_visits: 4,
      visits_without_origin: 2,
      tests: 1,
      sales: 1,
      sales_after_test: 1,
      direct_sales: 0,
    });
    expect(body.origins.find(({ code }) => code === 'status')).toMatchObject({
      name: 'Status',
      visits: 2,
      tests: 1,
      sales_after_test: 1,
      conversion: null,
      received_cents: 3500,
    });
    const [requests, sales, visits] = await Promise.all([
      call(ctx, listStorefrontRequests, { query: {} }, as()),
      call(ctx, listStorefrontSales, { query: {} }, as()),
      call(ctx, listStorefrontVisits, { query: {} }, as()),
    ]);
    expect(requests.body.total).toBe(body.funnel.requests);
    expect(sales.body.data).toMatchObject([{ origin_name: 'Status', is_after_test: true }]);
    expect(visits.body.data.reduce((sum, row) => sum + row.visits, 0)).toBe(4);
    const { body: started } = await call(ctx, exportStorefrontNumbers, { body: {} }, as());
    await runTask(ctx, [storefrontNumbersExport], started.task.id);
    const sheet = await readSheet(ctx, started.url);
    expect(sheet.find(([name]) => name === 'Status')?.slice(2, 4)).toEqual(['2', '1']);
    expect(sheet.at(-1)).toEqual(expect.arrayContaining(['Total', '4', '35']));
  });
});
