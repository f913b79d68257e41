/**
 * A customer on a phone signs in with the password of the line, renews it by Pix, and opens a
 * ticket.
 */
import type { Browser, Page } from '@playwright/test';
import { callApi, callApiOk, PHONE } from './support/accounts.ts';
import { collectErrors, expectAccessible, expectWithinScreen } from './support/screen-checks.ts';
import { openSeller, payAll } from './support/sellers.ts';
import { expect, test } from './support/server.ts';

const NARROW = { width: 360, height: 780 };
const DESK = { width: 1280, height: 860 };

interface Shop {
  readonly page: Page;
  readonly line: { readonly username: string; readonly password: string };
}

/** Creates a seller with one customer. */
async function openShop(browser: Browser, url: string): Promise<Shop> {
  const page = await openSeller(browser, url, 'portal');
  const line = await callApiOk(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia',
    package: 1,
  });
  return { page, line: line as unknown as Shop['line'] };
}

test('a customer renews by Pix and opens a ticket', async ({ browser, demo }) => {
  test.setTimeout(120_000);
  const { page: seller, line } = await openShop(browser, demo.url);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const errors = collectErrors(page);

  await page.goto(`${demo.url}/portal`);
  await expect(page.getByRole('heading', { name: 'Entre na sua conta' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Usuário').fill(line.username);
  await page.getByLabel('Senha').fill(line.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Seu plano vale até')).toBeVisible();
  for (const size of [NARROW, DESK, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectWithinScreen(page);
  }

  await page.getByRole('button', { name: 'Renovar' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pagar R\$ 35,00 com Pix/ }).press('Enter');
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  await expectAccessible(page);
  // A phone reloads the page when the customer returns from the bank's app.
  await page.reload();
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar o pagamento' }).click();
  await payAll(seller);
  await expect(page.getByText(/^Renovado até/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  await seller.setViewportSize(PHONE);
  await seller.goto(`${demo.url}/dashboard`);
  await expect(seller.getByRole('button', { name: /^Enviar recibo/ })).toBeVisible();
  await expectAccessible(seller);

  await page.getByRole('button', { name: 'Voltar ao início' }).click();
  await page.getByRole('button', { name: 'Pedir ajuda' }).click();
  await page.getByLabel('O que aconteceu?').fill('A ESPN trava\nDesde ontem, na sala');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Desde ontem, na sala')).toBeVisible();

  const { body } = await callApi(seller, '/api/ticket-portal-office');
  const [{ id }] = body.data as [{ id: number }];
  await callApi(seller, `/api/ticket/${id}`, { mensagem: 'Reinicie o aparelho' }, 'PUT');
  await expect(page.getByText('Reinicie o aparelho')).toBeVisible({ timeout: 15_000 });
  await page.getByLabel('Mensagem').fill('Voltou, obrigada');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Voltou, obrigada' })).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await context.close();
});
