/**
 * A storefront with simulated answers. The page itself is real: the server sends it, with the data
 * of the test in place of a seller's.
 */
import type { Browser, Page, Route } from '@playwright/test';
import { PHONE } from './accounts.ts';
import { findSmallTargets } from './phone-checks.ts';
import {
  expectAccessible,
  expectPublicPageAccessible,
  expectWithinScreen,
} from './screen-checks.ts';
import { expect } from './server.ts';

export type Json = Readonly<Record<string, unknown>>;
type Answer = Json | ((body: Json) => Json);

/** Answers by the last parts of the address: `test`, `code`, `code/resend`, `order`. */
export type Answers = Partial<Record<string, Answer>>;

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const HOUR = 3_600;
const DAY = 24 * HOUR;

const plan = (months: number, cents: number) => ({
  id: `plano${String(months).padStart(5, '0')}`,
  months,
  label: months === 1 ? '1 mês' : `${months} meses`,
  price_cents: cents,
  month_cents: months === 1 ? null : Math.round(cents / months),
});

export const storefrontPage = (more: Json = {}): Json => ({
  state: 'open',
  slug: 'marcelo-tv',
  name: 'Marcelo TV',
  sentence: 'Canais, filmes e séries na TV que você já tem',
  accent: null,
  seller: { name: 'Marcelo', whatsapp: '5511955550142' },
  products: [
    {
      platform: 'iptv',
      label: 'IPTV',
      description: '2 telas, todos os canais',
      has_address: true,
      offers: [plan(1, 3_500), plan(3, 9_900), plan(6, 18_600), plan(12, 34_800)],
      test_id: 'teste00001',
    },
  ],
  tests: { hours: 6, pause: null, returns_timestamp: null, code_by: null },
  methods: ['pix', 'card'],
  sandbox: false,
  telegram_url: null,
  ...more,
});

const credentials = {
  username: '77310482',
  password: 'm4Vt81ke',
  links: [
    { label: 'Assistir neste aparelho', value: 'http://tv.example/web' },
    { label: 'Link da lista', value: 'http://tv.example/s/bcdfghjkmn' },
    { label: 'Endereço para aplicativos', value: 'http://tv.example' },
  ],
  how_to: '',
};

export const readyTest = (more: Json = {}): Json => ({
  key: 't.1.x',
  device: 'smart-tv',
  ends_timestamp: nowSeconds() + 6 * HOUR,
  has_ended: false,
  sent_by: 'whatsapp',
  credentials,
  ...more,
});

export const codeStep = (more: Json = {}): Json => ({
  request: 'pedido',
  by: 'whatsapp',
  phone: '+55 (11) 95555-0142',
  tries_left: 3,
  expires_timestamp: nowSeconds() + 600,
  resend_timestamp: nowSeconds() + 60,
  ...more,
});

export const refusal = (more: Json = {}): Json => ({
  reason: 'number',
  text: 'Este número já fez um teste',
  tested_timestamp: nowSeconds() - 8 * DAY,
  next_timestamp: nowSeconds() + 82 * DAY,
  former: { username: '77•••482', key: 't.2.x' },
  ...more,
});

export const testAnswer = (part: Json): Json => ({
  code: null,
  test: null,
  refusal: null,
  ...part,
});

const charge = {
  reference: '4b1de8a8-2c9e-4f0a-8f51-0d6f7a1b2c3d',
  value: 99,
  months: 3,
  method: 'pix',
  state: 'pending',
  outcome: null,
  pix_code: '00020126580014br.gov.bcb.pix0136',
  checkout_url: null,
  renewed_until: null,
  sandbox: false,
};

export const order = ({ charge: changed, ...more }: Json = {}): Json => ({
  key: 'o.1.x',
  charge: { ...charge, expires_at: nowSeconds() + 1800, ...(changed as Json) },
  offer: { label: '3 meses', months: 3, price_cents: 9_900 },
  receiver: 'Marcelo TV',
  test_username: '77310482',
  would_expire_timestamp: nowSeconds() + 92 * DAY,
  state: 'waiting',
  line: null,
  receipt: null,
  ...more,
});

export const paidOrder = (more: Json = {}): Json =>
  order({
    charge: { state: 'settled' },
    state: 'ready',
    would_expire_timestamp: null,
    line: {
      expires_timestamp: nowSeconds() + 92 * DAY,
      credentials,
      portal_key: 'l.1.x',
      reward_days: 10,
    },
    receipt: { number: 20_419, paid_timestamp: nowSeconds() },
    ...more,
  });

interface VisitOptions {
  readonly page?: Json | undefined;
  readonly answers?: Answers;
  /** Data that an earlier visit has stored in the browser. */
  readonly visitor?: Json;
  readonly path?: string;
  readonly viewport?: { width: number; height: number };
}

/** Visitor who has given number and device before. */
export const knownVisitor = { phone: '5511955550142', device: 'smart-tv' } as const;

/** Opens a storefront. Without a page, the server knows no such address. */
export async function openStorefront(
  browser: Browser,
  url: string,
  { page: data, answers = {}, visitor = {}, path = '', viewport = PHONE }: VisitOptions,
): Promise<Page> {
  const opened = await browser.newContext({ viewport });
  const page = await opened.newPage();
  await page.route('**/loja/marcelo-tv*/**', (route) => showPage(route, data));
  await page.route('**/loja/marcelo-tv*', (route) => showPage(route, data));
  await page.route(/\/api\/captcha/, (route) => route.fulfill({ json: { provider: 'off' } }));
  await page.route('**/api/loja/**', (route) => answerCall(route, answers));
  await page.addInitScript(
    (stored) => localStorage.setItem('ramal-loja-marcelo-tv', JSON.stringify(stored)),
    visitor,
  );
  await page.goto(`${url}/loja/marcelo-tv${path}`);
  return page;
}

async function showPage(route: Route, data: Json | undefined): Promise<void> {
  const response = await route.fetch();
  if (data === undefined) return route.fulfill({ response });
  const written = JSON.stringify(data).replaceAll("'", '&#39;');
  const html = (await response.text()).replace(
    '</head>',
    `<meta name="ramal-storefront" content='${written}' /></head>`,
  );
  return route.fulfill({ response, status: 200, body: html });
}

async function answerCall(route: Route, answers: Answers): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const name = pathname.split('/').slice(4).join('/');
  const answer = answers[name];
  if (answer === undefined) return route.continue();
  const json =
    typeof answer === 'function' ? answer((route.request().postDataJSON() ?? {}) as Json) : answer;
  const status = (json.status as number | undefined) ?? 200;
  return route.fulfill({ json, status });
}

/**
 * Runs axe at the end of the page. Before it, the bar at the foot covers a part of a control, which
 * axe takes for a small target.
 */
export async function expectAccessibleToEnd(page: Page): Promise<void> {
  await scrollToEnd(page);
  await expectAccessible(page);
}

const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

/** Checks that hold for every page. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessibleToEnd(page);
  await expectFitsFingers(page);
}

/** Checks that hold for every page, the colours of the dark scheme included. */
export async function expectSoundInBothSchemes(page: Page): Promise<void> {
  await scrollToEnd(page);
  await expectPublicPageAccessible(page);
  await expectFitsFingers(page);
}

async function expectFitsFingers(page: Page): Promise<void> {
  await expectWithinScreen(page);
  expect(await findSmallTargets(page, 'button, a[href], input, select, summary')).toEqual([]);
}
