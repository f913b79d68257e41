/**
 * Page «Indique e ganhe» of the portal. The portal is real, and its responses are simulated.
 */
import type { Browser, Page } from '@playwright/test';
import { PHONE } from './support/accounts.ts';
import { expectFitsLargeText } from './support/phone-checks.ts';
import {
  expectAccessible,
  expectPublicPageAccessible,
  expectWithinScreen,
} from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

type Json = Readonly<Record<string, unknown>>;

const NOW = new Date('2026-11-20T17:32:00Z');
const noonOf = (day: string): number => Date.parse(`${day}T12:00:00-03:00`) / 1000;

const line = (referralDays: number | null, more: Json = {}): Json => ({
  username: '84920175',
  name: 'Dona Célia',
  platform: 'IPTV',
  plan: 'Completo',
  expires_at: noonOf('2026-12-02'),
  is_trial: false,
  is_on: true,
  blocked: false,
  watching: 0,
  seller: { name: 'Marcelo', whatsapp: null },
  sandbox: false,
  plans: [],
  notices: [],
  links: [],
  how_to: 'Abra o aplicativo.',
  receipts: [],
  referral_days: referralDays,
  ...more,
});

const friend = (name: string, state: string, more: Json = {}): Json => ({
  name,
  state,
  days: 10,
  at_timestamp: noonOf('2026-10-01'),
  paid_at_timestamp: null,
  due_at_timestamp: null,
  ...more,
});

const referral = (more: Json = {}): Json => ({
  url: 'https://rm.example/i/celia7k4m',
  referrer_days: 10,
  friend_days: 5,
  wait_days: 7,
  friends_a_year: 12,
  payments_counted: 1,
  earned_days: 20,
  coming_days: 10,
  total: 0,
  friends: [],
  ...more,
});

/** Responses of the server by the last part of the path. Those with a `code` are refusals. */
interface Answers {
  home: Json;
  referral: Json;
  [name: string]: Json;
}

/** Opens the portal with these responses. A test may change them while the page is open. */
async function openPortal(browser: Browser, url: string, answers: Answers): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.route('**/api/portal/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const json = answers[name] ?? { offer: null, authorization: null };
    return route.fulfill({ json, status: 'code' in json ? 409 : 200 });
  });
  await page.addInitScript(() => localStorage.setItem('ramal-portal-key', 'l.1.x'));
  await page.clock.setFixedTime(NOW);
  await page.goto(`${url}/portal`);
  await expect(page.getByText('Dona Célia')).toBeVisible();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

const openReferral = (page: Page) => button(page, 'Indique e ganhe 10 dias').press('Enter');

const friends = [
  friend('Sandra M.', 'waiting', {
    paid_at_timestamp: noonOf('2026-11-14'),
    due_at_timestamp: noonOf('2026-11-21'),
  }),
  friend('Nilo', 'waiting', {
    paid_at_timestamp: noonOf('2026-11-08'),
    due_at_timestamp: noonOf('2026-11-15'),
  }),
  friend('Paulo R.', 'delivered', { paid_at_timestamp: noonOf('2026-11-02') }),
  friend('Caio', 'returned', { paid_at_timestamp: noonOf('2025-10-18') }),
  friend('Jorge A.', 'trial', { at_timestamp: noonOf('2026-11-19') }),
  friend('Bia', 'no-purchase'),
];

const rows = [
  ['Sandra M.', 'assinou em 14/11', '+10 dias', 'amanhã'],
  ['Nilo', 'assinou em 08/11', '+10 dias', 'em breve'],
  ['Paulo R.', 'assinou em 02/11', '+10 dias'],
  ['Caio', 'assinou em 18/10/2025', '−10 dias, pagamento devolvido'],
  ['Jorge A.', 'fez o teste ontem', 'ainda não assinou'],
  ['Bia', 'chegou em 01/10', 'ainda não assinou'],
] as const;

