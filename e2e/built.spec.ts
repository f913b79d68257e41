/**
 * Checks the transformations of the build, because the other tests run the sources without them.
 */
import { openAs } from './support/accounts.ts';
import { trackRequests } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test('what a screen asked first is asked early the next time, as it was asked', async ({
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

test('a form names its fields as people read them', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master');
  await page.goto(`${demo.url}/ticket?dialog=create`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Postar' }).click();
  for (const field of ['Título', 'Descrição'])
    await expect(page.getByText(`O campo ${field} é necessário.`).first()).toBeAttached();
  await page.context().close();
});

test('files that have a list’s filters come: resellers, and the statement', async ({
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
