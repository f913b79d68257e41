/**
 * The step back on a phone. It first closes an open menu or dialog. It leaves the screen only if
 * nothing is open.
 */
import type { Page } from '@playwright/test';
import { openAs, PHONE } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

/**
 * Goes one step back in the history, as Android's gesture and the browser's arrow do. If the panel
 * refuses the step, it adds the entry to the history again a moment later.
 */
const stepBack = (page: Page) => page.evaluate(() => window.history.back());

test('a step back closes sheet, confirmation and dialog before it leaves the screen', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  const dialog = page.getByRole('dialog');

  // The page has no earlier history, like an installed app.
  const fresh = await page.context().newPage();
  await fresh.goto(`${demo.url}/dashboard`);
  await fresh.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(fresh.getByRole('dialog')).toBeVisible();
  await stepBack(fresh);
  await expect(fresh.getByRole('dialog')).toHaveCount(0);
  await expect(fresh).toHaveURL(`${demo.url}/dashboard`);
  await fresh.close();

  await page.goto(`${demo.url}/dashboard`);
  // Opens the sheet of a row, and then the confirmation of one of its actions.
  await page.getByRole('link', { name: 'Linhas' }).click();
  await page.getByRole('searchbox').fill('a');
  await page.waitForURL(/search=a/);
  const list = page.url();
  await page
    .getByRole('button', { name: /^Ações de/ })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await stepBack(page);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await page
    .getByRole('button', { name: /^Mais 30 dias/ })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await stepBack(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(list);

  // Nothing is open, so the step leaves the list.
  await stepBack(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
});

test('one step back closes a dialog in the address, and the next one leaves the screen', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  await page.goto(`${demo.url}/dashboard`);
  await page.getByRole('link', { name: 'Revendas' }).click();
  await page
    .getByRole('button', { name: /^Ações de/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Limites' }).click();
  await expect(page.getByRole('dialog', { name: /Limites/ })).toBeVisible();
  await expect(page).toHaveURL(/dialog=limits/);
  await stepBack(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/list-resellers(?!.*dialog)/);
  await stepBack(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
});