/** Returns the friends whose reward covers their name. */
const findOverlaps = (page: Page): Promise<string[]> =>
  page.getByRole('listitem').evaluateAll((items) =>
    items
      .filter((item) => {
        const [, text, reward] = [...item.children].map((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getBoundingClientRect();
        });
        return text!.right > reward!.left && text!.bottom > reward!.top;
      })
      .map((item) => item.textContent ?? ''),
  );

test('the page shows the reward, the link and every friend in both schemes', async ({
  browser,
  demo,
}) => {
  const answers = { home: line(10), referral: referral({ total: 6, friends }) };
  const page = await openPortal(browser, demo.url, answers);
  await openReferral(page);
  await expect(page.getByRole('heading', { name: 'Indique e ganhe' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '10 dias grátis' })).toBeVisible();
  await expect(page.getByText('Ele também ganha: 5 dias grátis.')).toBeVisible();
  await expect(page.getByText('rm.example/i/celia7k4m')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['20 dias', '10 dias']);
  await expect(page.getByText('6 pelo seu link')).toBeVisible();
  const items = page.getByRole('listitem');
  await expect(items).toHaveCount(rows.length);
  for (const [index, texts] of rows.entries())
    for (const text of texts) await expect(items.nth(index)).toContainText(text);
  await expect(
    page.getByText(
      'Os dias entram 7 dias depois do pagamento do amigo. Se ele pedir o dinheiro de volta, eles saem. Vale para quem nunca foi cliente, até 12 amigos por ano.',
    ),
  ).toBeVisible();
  await expectPublicPageAccessible(page);
  await expectWithinScreen(page);
  expect(await findOverlaps(page)).toEqual([]);
  await expectFitsLargeText(page);
  await page.evaluate(() => history.back());
  await expect(page.getByText('Dona Célia')).toBeVisible();
});

test('the link is copied, and WhatsApp opens with a text that contains it', async ({
  browser,
  demo,
}) => {
  const answers = { home: line(10), referral: referral() };
  const page = await openPortal(browser, demo.url, answers);
  await openReferral(page);
  await expect(page.getByText('Mande o link para o primeiro amigo')).toBeVisible();
  const href = await page.getByRole('link', { name: 'Enviar no WhatsApp' }).getAttribute('href');
  expect(new URL(href!).origin).toBe('https://wa.me');
  expect(new URL(href!).searchParams.get('text')).toBe(
    'Oi! Eu assisto por aqui e recomendo. Entre pelo meu link e ganhe 5 dias grátis: https://rm.example/i/celia7k4m',
  );
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => Object.assign(window, { copied: text }) },
    }),
  );
  await button(page, 'Copiar o link').click();
  await expect(page.getByText('Copiado')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(
    'https://rm.example/i/celia7k4m',
  );
  await expectAccessible(page);
});

test('only the friend is said to gain if the customer receives no days', async ({
  browser,
  demo,
}) => {
  const terms = { referrer_days: 0, earned_days: 0, coming_days: 0 };
  const paid = friend('Ana', 'delivered', { days: 0, paid_at_timestamp: noonOf('2026-11-14') });
  const answers = { home: line(0), referral: referral({ ...terms, total: 1, friends: [paid] }) };
  const page = await openPortal(browser, demo.url, answers);
  await button(page, 'Indique e ganhe').press('Enter');
  await expect(page.getByText('Cada amigo que assinar ganha')).toBeVisible();
  await expect(page.getByRole('heading', { name: '5 dias grátis' })).toBeVisible();
  await expect(page.getByText('Você já ganhou')).toBeHidden();
  await expect(page.getByText('Ele também ganha')).toBeHidden();
  await expect(page.getByRole('listitem')).toHaveText(/Ana\s*assinou em 14\/11$/);
});

