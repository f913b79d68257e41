/**
 * Recurring Pix on a seller's public page. A stranger pays the first month and authorises the
 * following ones with one code of the test provider. The other states have simulated answers.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { callApi, callApiOk, DESKTOP, openAs, PHONE } from './support/accounts.ts';
import { enrolByApi } from './support/authenticator.ts';
import { expectFitsLargeText } from './support/phone-checks.ts';
import { collectErrors } from './support/screen-checks.ts';
import { payAll } from './support/sellers.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';
import {
  expectAccessibleToEnd,
  expectSoundInBothSchemes,
  type Json,
  knownVisitor,
  nowSeconds,
  openStorefront,
  order,
  paidOrder,
  storefrontPage,
} from './support/storefront.ts';

const MAX_TAPS = 5;

/** Creates a seller that offers recurring Pix, and returns the seller with the page's address. */
async function openMonthlySeller(browser: Browser, url: string): Promise<[Page, string]> {
  const username = `mensal-${randomUUID().slice(0, 8)}`;
  const above = await openAs(browser, url, 'master');
  const account = { username, password: DEMO_PASSWORD, credits: 20 };
  const made = await callApi(above, '/api/reg-users', account);
  const seller = await openAs(browser, url, username);
  const phone = await enrolByApi(seller);
  const put = async (path: string, body: object) => {
    const { status, body: answer } = await callApi(seller, path, body, 'PUT');
    expect([status, answer]).toEqual([200, expect.anything()]);
  };
  await callApiOk(seller, '/api/save-value-mp', {
    creditPortal: 35,
    code_2fa: await phone.nextCode(),
  });
  await callApiOk(seller, '/api/recargas/criar', { id_res: made.body.id, qtd_creditos: 5 });
  await put('/api/payment-providers/receiver', {
    type: 'company',
    cnpj: '11.222.333/0001-81',
    opened_on: '2021-03-01',
  });
  await put('/api/payment-providers/uses', {
    offer_recurring: true,
    code_2fa: await phone.nextCode(),
  });
  const { body } = await callApi(seller, '/api/storefront');
  const suggested = body.suggested as { slug: string; tests: object };
  // The journey must not depend on the time of day.
  const tests = { ...suggested.tests, from: '00:00', until: '00:00' };
  await put('/api/storefront', { ...suggested, tests, is_online: true });
  return [seller, `${url}/loja/${suggested.slug}`];
}

