/** An authenticator in the real product, from its QR code to the loss of the phone. */
import type { Page } from '@playwright/test';
import { setUpSecondFactor, typeCode } from './support/authenticator.ts';
import { expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { DESKTOP, PHONE, callApi, openAs, signIn } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

async function startSigningIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
}

async function recover(page: Page, url: string, code: string): Promise<void> {
  await startSigningIn(page, url, 'loja-norte');
  await page.getByRole('button', { name: /código de recuperação/ }).click();
  await page.getByLabel('Código de recuperação').fill(code);
  await page.getByRole('button', { name: 'Logar' }).click();
}

test('an authenticator is set up, used at sign-in, replaced by a recovery code and removed', async ({
  browser,
  page,
  demo,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize(PHONE);
  await signIn(page, demo.url, 'loja-norte', DEMO_PASSWORD);
  const { phone, recoveryCodes: codes } = await setUpSecondFactor(page, demo.url);
  expect(codes).toHaveLength(10);

  await page.evaluate(() => localStorage.clear());
  await startSigningIn(page, demo.url, 'loja-norte');
  // The sixth digit submits the code.
  await typeCode(page, await phone.nextCode());
  await page.waitForURL('**/dashboard');

  // Without the phone a recovery code signs in, and works only once.
  await page.evaluate(() => localStorage.clear());
  await recover(page, demo.url, codes[0]!);
  await page.waitForURL('**/dashboard');
  const elsewhere = await (await browser.newContext()).newPage();
  await recover(elsewhere, demo.url, codes[0]!);
  await expect(elsewhere.getByText('Código de 2 fatores incorreto.')).toBeVisible();

  await page.goto(`${demo.url}/me`);
  await expect(page.getByText('9 códigos de recuperação sobram.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize(DESKTOP);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Desligar' }).click();
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Sim, desligar' }).click();
  await expect(page.getByRole('button', { name: 'Configurar 2FA' })).toBeVisible();
});

test('a franchise requires a second factor, and its accounts set one up before they continue', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const franchise = await openAs(browser, demo.url, 'franquia');
  const created = await callApi(franchise, '/api/reg-users', {
    username: 'ponto-da-franquia',
    password: DEMO_PASSWORD,
    credits: 10,
    email: '5511955550103',
  });
  expect(created.status).toBe(200);
  await franchise.goto(`${demo.url}/me`);
  await franchise.getByRole('button', { name: 'Exigir a partir de um dia' }).click();
  await franchise.getByLabel('A partir de').fill(officeDay());
  await franchise.getByRole('button', { name: 'Sim, exigir' }).click();
  await expect(franchise.getByText('Em vigor')).toBeVisible();
  await expect(franchise.getByText('0 de 1 conta')).toBeVisible();

  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await startSigningIn(page, demo.url, 'ponto-da-franquia');
  await page.waitForURL('**/me');
  await expect(page.getByText('Sua conta precisa de um segundo fator.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize(DESKTOP);
  await expectAccessibleInBothSchemes(page);
  for (const path of ['/users-iptv', '/list-resellers']) {
    await page.goto(demo.url + path);
    await page.waitForURL('**/me');
  }
  const refused = await callApi(page, '/api/users-iptv', {
    isOficial: true,
    package: 1,
    credits: 1,
  });
  expect(refused.body.code).toBe('second_factor_required');

  await setUpSecondFactor(page, demo.url);
  await page.getByRole('link', { name: 'Listagem de Revendas' }).click();
  await expect(page.getByText('Você ainda não tem revendas')).toBeVisible();

  await franchise.reload();
  await expect(franchise.getByText('1 de 1 conta')).toBeVisible();
  await franchise.getByRole('button', { name: 'Deixar de exigir' }).click();
  await franchise.getByRole('button', { name: 'Sim, deixar de exigir' }).click();
  await expect(franchise.getByRole('button', { name: 'Exigir a partir de um dia' })).toBeVisible();
});

/** Returns today's date in the panel's time zone, dd/mm/yyyy. */
const officeDay = (): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
