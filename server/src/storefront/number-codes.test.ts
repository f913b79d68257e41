/** Tests the proof of a visitor's number by a code, with a double of WhatsApp Cloud API. */
import { saveWhatsappNumber, submitWhatsappTemplates } from '@ramal/contract/messaging';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { subscribeStorefront } from '@ramal/contract/storefront/orders';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import {
  confirmStorefrontCode,
  notifyStorefrontReturn,
  requestStorefrontTest,
  resendStorefrontCode,
} from '@ramal/contract/storefront/tests';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext, TODAY } from '../../test/context.ts';
import {
  APP_SECRET,
  startWhatsapp,
  WHATSAPP_TOKEN,
  type WhatsappDouble,
} from '../../test/whatsapp.ts';
import { couponSeller, play } from '../coupons/coupons.fixtures.ts';
import { deliverDue } from '../outbox/outbox.ts';
import { dispatchStorefrontMessages } from './messages/dispatch-messages.ts';
import { storefrontDelivery } from './storefront.ts';

let ctx: TestContext;
let meta: WhatsappDouble;
let admin: Person;
let seller: Person;
let slug: string;
beforeAll(async () => {
  meta = await startWhatsapp('1055500009', '2055500009');
  ctx = await createTestContext({ RAMAL_WHATSAPP_URL: meta.url, RAMAL_CAPTCHA: 'off' });
  admin = await person(ctx, { profile: 'admin', until: '2027-12-31T00:00:00Z' });
  const number = {
    phone_number_id: '1055500009',
    waba_id: '2055500009',
    token: WHATSAPP_TOKEN,
    app_secret: APP_SECRET,
    cost_cents: 25,
  };
  const as = { token: admin.token };
  await call(ctx, saveWhatsappNumber, { body: number }, as);
  await call(ctx, submitWhatsappTemplates, { body: {} }, as);
});
afterAll(async () => {
  await ctx.close();
  await meta.close();
});

let sellers = 0;
let phones = 5_511_960_000_000;
beforeEach(async () => {
  ctx.clock.set(TODAY);
  meta.accepted.length = 0;
  meta.faults.length = 0;
  seller = await person(ctx);
  slug = `codigo-${(sellers += 1)}`;
  await save();
});

async function save(change: Record<string, unknown> = {}): Promise<void> {
  const as = { token: seller.token };
  const { suggested } = (await call(ctx, getStorefront, {}, as)).body;
  const tests = { ...suggested.tests, ...change };
  const saved = await call(ctx, saveStorefront, { body: { ...suggested, slug, tests } }, as);
  if (saved.status !== 200) throw new Error(`page not saved: ${JSON.stringify(saved.body)}`);
}

const page = async () => (await call(ctx, getStorefrontPage, { params: { slug } })).body;
/** Signature of the browser that requested the last code. */
let device = '';
const newDevice = () => (device = `aparelho-${randomUUID()}`);
const deliver = () => deliverDue(ctx, [storefrontDelivery]);

async function ask(phone = `+${(phones += 1)}`) {
  const { products } = await page();
  const body = {
    phone,
    device: 'phone' as const,
    device_signature: newDevice(),
    test_id: products[0]!.test_id!,
    consent: true as const,
  };
  const { body: answer } = await call(ctx, requestStorefrontTest, { params: { slug }, body });
  await deliver();
  return { request: answer.code!.request, answer, phone };
}

/** Code in the newest message with one. */
const readCode = () =>
  meta.accepted.findLast(({ text }) => text.startsWith('ramal_codigo'))!.text.split(' | ')[1]!;
const confirm = (request: string, code: string, device_signature = device) =>
  call(ctx, confirmStorefrontCode, { params: { slug }, body: { request, code, device_signature } });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('gives the test after the code that WhatsApp delivered and sends the access', async () => {
  expect((await page()).tests.code_by).toBe('whatsapp');
  const { request, answer, phone } = await ask();
  expect(answer).toMatchObject({ test: null, code: { by: 'whatsapp', tries_left: 3 } });
  expect(meta.accepted).toMatchObject([{ to: phone.slice(1), type: 'template' }]);
  const { body } = await confirm(request, readCode());
  expect(body.test).toMatchObject({ sent_by: 'whatsapp' });
  await deliver();
  expect(meta.accepted.at(-1)!.text).toContain(body.test!.credentials!.username);
  expect(meta.faults).toEqual([]);
});

it('accepts three tries within ten minutes and a code only once', async () => {
  const { request } = await ask();
  const code = readCode();
  const tries = [await confirm(request, wrong(code)), await confirm(request, wrong(code))];
  expect(tries.map(({ body }) => 'message' in body && body.message)).toEqual([
    'Código errado. Faltam 2 tentativas.',
    'Código errado. Falta 1 tentativa.',
  ]);
  expect((await confirm(request, wrong(code))).body).toMatchObject({
    code: 'storefront_code_expired',
  });
  expect((await confirm(request, code)).body).toMatchObject({ code: 'storefront_code_expired' });
  const late = await ask();
  const lateCode = readCode();
  ctx.clock.forward(11 * 60_000);
  expect((await confirm(late.request, lateCode)).status).toBe(422);
  const used = await ask();
  const usedCode = readCode();
  expect((await confirm(used.request, usedCode)).status).toBe(200);
  expect((await confirm(used.request, usedCode)).status).toBe(422);
});

