/** A customer's page: next to the table on a desk, and as a sheet over the cards on a phone. */
import type { Page } from '@playwright/test';
import { openAs, PHONE } from './support/accounts.ts';
import {
  collectErrors,
  expectAccessibleInBothSchemes,
  expectCalmLoad,
  expectWithinScreen,
  trackRequests,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

/** The list by name, because other journeys add lines, which are first in the usual order. */
const LIST = '/users-iptv?sort=nota';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Dona Célia' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Dona Célia' });
const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

for (const width of [1024, 1280, 1366])
  test(`at ${width} px the page stands next to a list that stays usable`, async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.url, 'revenda', {
      viewport: { width, height: 800 },
    });
    const errors = collectErrors(page);
    const requests = trackRequests(page);
    await page.goto(demo.url + LIST);
    await rowOf(page, 'Dona Célia').click({ position: { x: 200, y: 20 } });
    await expect(panel(page)).toBeVisible();
    await expect(page).toHaveURL(/line=\d+/);
    await requests.waitUntilSettled();
    await expectWithinScreen(page);
    // No control of the list is covered by the page.
    const edge = (await panel(page).boundingBox())!.x;
    const renew = rowOf(page, 'Ana Paula').getByRole('button', { name: /^Mais 30 dias/ });
    const { x, width: wide } = (await renew.boundingBox())!;
    expect(x + wide).toBeLessThanOrEqual(edge);
    await expectAccessibleInBothSchemes(page);
    // A press on another row shows that customer, and back closes the page.
    await rowOf(page, 'Ana Paula').click({ position: { x: 200, y: 20 } });
    await expect(page.getByRole('complementary', { name: 'Ana Paula' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('complementary', { name: 'Ana Paula' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/line=/);
    expect(errors).toEqual([]);
  });

test('the page is used by keyboard alone', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda');
  await page.goto(demo.url + LIST);
  const row = rowOf(page, 'Dona Célia');
  await row.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'Dona Célia' });
  await expect(heading).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await heading.focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
  await page.getByRole('button', { name: 'Mudar o preço' }).focus();
  await page.keyboard.press('Enter');
  const price = page.getByLabel(/^Quanto paga/);
  await expect(price).toBeFocused();
  await price.fill('41');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('R$ 41,00').first()).toBeVisible();
  await heading.focus();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('on a phone the sheet loads calmly, and a step back closes it', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE, loadsFonts: true });
  const errors = collectErrors(page);
  const requests = trackRequests(page);
  await watchLayoutShift(page);
  await page.goto(demo.url + LIST);
  const card = page.locator('[data-list-rows] > li').filter({ hasText: 'Dona Célia' });
  await card.getByRole('button', { name: 'Dona Célia' }).click();
  await expect(sheet(page)).toBeVisible();
  await requests.waitUntilSettled();
  await expectCalmLoad(page);
  await expectWithinScreen(page);
  await expectAccessibleInBothSchemes(page);
  const acts = sheet(page).getByRole('toolbar', { name: 'Ações do cliente' });
  const before = (await acts.boundingBox())!.y;
  await sheet(page).getByRole('textbox', { name: 'Anotações' }).scrollIntoViewIfNeeded();
  expect((await acts.boundingBox())!.y).toBe(before);
  await page.evaluate(() => window.history.back());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(demo.url + LIST);
  expect(errors).toEqual([]);
});

test('a link names the customer, whatever page of the list shows it', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda');
  await page.goto(`${demo.url}/dashboard`);
  const person = page.locator('[data-due-person]').first();
  const name = (await person.getByRole('link').first().textContent())!;
  await person.getByRole('link').first().click();
  await expect(page.getByRole('complementary', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Abrir na página inteira' }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a step back closes a question before the page next to the list', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda');
  const stepBack = () => page.evaluate(() => window.history.back());
  await page.goto(demo.url + LIST);
  await rowOf(page, 'Dona Célia').click({ position: { x: 200, y: 20 } });
  await expect(panel(page)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('r');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await stepBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(address);
  // A window over the page closes before the page, too.
  await panel(page)
    .getByRole('button', { name: /^Ações de/ })
    .click();
  await page.getByRole('menuitem', { name: 'Estender' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await stepBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panel(page)).toBeVisible();
  // From the page without the list, a step back returns to the page next to it.
  await page.getByRole('button', { name: 'Abrir na página inteira' }).click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await stepBack();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(panel(page)).toBeVisible();
  await stepBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(demo.url + LIST);
});

test('a typed text is saved when a step back closes the sheet', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await page.goto(demo.url + LIST);
  const card = page.locator('[data-list-rows] > li').filter({ hasText: 'Dona Célia' });
  await card.getByRole('button', { name: 'Dona Célia' }).click();
  await sheet(page).getByRole('button', { name: 'Mudar o preço' }).click();
  await page.getByLabel(/^Quanto paga/).fill('43');
  await page.evaluate(() => window.history.back());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(demo.url + LIST);
  await expect(page.getByText('Preço guardado')).toBeVisible();
  await card.getByRole('button', { name: 'Dona Célia' }).click();
  await expect(sheet(page).getByText('R$ 43,00').first()).toBeVisible();
});
