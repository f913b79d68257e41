/**
 * A seller connects Asaas. A customer pays and authorises with one code. Then customer and seller
 * see the automatic renewal and end it. Asaas is a double; everything else is real.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { newestAuthorization, payCode } from '../server/test/asaas/play.ts';
import { callApi, callApiOk, openAs, PHONE } from './support/accounts.ts';
import { type Authenticator, enrolByApi, typeCode } from './support/authenticator.ts';
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectCalmLoad,
  expectWithinScreen,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, type RunningServer, type Shop, test } from './support/server.ts';

const MAX_TAPS = 5;

interface Seller {
  readonly page: Page;
  readonly phone: Authenticator;
  readonly lineId: number;
}

/** Creates a seller with a second factor, a price, portal credits and one customer. */
async function openSeller(browser: Browser, { url }: RunningServer): Promise<Seller> {
  const username = `pix-${randomUUID().slice(0, 8)}`;
  const above = await openAs(browser, url, 'master');
  const made = await callApi(above, '/api/reg-users', {
    username,
    password: DEMO_PASSWORD,
    credits: 20,
  });
  const page = await openAs(browser, url, username, { viewport: PHONE, loadsFonts: true });
  await watchLayoutShift(page);
  const ask = (path: string, body: object) => callApiOk(page, path, body);
  const phone = await enrolByApi(page);
  await ask('/api/save-value-mp', { creditPortal: 35, code_2fa: await phone.nextCode() });
  await ask('/api/recargas/criar', { id_res: made.body.id, qtd_creditos: 5 });
  const line = await ask('/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia',
    package: 1,
  });
  return { page, phone, lineId: Number(line.id) };
}

/** Connects Asaas on the phone: the receiver first, then the key, then the offer. */
async function connectAsaas({ page, phone }: Seller, { server, asaas }: Shop): Promise<void> {
  await page.goto(`${server.url}/payment-providers`);
  await expect(page.getByText('Ligue um provedor')).toBeVisible();
  await expectCalmLoad(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: /^Asaas/ }).click();
  await expect(page.getByRole('dialog', { name: 'Quem recebe?' })).toBeVisible();
  await expect(page.getByLabel('Chave de API')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('11.222.333/0001-81');
  await page.getByLabel('Data de abertura').fill('01/03/2021');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const keys = page.getByRole('dialog', { name: 'Chaves do Asaas' });
  await keys.getByLabel('Chave de API').fill(asaas.key);
  await expectAccessible(page);
  await typeCode(page, await phone.nextCode());
  await keys.getByRole('button', { name: 'Salvar chaves' }).click();
  const notices = page.getByRole('dialog', { name: 'Falta ligar os avisos' });
  await expect(notices.getByRole('button', { name: /^Senha dos avisos/ })).toBeVisible();
  await expectAccessible(page);
  await notices.getByRole('button', { name: 'Pronto' }).click();
  await page.getByRole('switch', { name: 'Oferecer' }).press('Space');
  await typeCode(page, await phone.nextCode());
  await page.getByRole('button', { name: 'Sim, oferecer' }).click();
  await expect(page.getByRole('switch', { name: 'Oferecer' })).toBeChecked();
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
}

test('a customer renews automatically after at most five taps', async ({ browser, shop }) => {
  const { server, asaas } = shop;
  const seller = await openSeller(browser, server);
  await connectAsaas(seller, shop);
  const { body } = await callApi(seller.page, `/api/renewal-links/${seller.lineId}`, { months: 1 });
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  const errors = collectErrors(page);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  await page.goto(new URL(String(body.url)).href.replace(/^https?:\/\/[^/]+/, server.url));
  await tap(page.getByRole('button', { name: 'Renovar sozinho todo mês' }));
  await expect(page.getByRole('radio', { name: /^Renovar sozinho todo mês/ })).toBeChecked();
  await tap(page.getByLabel('CPF'));
  await page.keyboard.type('52998224725');
  await tap(page.getByLabel('Nome completo'));
  await page.keyboard.type('Célia Maria Souza');
  await tap(page.getByRole('button', { name: 'Pagar e autorizar com Pix' }));
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await tap(page.getByRole('button', { name: 'Copiar código Pix' }));
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  await expectAccessible(page);
  payCode(asaas, newestAuthorization(asaas));
  await expect(page.getByText('e renova sozinho todo mês')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Ir para o início' }).click();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await expect(page.getByText(/^Cobrança em \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expectAccessible(page);
  await expectSellerSees(seller, server);
  await page.reload();
  await expect(page.getByText(/^Renovar sozinho parou em/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar R$ 35,00 com Pix' })).toBeVisible();
  expect(errors).toEqual([]);
});

/**
 * Expects that the seller sees the authorization in its list, in the list of lines and in the
 * dialog of the line. Then ends the authorization.
 */
async function expectSellerSees({ page, lineId }: Seller, { url }: RunningServer): Promise<void> {
  await page.goto(`${url}/recurring-pix`);
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await expectCalmLoad(page);
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
  await page.goto(`${url}/users-iptv`);
  await page.getByRole('button', { name: /: renova sozinho, ver/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Renova sozinho/ });
  await expect(dialog.getByText('R$ 35,00, fixo')).toBeVisible();
  expect(new URL(page.url()).search).toContain(`dialog=recurring&line=${lineId}`);
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
  await dialog.getByRole('button', { name: 'Encerrar autorização' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sim, encerrar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /: renova sozinho, ver/ })).toHaveCount(0);
}
