/**
 * A session ends while the user works. Typed text is not lost, and the page no longer shows data of
 * the account.
 */
import { choosePackage, signIn } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test('after an ended session and a new sign-in the form has its typed text', async ({
  page,
  demo,
  request,
}) => {
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  await page.goto(`${demo.url}/user-iptv`);
  await choosePackage(page);
  await page.getByLabel('Anotações').fill('Seu Osvaldo, paga dia 5');
  const token = await page.evaluate(() => localStorage.getItem('ramal.token'));
  await request.post(`${demo.url}/api/logout`, { headers: { authorization: `Bearer ${token}` } });
  // The page may detect the end of the session before the click.
  const press = page.getByRole('button', { name: /Adicionar/ }).click({ timeout: 10_000 });
  await Promise.all([page.waitForURL('**/login?**'), press.catch(() => undefined)]);
  await page.getByLabel('Usuário').fill('revenda');
  await page.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logar' }).click();
  await page.waitForURL('**/user-iptv');
  await expect(page.getByLabel('Anotações')).toHaveValue('Seu Osvaldo, paga dia 5');
});

test('a confirmation that is open when the session ends is not shown at the sign-in', async ({
  page,
  demo,
  request,
}) => {
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  await page.goto(`${demo.url}/users-iptv`);
  await page
    .getByRole('button', { name: /^Mais 30 dias/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('ramal.token'));
  await request.post(`${demo.url}/api/logout`, { headers: { authorization: `Bearer ${token}` } });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login?**');
  await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('without a session every screen leads to sign-in, and with one sign-in leads home', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/users-iptv`);
  await page.waitForURL('**/login?**');
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  await page.goto(`${demo.url}/login`);
  await page.waitForURL('**/dashboard');
  await page.goto(demo.url);
  await page.waitForURL('**/dashboard');
});

test('a screen of the administration shows «Sem permissão» to a reseller', async ({
  page,
  demo,
}) => {
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  for (const path of ['/settings', '/double-access']) {
    await page.goto(demo.url + path);
    await expect(page.getByText('Sem permissão')).toBeVisible();
  }
});

test('a wrong password and an unknown user get the same text', async ({ page, demo }) => {
  for (const name of ['revenda', 'quem-sera']) {
    await page.goto(`${demo.url}/login`);
    await page.getByLabel('Usuário').fill(name);
    await page.getByLabel('Senha', { exact: true }).fill('errada-errada');
    await expect(page.getByText('Verificado: você não é um robô')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Logar' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Tivemos um problema');
    await expect(page.getByRole('alertdialog')).toContainText('Usuário ou senha incorretos.');
  }
});
