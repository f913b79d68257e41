/**
 * The demo renews lines automatically at the test provider. A customer authorises, the seller plays
 * the buyer, and customer and seller see the renewal. No provider is connected.
 */
import { callApi, openAs, PHONE } from './support/accounts.ts';
import { enrolByApi } from './support/authenticator.ts';
import { expectAccessibleInBothSchemes, expectWithinScreen } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test('a customer of the demo authorises at the test provider, and the line renews', async ({
  browser,
  shop: {
    server: { url },
  },
}) => {
  const seller = await openAs(browser, url, 'revenda', { viewport: PHONE });
  await enrolByApi(seller);
  await seller.goto(`${url}/payment-providers`);
  await expect(seller.getByText('modo de teste').first()).toBeVisible();
  await expect(seller.getByRole('switch', { name: 'Oferecer' })).toBeChecked();
  await seller.goto(`${url}/recurring-pix`);
  await expect(seller.getByText('Recusada').first()).toBeVisible();
  await expect(seller.getByText('Ativa', { exact: true }).first()).toBeVisible();
  await expectAccessibleInBothSchemes(seller);
  await expectWithinScreen(seller);

  const { body: profile } = await callApi(seller, '/api/get-profile');
  await callApi(seller, '/api/recargas/criar', { id_res: profile.id, qtd_creditos: 5 });
  const { body: line } = await callApi(seller, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia',
    package: 1,
  });
  const { body: link } = await callApi(seller, `/api/renewal-links/${String(line.id)}`, {
    months: 1,
  });
  const customer = await (await browser.newContext({ viewport: PHONE })).newPage();
  await customer.goto(new URL(String(link.url)).href.replace(/^https?:\/\/[^/]+/, url));
  await customer.getByRole('button', { name: 'Renovar sozinho todo mês' }).click();
  await customer.getByLabel('CPF').fill('52998224725');
  await customer.getByLabel('Nome completo').fill('Célia Maria Souza');
  await customer.getByRole('button', { name: 'Pagar e autorizar com Pix' }).click();
  await expect(customer.getByText('Quem recebe é CAIXA DE TESTE')).toBeVisible();

  const { body: charges } = await callApi(seller, '/api/recargas/listar', { status: 'pending' });
  const ids = (charges.recargas as { id: number }[]).map(({ id }) => id);
  const played = await callApi(seller, `/api/sandbox-payments/${Math.max(...ids)}`, { act: 'pay' });
  expect(played.status).toBe(200);
  await expect(customer.getByText('e renova sozinho todo mês')).toBeVisible();
});
