/**
 * A seller creates a coupon on the phone, and a customer renews with it by the Pix of the sandbox.
 */
import { callApiOk, PHONE } from './support/accounts.ts';
import { collectErrors, expectAccessible, expectWithinScreen } from './support/screen-checks.ts';
import { payAll, openSeller } from './support/sellers.ts';
import { expect, test } from './support/server.ts';

test('a seller creates a coupon and a customer renews with it by Pix', async ({
  browser,
  demo,
}) => {
  test.setTimeout(180_000);
  const seller = await openSeller(browser, demo.url, 'cupons', { viewport: PHONE });
  const errors = collectErrors(seller);
  const line = await callApiOk(seller, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia',
    package: 1,
  });

  await seller.goto(`${demo.url}/coupons`);
  await expect(seller.getByText('Nenhum cupom ainda')).toBeVisible();
  await expectAccessible(seller);
  await seller.getByRole('button', { name: 'Criar cupom' }).first().click();
  const dialog = seller.getByRole('dialog', { name: 'Criar cupom' });
  await dialog.getByLabel('Código').fill('natal20');
  await expect(dialog.getByLabel('Código')).toHaveValue('NATAL20');
  await dialog.getByLabel('Quanto').fill('20');
  await dialog.getByLabel('Usos ao todo').fill('1');
  await expect(dialog.getByText('R$ 28,00')).toBeVisible();
  await expect(dialog.getByText('vale para 1 cliente')).toBeVisible();
  await expectAccessible(seller);
  await expectWithinScreen(seller);
  await dialog.getByRole('button', { name: 'Criar cupom de 20%' }).click();
  await expect(seller.getByText('Cupom NATAL20 criado')).toBeVisible();
  await expect(seller.getByText('20% de desconto')).toBeVisible();
  await expectWithinScreen(seller);

  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${demo.url}/portal#cupom=NATAL20`);
  await page.getByLabel('Usuário').fill(String(line.username));
  await page.getByLabel('Senha').fill(String(line.password));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Cupom NATAL20')).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  await page.getByRole('button', { name: 'Remover' }).click();
  await page.getByLabel('Código do cupom').fill('NATAL99');
  await page.getByRole('button', { name: 'Usar' }).click();
  await expect(page.getByText('Não conhecemos este cupom. Confira o código.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Código do cupom').fill('natal20');
  await page.getByRole('button', { name: 'Usar' }).click();
  await page.getByRole('button', { name: 'Pagar R$ 28,00 com Pix' }).press('Enter');
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'R$ 28,00' })).toBeVisible();
  await expect(page.getByText('R$ 35,00 Cupom NATAL20')).toBeVisible();
  await expectAccessible(page);
  await payAll(seller);
  await expect(page.getByText(/^Renovado até/)).toBeVisible({ timeout: 30_000 });

  await seller.goto(`${demo.url}/coupons`);
  await expect(seller.getByText('Esgotado')).toBeVisible();
  await seller.getByRole('link', { name: 'R$ 28,00 em pagamentos com o cupom NATAL20' }).click();
  await expect(seller).toHaveURL(/recharge-portal\?.*coupon=NATAL20/);
  await expect(seller.getByText('Dona Célia').first()).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});