test('a reward of a discount is explained and lowers the next payment by itself', async ({
  browser,
  demo,
}) => {
  const plans = [
    { months: 1, value: 35, renewed_until: noonOf('2027-01-01') },
    { months: 3, value: 99, renewed_until: noonOf('2027-03-02') },
  ];
  const discounted = (months: number, value: number, list: number) => ({
    months,
    value,
    list_value: list,
    bonus_days: 0,
    renewed_until: noonOf('2027-01-01'),
  });
  const reward = {
    code: 'INDABC234DEF',
    percent: 20,
    plans: [discounted(1, 28, 35), discounted(3, 79.2, 99)],
  };
  const friends = [
    friend('Sandra M.', 'delivered', {
      days: 0,
      percent: 20,
      paid_at_timestamp: noonOf('2026-11-02'),
    }),
    friend('Nilo', 'waiting', {
      days: 0,
      percent: 20,
      paid_at_timestamp: noonOf('2026-11-14'),
      due_at_timestamp: noonOf('2026-11-21'),
    }),
  ];
  const page = await openPortal(browser, demo.url, {
    home: line(0, { referral_percent: 20, reward, plans, methods: ['pix'] }),
    referral: referral({
      referrer_days: 0,
      referrer_percent: 20,
      earned_days: 0,
      coming_days: 0,
      discounts: { earned: 1, coming: 1, ready: 1 },
      total: 2,
      friends,
    }),
  });
  await expect(page.getByText('Com 20% de desconto da sua indicação.')).toBeVisible();
  await expect(button(page, 'Pagar R$ 28,00 com Pix')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Indique e ganhe 20% de desconto').press('Enter');
  await expect(page.getByRole('heading', { name: '20% de desconto' })).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['1 desconto', '1 desconto']);
  await expect(page.getByText('1 desconto espera o seu próximo pagamento.')).toBeVisible();
  await expect(page.getByRole('listitem').first()).toContainText('+20% de desconto');
  await expect(page.getByText(/^O desconto entra 7 dias depois/)).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  await expectFitsLargeText(page);
  await button(page, '‹ Voltar').click();
  await button(page, 'Outros períodos ou cupom').press('Enter');
  await expect(page.getByText('20% de desconto da sua indicação')).toBeVisible();
  await expect(button(page, 'Pagar R$ 28,00 com Pix')).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  await button(page, 'Remover').click();
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
});

test('the home has no row while referrals are off', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, { home: line(null), referral: referral() });
  await expect(button(page, 'Pedir ajuda')).toBeVisible();
  await expect(page.getByRole('button', { name: /Indique/ })).toBeHidden();
});

test('the page leads back to the home if referrals were switched off', async ({
  browser,
  demo,
}) => {
  const off = { code: 'referrals_off', message: 'A indicação está desligada.' };
  const answers = { home: line(10), referral: off };
  const page = await openPortal(browser, demo.url, answers);
  answers.home = line(null);
  await openReferral(page);
  await expect(page.getByText('Dona Célia')).toBeVisible();
  await expect(page.getByRole('button', { name: /Indique/ })).toBeHidden();
});

test('a page that could not be loaded is loaded again', async ({ browser, demo }) => {
  const failed: Json = { code: 'too_many_requests', message: 'Espere um minuto.' };
  const answers: Answers = { home: line(10), referral: failed };
  const page = await openPortal(browser, demo.url, answers);
  await openReferral(page);
  await expect(page.getByRole('alert')).toContainText('Espere um minuto.');
  await expectAccessible(page);
  answers.referral = referral();
  await button(page, 'Tentar de novo').click();
  await expect(page.getByRole('heading', { name: '10 dias grátis' })).toBeVisible();
});

test('a link from a paid order opens the page, and Back leads to the home', async ({
  browser,
  demo,
}) => {
  const answers = { home: line(10), referral: referral() };
  const page = await openPortal(browser, demo.url, answers);
  await page.goto('about:blank');
  await page.goto(`${demo.url}/portal#indique`);
  await expect(page.getByRole('heading', { name: '10 dias grátis' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await button(page, '‹ Voltar').click();
  await expect(page.getByText('Dona Célia')).toBeVisible();
});
