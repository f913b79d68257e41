/**
 * The panel as an installed app on a phone. The tests cover the requirements of the installation,
 * and opening the app without a connection. They also cover the last list with its time, unsent
 * acts, and content that another app shares.
 */
import { openAs, PHONE, signIn } from './support/accounts.ts';
import { waitForPackage } from './support/wait-for-package.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';
import { waitForShell } from './support/wait-for-shell.ts';

test.use({ serviceWorkers: 'allow' });

test('the panel has the manifest and the icons of its host', async ({ demo, request }) => {
  const manifest = await (await request.get(`${demo.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Ramal', display: 'standalone', start_url: '/dashboard' });
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(demo.url + src);
    expect(icon.headers()['content-type']).toBe('image/png');
    // The first chunk of a PNG contains its width.
    expect((await icon.body()).readUInt32BE(16)).toBe(Number(sizes.split('x')[0]));
  }
});

test('the panel opens without a connection, shows the last list with its time, and sends no act unnoticed', async ({
  browser,
  demo,
}) => {
  // The test uses a separate session, because it signs out at the end.
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  await page.goto(`${demo.url}/user-iptv`);
  await expect(page.getByText('Completo').first()).toBeVisible();
  await page.goto(`${demo.url}/users-iptv`);
  const customer = page.getByText('Barbearia do Zé').first();
  await expect(customer).toBeVisible();
  await waitForShell(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Sem conexão').first()).toBeVisible();
  await expect(page.getByText(/A lista é das \d\d:\d\d e pode estar desatualizada/)).toBeVisible();
  await expect(customer).toBeVisible();

  await page.goto(`${demo.url}/user-iptv`);
  await page.getByLabel('Anotações').fill('Dona Lúcia, TV do quarto');
  await waitForPackage(page);
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .last()
    .click();
  await expect(page.getByRole('alertdialog')).toContainText(/conexão|internet/i);
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.goto(`${demo.url}/users-iptv`);
  await expect(customer).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('A conexão voltou')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByLabel('Anotações')).toHaveValue('Dona Lúcia, TV do quarto');

  // After a sign-out the phone stores no data of the user, because another person may use it next.
  await page.getByRole('button', { name: 'Conta' }).click();
  await page
    .getByText(/^(Logout|Sair)/)
    .last()
    .click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => page.evaluate(() => caches.has('ramal-last-answers'))).toBe(false);
});

test('a shared contact opens the quick test with its number', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await page.goto(`${demo.url}/dashboard`);
  await waitForShell(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'POST';
    form.enctype = 'multipart/form-data';
    form.action = '/share';
    form.innerHTML = '<input name="text" value="Patrícia +55 11 98888-7766">';
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByLabel('Para quem')).toHaveValue('+55 11 98888-7766');
  expect(new URL(page.url()).hash).toBe('');
});
