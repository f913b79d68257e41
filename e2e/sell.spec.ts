/**
 * The main job of a new operator. The first admin creates a reseller, who sells an official line
 * and a test, and the line plays. The test runs on a desktop and on a phone.
 */
import { DESKTOP, PHONE, choosePackage, signIn } from './support/accounts.ts';
import { expect, printedPassword, test } from './support/server.ts';

for (const { name, viewport } of [
  { name: 'at a desk', viewport: DESKTOP },
  { name: 'on a phone', viewport: PHONE },
]) {
  test.describe(name, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test('the first admin creates a reseller, who sells a line that plays', async ({
      page,
      installation,
      request,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const reseller = `loja-${name === 'at a desk' ? 'mesa' : 'rua'}`;
      const password = 'senha-da-loja-1';

      await signIn(page, installation.url, 'admin', printedPassword(installation.output));
      await page.goto(`${installation.url}/reseller`);
      await page.getByLabel('Usuário').fill(reseller);
      await page.getByLabel('Senha', { exact: true }).fill(password);
      await page.getByLabel('WhatsApp').fill('5511955550101');
      await page
        .getByLabel(/Créditos/)
        .first()
        .fill('20');
      await page.getByRole('button', { name: /Adicionar/ }).click();
      await expect(page.getByText('Revenda cadastrada').first()).toBeVisible();

      await page.goto(`${installation.url}/dashboard`);
      await page.evaluate(() => localStorage.clear());
      await signIn(page, installation.url, reseller, password);

      // The official line costs 1 credit for 30 days. The balance decreases by exactly the price in
      // the form.
      await page.goto(`${installation.url}/user-iptv`);
      await choosePackage(page);
      await page.getByLabel('Anotações').fill('Dona Célia – TV da sala');
      await expect(page.getByText(/saldo depois: 19/).first()).toBeVisible();
      await page.getByRole('button', { name: /Adicionar/ }).click();
      await expect(page.getByText(/Usuário criado/).first()).toBeVisible();
      await page.getByRole('button', { name: 'Copiar', exact: true }).last().click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const username = /Usuário: (\S+)/.exec(copied)?.[1] ?? '';
      const secret = /Senha: (\S+)/.exec(copied)?.[1] ?? '';
      expect(username).toMatch(/^\d{9}$/);

      const login = await request.get(`${installation.url}/player_api.php`, {
        params: { username, password: secret },
      });
      expect((await login.json()).user_info).toMatchObject({ auth: 1, status: 'Active' });
      const list = await request.get(`${installation.url}/get.php`, {
        params: { username, password: secret, type: 'm3u_plus', output: 'hls' },
      });
      expect(await list.text()).toContain('Canal de teste');

      // A test costs nothing.
      await page.goto(`${installation.url}/user-iptv?kind=test`);
      await page.getByLabel('Anotações').fill('Teste do Wellington');
      await choosePackage(page);
      await page.getByRole('button', { name: /Adicionar/ }).click();
      await expect(page.getByText(/Teste criado/).first()).toBeVisible();

      await page.goto(`${installation.url}/users-iptv`);
      await expect(page.getByText(username).first()).toBeVisible();
      // The title of a card is the name of the customer.
      await expect(page.getByText('Wellington').first()).toBeVisible();
      await expect(page.getByText(/^19$|19 créditos|19/).first()).toBeVisible();
    });
  });
}
