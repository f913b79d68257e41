/**
 * Imports customers from lists of other panels. An admin exempts a host. A reseller imports one
 * customer from it for free and another one for credits. Both customers play with their old
 * credentials.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE, callApi, choosePackage, openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

const list = (host: string, username: string) =>
  `http://${host}:8080/get.php?username=${username}&password=Senha-${username}&type=m3u_plus`;

const creditsOf = async (page: Page): Promise<number> =>
  Number((await callApi(page, '/api/get-profile')).body.credits);

/** Fills the form until the page shows the cost. */
async function fill(page: Page, url: string, days: string): Promise<void> {
  await page.getByLabel('Link da lista').fill(url);
  await choosePackage(page);
  await page.getByRole('radio', { name: new RegExp(`^${days}`) }).check();
}

for (const { name, viewport } of [
  { name: 'at a desk', viewport: DESKTOP },
  { name: 'on a phone', viewport: PHONE },
]) {
  test(`a customer comes free from an exempt host, another is paid, and both play, ${name}`, async ({
    browser,
    demo,
    request,
  }) => {
    test.setTimeout(120_000);
    const mark = viewport === PHONE ? '2' : '1';
    const host = `antigo-${mark}.exemplo`;
    const admin = await openAs(browser, demo.url, 'admin', { viewport });
    await admin.goto(`${demo.url}/settings`);
    await admin.getByLabel('DNS da lista de origem').fill(`http://${host}:8080/`);
    await admin.getByLabel('Dias sem custo').fill('30');
    await admin.getByRole('button', { name: 'Isentar', exact: true }).click();
    await expect(admin.getByRole('alertdialog')).toContainText('até 30 dias sem custo');
    await admin.getByRole('button', { name: 'Sim, isentar' }).click();
    await expect(admin.getByRole('list', { name: 'DNS isentos' })).toContainText(host);

    const seller = await openAs(browser, demo.url, 'revenda', { viewport });
    const before = await creditsOf(seller);
    await seller.goto(`${demo.url}/migration-iptv`);
    await fill(seller, list(host, `7750${mark}01`), '30');
    await expect(seller.getByText('Lista isenta: até 30 dias sem custo.')).toBeVisible();
    await seller.getByRole('button', { name: /^Migrar/ }).click();
    await expect(seller.getByText('Usuário migrado').first()).toBeVisible();
    expect(await creditsOf(seller)).toBe(before);

    await seller.goto(`${demo.url}/migration-iptv`);
    await fill(seller, list(`outro-${mark}.exemplo`, `7750${mark}02`), '15');
    // On a desktop the summary shows the cost. On a phone the bottom bar shows it.
    await expect(seller.getByText('0,6 créditos').first()).toBeVisible();
    await seller.getByRole('button', { name: /^Migrar/ }).click();
    await expect(seller.getByText('Usuário migrado').first()).toBeVisible();

    expect(await creditsOf(seller)).toBeCloseTo(before - 0.6, 5);

    for (const username of [`7750${mark}01`, `7750${mark}02`]) {
      const login = await request.get(`${demo.url}/player_api.php`, {
        params: { username, password: `Senha-${username}` },
      });
      expect((await login.json()).user_info).toMatchObject({ auth: 1, status: 'Active' });
      const playlist = await request.get(`${demo.url}/get.php`, {
        params: { username, password: `Senha-${username}`, type: 'm3u_plus', output: 'hls' },
      });
      expect(await playlist.text()).toContain('Canal de teste');
    }
  });
}

test('a P2P customer is imported with the typed name and password', async ({ browser, demo }) => {
  const seller = await openAs(browser, demo.url, 'revenda');
  await seller.goto(`${demo.url}/migration-p2p`);
  await seller.getByLabel('Usuário').fill('dona.ines');
  await seller.getByLabel('Senha', { exact: true }).fill('portela-58');
  await choosePackage(seller, 'PLANO COMPLETO SEM ADULTOS');
  await seller.getByRole('radio', { name: /^60/ }).check();
  await expect(seller.getByText(/^2 créditos · 60 dias/)).toBeVisible();
  await seller.getByRole('button', { name: 'Migrar', exact: true }).click();
  await expect(seller.getByText('Usuário migrado com sucesso')).toBeVisible();
  await seller.goto(`${demo.url}/users-p2p?search=dona.ines`);
  await expect(seller.getByText('dona.ines').first()).toBeVisible();
});