it('accepts a code only from the device that requested it and never stores its signature', async () => {
  const { request } = await ask();
  const foreign = await confirm(request, readCode(), `aparelho-${randomUUID()}`);
  expect(foreign.body).toMatchObject({ code: 'storefront_code_expired' });
  const { rows } = await ctx.owner.query('select p::text as stored from number_proofs p');
  expect(rows.length).toBeGreaterThan(0);
  for (const { stored } of rows) expect(stored).not.toContain('aparelho-');
  expect((await confirm(request, readCode())).body.test).not.toBeNull();
  await deliver();
});

it('sends at most three codes a day for each test of the day', async () => {
  await save({ per_day: 1 });
  const codes: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { products } = await page();
    const body = {
      phone: `+${(phones += 1)}`,
      device: 'phone' as const,
      device_signature: newDevice(),
      test_id: products[0]!.test_id!,
      consent: true as const,
    };
    codes.push((await call(ctx, requestStorefrontTest, { params: { slug }, body })).status);
  }
  expect(codes).toEqual([200, 200, 200, 429]);
  await deliver();
});

it('sends another code after 60 seconds, which replaces the former one', async () => {
  const { request } = await ask();
  const former = readCode();
  const resend = () => call(ctx, resendStorefrontCode, { params: { slug }, body: { request } });
  expect(await resend()).toMatchObject({ status: 429, body: { code: 'storefront_code_early' } });
  ctx.clock.forward(61_000);
  const { body } = await resend();
  await deliver();
  expect(meta.accepted).toHaveLength(2);
  expect((await confirm(body.code!.request, former)).status).toBe(422);
  expect((await confirm(body.code!.request, readCode())).body.test).not.toBeNull();
});

it('shows the former test and its masked user to a proved number and never to another one', async () => {
  const first = await ask();
  const { body } = await confirm(first.request, readCode());
  ctx.clock.forward(2 * HOUR_MS);
  const again = await ask(first.phone);
  const refused = (await confirm(again.request, readCode())).body.refusal!;
  expect(refused).toMatchObject({ reason: 'number', text: 'Este número já fez um teste' });
  expect(refused.next_timestamp).toBeGreaterThan(refused.tested_timestamp!);
  const { username } = body.test!.credentials!;
  expect(refused.former!.username).toBe(`${username.slice(0, 2)}•••${username.slice(-3)}`);
  await save({ proves_number: false });
  const unproved = await call(ctx, requestStorefrontTest, {
    params: { slug },
    body: {
      phone: first.phone,
      device: 'phone',
      device_signature: `aparelho-${randomUUID()}`,
      test_id: (await page()).products[0]!.test_id!,
      consent: true,
    },
  });
  expect(unproved.body.refusal).toMatchObject({
    reason: 'repeated',
    former: null,
    tested_timestamp: null,
    next_timestamp: null,
  });
});

it('sends the access of a paid order once and nothing for an unpaid one', async () => {
  seller = await couponSeller(ctx, admin);
  slug = `codigo-${(sellers += 1)}`;
  await save();
  const { products } = await page();
  const buy = async (phone: string) =>
    (
      await call(ctx, subscribeStorefront, {
        params: { slug },
        body: {
          phone,
          device: 'phone',
          device_signature: `aparelho-${randomUUID()}`,
          offer_id: products[0]!.offers[0]!.id,
          method: 'pix',
          price_cents: products[0]!.offers[0]!.price_cents,
        },
      })
    ).body;
  const [paying, unpaid] = [`+${(phones += 1)}`, `+${(phones += 1)}`];
  const order = await buy(paying);
  await buy(unpaid);
  await play(ctx, seller, order.charge.reference, 'pay');
  for (let again = 0; again < 2; again += 1) {
    await dispatchStorefrontMessages(ctx);
    await deliver();
  }
  expect(meta.accepted).toMatchObject([{ to: paying.slice(1) }]);
  expect(meta.accepted[0]!.text).toContain('ramal_acesso');
});

it('writes once to a waiting number that the tests are back', async () => {
  await save({ from: '23:00', until: '23:30' });
  const { tests } = await page();
  expect(tests.pause).toBe('outside-hours');
  const body = { phone: `+${(phones += 1)}`, consent: true as const };
  const params = { slug };
  for (let again = 0; again < 2; again += 1)
    expect((await call(ctx, notifyStorefrontReturn, { params, body })).status).toBe(200);
  await dispatchStorefrontMessages(ctx);
  await deliver();
  expect(meta.accepted).toEqual([]);
  ctx.clock.set(new Date(tests.returns_timestamp! * 1000).toISOString());
  await dispatchStorefrontMessages(ctx);
  await dispatchStorefrontMessages(ctx);
  await deliver();
  expect(meta.accepted).toMatchObject([{ to: body.phone.slice(1) }]);
});

it('stores no waiting number while the page may not write by WhatsApp', async () => {
  await save({ from: '23:00', until: '23:30' });
  await ctx.owner.query(
    `update storefronts set channels = channels || '{"whatsapp": false}' where slug = $1`,
    [slug],
  );
  const body = { phone: `+${(phones += 1)}`, consent: true as const };
  expect((await call(ctx, notifyStorefrontReturn, { params: { slug }, body })).body).toMatchObject({
    code: 'storefront_notice_impossible',
  });
});

it('writes nothing to a waiting number after the page was closed', async () => {
  await save({ from: '23:00', until: '23:30' });
  const { tests } = await page();
  const body = { phone: `+${(phones += 1)}`, consent: true as const };
  expect((await call(ctx, notifyStorefrontReturn, { params: { slug }, body })).status).toBe(200);
  await ctx.owner.query('update storefronts set is_online = false where slug = $1', [slug]);
  ctx.clock.set(new Date(tests.returns_timestamp! * 1000).toISOString());
  await dispatchStorefrontMessages(ctx);
  await deliver();
  expect(meta.accepted).toEqual([]);
});
