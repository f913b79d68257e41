/**
 * A seller searches a hostname, buys it from the sandbox's registrar, finds it in the list and
 * removes it.
 */
import { type Authenticator, setUpSecondFactor, typeCode } from './support/authenticator.ts';
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE, callApi, openAs } from './support/accounts.ts';
import { collectErrors, expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

test('a hostname is searched, bought with credits and removed', async ({ browser, demo }) => {
  const master = await openAs(browser, demo.url, 'master');
  const created = await callApi(master, '/api/reg-users', {
    username: 'loja-da-praia',
    password: DEMO_PASSWORD,
    credits: 100,
    email: '5511955550104',
  });
  expect(created.status).toBe(200);
  const page = await openAs(browser, demo.url, 'loja-da-praia', { viewport: PHONE });
  const errors = collectErrors(page);
  await page.goto(`${demo.url}/dns`);
  await expect(page.getByText('Esta tela pede um segundo fator')).toBeVisible();
  const { phone } = await setUpSecondFactor(page, demo.url);
  await page.goto(`${demo.url}/dns`);
  await expect(page.getByText('Registrador de teste.')).toBeVisible();
  await buy(page, phone);
  await page.setViewportSize(DESKTOP);
  const row = page.getByRole('row').filter({ hasText: 'lojadapraia.top' });
  await expect(row).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await row.getByRole('button', { name: /^Ações de/ }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Sim, remover' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'DNS Removida' }).click();
  await expect(page.getByRole('dialog')).toContainText('lojadapraia.top');
  expect(errors).toEqual([]);
});

async function buy(page: Page, phone: Authenticator): Promise<void> {
  await page.getByRole('textbox', { name: 'Comprar um DNS só seu' }).fill('lojadapraia');
  await page.getByRole('button', { name: 'Consultar' }).click();
  const form = page.getByRole('dialog', { name: 'Comprar DNS' });
  await expect(form.getByText(/^Saldo depois: *100 *97$/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await typeCode(page, await phone.nextCode());
  await form.getByRole('button', { name: 'Comprar por 3 créditos' }).click();
  await expect(page.getByText('DNS comprado com sucesso!')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comprar um DNS só seu' })).toHaveValue('');
  const list = page.getByRole('list').filter({ hasText: 'lojadapraia.top' }).first();
  await expect(list).toContainText('Sem verificação');
}
