/**
 * Checks the transformations of the build, because the other tests run the sources without them.
 */
import { openAs } from './support/accounts.ts';
import { trackRequests } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test('the first calls of a screen are preloaded unchanged at the next load of it', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'master');
  const requests = trackRequests(page);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400)
      failed.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  for (const path of ['/me', '/charge', '/user-iptv']) {
    await page.goto(demo.url + path);
    await requests.waitUntilSettled();
    await page.reload();
    await requests.waitUntilSettled();
  }
  expect(failed).toEqual([]);
  await page.context().close();
});

test('the error texts of a form contain the labels of its fields', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/ticket?dialog=create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Postar' }).click();
  for (const field of ['Título', 'Descrição'])
    await expect(page.getByText(`O campo ${field} é necessário.`).first()).toBeAttached();
  await page.context().close();
});

test('resellers and the statement are exported with the filters of their lists', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'admin');
  for (const [path, label, file] of [
    ['/list-resellers', 'Exportar Excel', 'Revendas.xlsx'],
    ['/extract', 'Exportar', 'ExtratoFinanceiro.csv'],
  ] as const) {
    await page.goto(demo.url + path);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    expect((await downloading).suggestedFilename()).toBe(file);
  }
  await page.context().close();
});
