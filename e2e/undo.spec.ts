/** Undo instead of a question: the account chooses it, acts at once, and takes the act back. */
import type { Browser, Page } from '@playwright/test';
import { callApi, callApiOk, DESKTOP, openAs, PHONE } from './support/accounts.ts';
import { collectErrors, expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { expect, type RunningServer, test } from './support/server.ts';

const nameOf = { phone: 'Zilda do celular', desk: 'Zilda da mesa' };

async function openWithCustomer(browser: Browser, { url }: RunningServer, form: 'phone' | 'desk') {
  const viewport = form === 'phone' ? PHONE : DESKTOP;
  const page = await openAs(browser, url, 'revenda', { viewport });
  const { username } = await callApiOk(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: nameOf[form],
    package: 1,
    whatsapp: '5511955550177',
  });
  const row = page
    .locator('tbody tr')
    .or(page.getByRole('listitem'))
    .filter({ hasText: String(username) })
    .first();
  return { page, row, list: `${url}/users-iptv?search=${String(username)}` };
}

const readCredits = async (page: Page) => (await callApi(page, '/api/get-profile')).body.credits;

/** Other journeys of the same server expect the questions. */
const askAgain = (page: Page) => callApi(page, '/api/undo-choices', { acts: [] }, 'PUT');

test('a seller chooses the undo, renews with one tap and takes it back on the phone', async ({
  browser,
  demo,
}) => {
  const { page, row, list } = await openWithCustomer(browser, demo, 'phone');
  const errors = collectErrors(page);
  try {
    await page.goto(`${demo.url}/me`);
    await page.getByRole('switch', { name: '+30' }).press('Space');
    await expect(page.getByText('Escolha guardada')).toBeVisible();
    const credits = await readCredits(page);
    await page.goto(list);
    const expiry = await row
      .getByText(/\d\d\/\d\d\/\d{4}/)
      .first()
      .innerText();
    await page.getByRole('button', { name: /^Mais 30 dias/ }).click();
    const bar = page.getByRole('group', { name: 'Último ato' });
    await expect(bar.getByRole('status')).toContainText(/Renovado até .* · saldo/);
    await bar.getByRole('button', { name: 'Desfazer' }).click();
    await expect(bar.getByRole('status')).toContainText('Desfeito. Vence');
    await expect(row).toContainText(expiry);
    expect(await readCredits(page)).toBe(credits);

    // In the sheet of the customer the bar is above the acts. A second press on the line asks.
    await expect(bar).toHaveCount(0);
    await row.getByRole('button', { name: nameOf.phone, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: nameOf.phone });
    const acts = sheet.getByRole('toolbar', { name: 'Ações do cliente' });
    await acts.getByRole('button', { name: /^Mais 30 dias/ }).click();
    const inSheet = sheet.getByRole('group', { name: 'Último ato' });
    await expect(inSheet.getByRole('status')).toContainText(/Renovado até .* · saldo/);
    const { y, height } = (await inSheet.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await acts.boundingBox())!.y);
    await acts.getByRole('button', { name: /^Mais 30 dias/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Não' }).click();
    await inSheet.getByRole('button', { name: 'Desfazer' }).click();
    await expect(inSheet.getByRole('status')).toContainText('Desfeito. Vence');
    expect(await readCredits(page)).toBe(credits);
    expect(errors).toEqual([]);
  } finally {
    await askAgain(page);
  }
});

test('Ctrl Z takes an act back on the desk and the focus stays on its button', async ({
  browser,
  demo,
}) => {
  const { page, row, list } = await openWithCustomer(browser, demo, 'desk');
  const errors = collectErrors(page);
  const credits = await readCredits(page);
  await page.goto(list);
  const expiry = await row
    .getByText(/\d\d\/\d\d\/\d{4}/)
    .first()
    .innerText();
  const renew = page.getByRole('button', { name: /^Mais 30 dias/ });
  await renew.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sim, renovar' }).press('Enter');
  const bar = page.getByRole('group', { name: 'Último ato' });
  await expect(bar.getByRole('status')).toContainText(/Renovado até .* · saldo/);
  await expect(renew).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(bar.getByRole('status')).toContainText('Desfeito. Vence');
  await expect(renew).toBeFocused();
  await expect(row).toContainText(expiry);
  expect(await readCredits(page)).toBe(credits);

  // The bar keeps the receipt after the time for the undo, because the act was confirmed.
  await renew.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sim, renovar' }).press('Enter');
  await expect(bar.getByRole('button', { name: 'Recibo' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  expect(errors).toEqual([]);
});
