/**
 * Ctrl K opens the palette. A reseller finds a customer by a few letters and renews the line
 * without the mouse.
 */
import { expectAccessibleInBothSchemes, collectErrors } from './support/screen-checks.ts';
import { PHONE, callApi, openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test('the palette finds a customer by a few letters and renews the line with the keyboard only', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda');
  const errors = collectErrors(page);
  const { body } = await callApi(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Zélia da padaria',
    package: 1,
    whatsapp: '5511955550188',
  });
  // The shortcut works as soon as the panel is rendered.
  await page.goto(`${demo.url}/dashboard`);
  await expect(page.getByRole('button', { name: /Buscar/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('zelia');
  const row = palette.getByRole('link', { name: /Zélia da padaria/ });
  await expect(row).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('r');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('dialog', { name: /Estender/ })).toBeVisible();
  expect(page.url()).toContain(String(body.username));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('«renovar» with a name and a period renews a customer, and Ctrl Z takes it back', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda');
  const errors = collectErrors(page);
  await callApi(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Zoraide do bazar',
    package: 1,
    whatsapp: '5511955550166',
  });
  const credits = async () => (await callApi(page, '/api/get-profile')).body.credits;
  const before = Number(await credits());
  await page.goto(`${demo.url}/dashboard`);
  await expect(page.getByRole('button', { name: /Buscar/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('renovar zoraide 3');
  const first = palette.locator('[data-first]');
  await expect(first).toContainText('Renovar Zoraide do bazar por 3 meses');
  await expect(first).toContainText(/3 créditos · até .*saldo depois:/);
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sim, renovar' }).press('Enter');
  const bar = page.getByRole('group', { name: 'Último ato' });
  await expect(bar.getByRole('status')).toContainText(/Renovado até /);
  expect(await credits()).toBe(before - 3);
  await page.keyboard.press('Control+z');
  await expect(bar.getByRole('status')).toContainText('Desfeito. Vence');
  expect(await credits()).toBe(before);
  expect(errors).toEqual([]);
});

test('«crédito» with a name and an amount opens the dialog with the amount', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'master');
  const errors = collectErrors(page);
  await page.goto(`${demo.url}/dashboard`);
  await expect(page.getByRole('button', { name: /Buscar/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('crédito ninguem-com-este-nome 20');
  await expect(palette.getByRole('link', { name: /^Ninguém com/ })).toBeVisible();
  await expect(palette.locator('[data-first]')).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await palette.getByRole('textbox').fill('crédito revenda 20');
  await expect(palette.locator('[data-first]')).toContainText(
    /Dar 20 créditos a revenda.*saldo depois:/,
  );
  await page.keyboard.press('Enter');
  const credit = page.getByRole('dialog', { name: 'Setar Crédito' });
  await expect(credit.getByLabel('Créditos', { exact: true })).toHaveValue('20');
  await expect(credit.getByRole('button', { name: 'Adicionar 20 créditos' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the form of a test shows how many tests the number had', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await page.goto(`${demo.url}/dashboard`);
  const find = page.getByRole('button', { name: 'Buscar' });
  await expect(find).toBeVisible();
  for (let n = 0; n < 2; n += 1)
    await callApi(page, '/api/users-iptv', {
      isOficial: false,
      nota: 'Teste',
      package: 1,
      whatsapp: '5511955550199',
    });
  await find.click();
  await page.getByRole('link', { name: /Teste IPTV/ }).click();
  await page.waitForURL('**/user-iptv**');
  await page.getByRole('textbox', { name: 'WhatsApp' }).fill('5511955550199');
  await expect(page.getByText('Este número já recebeu 2 testes nos últimos 30 dias')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.context().close();
});
