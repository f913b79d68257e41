/**
 * A seller opens a figure. The sum of its rows equals the figure, on the screen and in the exported
 * spreadsheet. A cost that the seller enters lowers the profit by its amount.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

const centsIn = (text: string): number => Number(text.replace(/\D/g, ''));

/** Amounts of a column of the shown rows, in cents. */
async function shownCents(page: Page, header: string): Promise<number[]> {
  const table = page.getByRole('table').first();
  const headers = await table.getByRole('columnheader').allInnerTexts();
  const index = headers.findIndex((text) => text.trim() === header);
  const cells = await table.locator(`tbody tr td:nth-child(${index + 1})`).allInnerTexts();
  return cells.map(centsIn);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

test('the rows of a figure sum to it on the screen and in the spreadsheet', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/numbers`);
  const lost = page.getByRole('link', { name: /^Perdidos: − R\$/ });
  const lostCents = centsIn(await lost.innerText());
  expect(lostCents).toBeGreaterThan(0);
  await lost.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perdidos em 30 dias');
  await page.getByRole('button', { name: /por página/ }).click();
  await page.getByRole('menuitem', { name: '50' }).click();
  const pager = page.getByText(/^1–\d+ de \d+ clientes$/);
  await expect(pager).toBeVisible();
  const [, last, total] = /^1–(\d+) de (\d+)/.exec(await pager.innerText())!;
  expect(last).toBe(total);
  await expect(page.locator('tbody tr')).toHaveCount(Number(total));
  expect(sum(await shownCents(page, 'Por mês'))).toBe(lostCents);
  await expect(page.locator('tfoot')).toContainText(`${total} clientes`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar Excel' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Numeros.xlsx');
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  // The first row contains the headers.
  expect([...sheet.matchAll(/<row /g)]).toHaveLength(Number(total) + 1);
});

test('an entered cost lowers the profit by its amount', async ({ browser, demo }) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, demo.url, 'franquia');
  await page.goto(`${demo.url}/numbers/costs`);
  const profit = page.getByRole('link', { name: /^Lucro: R\$/ });
  const before = centsIn(await profit.innerText());
  await page.getByLabel('Nome').fill('Internet do escritório');
  await page.getByLabel('Valor').fill('10,00');
  await page.getByRole('radio', { name: 'Uma vez' }).check();
  await page.getByRole('button', { name: 'Adicionar R$ 10,00' }).click();
  await expect(page.getByRole('row', { name: /Internet do escritório/ })).toBeVisible();
  await expect(async () => expect(centsIn(await profit.innerText())).toBe(before - 1_000)).toPass();

  await page.getByRole('button', { name: 'Ações de Internet do escritório' }).click();
  await page.getByRole('menuitem', { name: 'Deletar' }).click();
  await page.getByRole('button', { name: 'Sim, deletar' }).click();
  await expect(async () => expect(centsIn(await profit.innerText())).toBe(before)).toPass();
});