test('a stranger subscribes every month with one code and at most five taps', async ({
  browser,
  demo,
}) => {
  test.setTimeout(240_000);
  const [seller, address] = await openMonthlySeller(browser, demo.url);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const errors = collectErrors(page);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await page.goto(address);
  await expect(page.getByText('pode renovar sozinho')).toBeVisible();
  await page.getByRole('radio', { name: /^1 mês/ }).check();
  await tap(page.getByRole('button', { name: 'Assinar' }));
  await expect(page.getByLabel('Seu WhatsApp')).toBeFocused();
  await page.keyboard.type('11955550142');
  await tap(page.getByRole('radio', { name: 'Celular' }));
  await expect(page.getByRole('radio', { name: /^Renovar sozinho todo mês/ })).toBeChecked();
  await tap(page.getByLabel('CPF'));
  await page.keyboard.type('52998224725');
  await tap(page.getByLabel('Nome completo'));
  await page.keyboard.type('Célia Maria Souza');
  await expectAccessibleToEnd(page);
  await tap(page.getByRole('button', { name: 'Pagar e autorizar com Pix' }));
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible({ timeout: 60_000 });
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  await expect(page.getByText('Quem recebe é CAIXA DE TESTE')).toBeVisible();
  await expect(page.getByText('R$ 35,00 por mês')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Um código, duas coisas')).toBeVisible();
  await payAll(seller);
  await expect(page.getByText('e renova sozinho todo mês')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Renova sozinho em')).toBeVisible();
  await expectAccessibleToEnd(page);
  await page.getByRole('link', { name: 'Abrir minha conta' }).click();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await seller.goto(`${demo.url}/recurring-pix`);
  await expect(seller.getByText('Ativa', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

const monthlyPage = (more: Json = {}) =>
  storefrontPage({ recurring: { receiver: 'Marcelo TV Ltda' }, ...more });

const day = (days: number): string =>
  new Date((nowSeconds() + days * 86_400 - 3 * 3_600) * 1000).toISOString().slice(0, 10);

const authorization = (state: string): Json => ({
  state,
  value: 35,
  receiver: 'Marcelo TV Ltda',
  due_day: Number(day(29).slice(8)),
  first_due_on: day(29),
});

const month = { label: '1 mês', months: 1, price_cents: 3_500 };
const charge = { value: 35, months: 1 };
const waiting = (changed: Json = {}): Json =>
  order({
    offer: month,
    charge: { ...charge, ...changed },
    authorization: authorization('waiting'),
  });
const paid = (state: string, more: Json = {}): Json =>
  paidOrder({
    offer: month,
    charge: { ...charge, state: 'settled' },
    authorization: authorization(state),
    ...more,
  });

for (const viewport of [PHONE, DESKTOP]) {
  const visitor = { ...knownVisitor, testKey: 't.1.x', orderKey: 'o.1.x' };

  test(`the choice between every month and one payment is sound at ${viewport.width} px`, async ({
    browser,
    demo,
  }) => {
    const options = { page: monthlyPage(), visitor, path: '/assinar', viewport };
    const page = await openStorefront(browser, demo.url, options);
    const [every, once] = [
      page.getByRole('radio', { name: /^Renovar sozinho todo mês/ }),
      page.getByRole('radio', { name: /^Pagar só desta vez/ }),
    ];
    // The plan of three months is chosen first.
    await expect(once).toBeChecked();
    await expect(page.getByText('De 1 a 12 meses, no Pix ou cartão')).toBeVisible();
    await expectSoundInBothSchemes(page);
    await every.click();
    await expect(page.getByText(/^Hoje você paga R\$ 35,00 e seu plano vale até/)).toBeVisible();
    await expect(page.getByText(/^Pare quando quiser, na sua conta ou no app/)).toBeVisible();
    await expect(page.getByText('depois R$ 35,00 por mês')).toBeVisible();
    await page.getByRole('button', { name: 'Pagar e autorizar com Pix' }).click();
    await expect(page.getByText('Este CPF não confere. Veja os números.')).toBeVisible();
    await expect(page.getByLabel('CPF')).toBeFocused();
    await expectSoundInBothSchemes(page);
  });

  test(`the code and its results are sound at ${viewport.width} px`, async ({ browser, demo }) => {
    const answers = { order: waiting() };
    const options = { page: monthlyPage(), answers, visitor, path: '/pix', viewport };
    const page = await openStorefront(browser, demo.url, options);
    await expect(page.getByText('Um código, duas coisas')).toBeVisible();
    await expect(page.getByText('Quem recebe é Marcelo TV Ltda')).toBeVisible();
    await expect(page.getByText('O mesmo usuário do teste', { exact: false })).toBeVisible();
    await expectSoundInBothSchemes(page);
    answers.order = waiting({ expires_at: nowSeconds() - 5 });
    await page.reload();
    await expect(page.getByText('O código expirou')).toBeVisible();
    await expectSoundInBothSchemes(page);
    answers.order = paid('waiting');
    await page.reload();
    await expect(page.getByText('Esperando a autorização')).toBeVisible();
    await expectSoundInBothSchemes(page);
    answers.order = paid('active');
    await page.reload();
    await expect(page.getByText('e renova sozinho todo mês')).toBeVisible();
    await expect(page.getByText(day(29).split('-').toReversed().join('/'))).toBeVisible();
    await expectSoundInBothSchemes(page);
    answers.order = paid('refused');
    await page.reload();
    await expect(page.getByText('O banco não autorizou os próximos meses.')).toBeVisible();
    await expectSoundInBothSchemes(page);
    answers.order = paid('active', { state: 'held', line: null });
    await page.reload();
    await expect(page.getByText('foi avisado e libera sua linha')).toBeVisible();
    await expectSoundInBothSchemes(page);
  });
}

test('the choice appears only where the seller offers it, and never with a coupon', async ({
  browser,
  demo,
}) => {
  const visitor = { ...knownVisitor, testKey: 't.1.x' };
  for (const [page, path] of [
    [storefrontPage(), '/assinar'],
    [monthlyPage(), '/assinar?cupom=NATAL20'],
  ] as const) {
    const opened = await openStorefront(browser, demo.url, { page, visitor, path });
    await expect(opened.getByRole('radio', { name: /^3 meses/ })).toBeChecked();
    await expect(opened.getByRole('radio', { name: /^Renovar sozinho/ })).toHaveCount(0);
  }
});

test('a code that the provider does not prepare leaves the single payment', async ({
  browser,
  demo,
}) => {
  const refused = {
    status: 409,
    code: 'authorization_not_prepared',
    message:
      'Não deu para preparar o Pix Automático. Nada foi cobrado. Você pode pagar só desta vez.',
  };
  const page = await openStorefront(browser, demo.url, {
    page: monthlyPage(),
    answers: { subscribe: refused },
    visitor: { ...knownVisitor, testKey: 't.1.x' },
    path: '/assinar',
  });
  await page.getByRole('radio', { name: /^Renovar sozinho todo mês/ }).click();
  await expectFitsLargeText(page);
  await page.getByLabel('CPF').fill('52998224725');
  await page.getByLabel('Nome completo').fill('Célia Maria Souza');
  await page.getByRole('button', { name: 'Pagar e autorizar com Pix' }).click();
  await expect(page.getByText('Não deu para preparar o Pix Automático.')).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Pagar só desta vez/ })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Pagar R\$ 99,00 com Pix$/ })).toBeVisible();
});
