/** A seller sets the sales page up on a phone with few presses, and sees it on the desk. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { callApi, callApiOk, DESKTOP, openAs, PHONE } from './support/accounts.ts';
import { enrolByApi, typeCode } from './support/authenticator.ts';
import {
  collectErrors,
  expectAccessibleInBothSchemes,
  expectCalmLoad,
  expectWithinScreen,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, type RunningServer, test } from './support/server.ts';

const MAX_TAPS = 8;
const PRICE = 35;

interface Seller {
  readonly username: string;
  readonly page: Page;
  readonly phone: Awaited<ReturnType<typeof enrolByApi>>;
}

/** Creates a seller with a second factor and a price per credit. */
async function openSeller(browser: Browser, { url }: RunningServer): Promise<Seller> {
  const username = `loja-${randomUUID().slice(0, 8)}`;
  const above = await openAs(browser, url, 'master');
  await callApi(above, '/api/reg-users', { username, password: DEMO_PASSWORD, credits: 20 });
  const page = await openAs(browser, url, username, { viewport: PHONE });
  const phone = await enrolByApi(page);
  await callApiOk(page, '/api/save-value-mp', {
    creditPortal: PRICE,
    code_2fa: await phone.nextCode(),
  });
  return { username, page, phone };
}

test('a seller puts the sales page online with at most eight presses', async ({
  browser,
  demo,
}) => {
  test.setTimeout(240_000);
  const { username, page, phone } = await openSeller(browser, demo);
  const errors = collectErrors(page);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  await watchLayoutShift(page);
  await page.goto(`${demo.url}/dashboard`);
  await tap(page.getByRole('button', { name: 'Mais' }));
  await tap(page.getByRole('link', { name: 'Página de venda' }));
  await expect(page.getByRole('heading', { name: 'Monte sua página em 2 minutos' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const slug = await page.getByLabel('Endereço').inputValue();
  expect(slug).not.toBe('');
  await tap(page.getByRole('button', { name: 'Criar página' }));
  await expect(page.getByRole('heading', { name: 'Planos e preços' })).toBeVisible();
  await tap(page.getByLabel('Preço de 1 mês'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('39,90');
  await typeCode(page, await phone.nextCode());
  await tap(page.getByRole('button', { name: 'Salvar' }));
  await expect(page.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  expect(taps).toBeLessThanOrEqual(MAX_TAPS);
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);

  const { status, body } = await callApi(page, `/api/loja/${slug}`);
  expect([status, body.state, body.name]).toEqual([200, 'open', expect.stringMatching(/./)]);

  await page.goto(`${demo.url}/storefront`);
  await expect(page.getByRole('switch', { name: 'No ar' })).toBeChecked();
  await expect(page.getByLabel('Preço de 1 mês')).toHaveValue('39,90');
  await expectCalmLoad(page);
  expect(errors).toEqual([]);
  await seeOnDesk(browser, demo, username);
});

/** The desk shows the preview, and the preview follows a change that is not saved. */
async function seeOnDesk(browser: Browser, { url }: RunningServer, username: string) {
  const page = await openAs(browser, url, username, { viewport: DESKTOP });
  await page.goto(`${url}/storefront`);
  const preview = page.getByLabel('Prévia da página');
  await expect(preview).toContainText('R$ 39,90');
  await page.getByLabel(/^Frase de abertura/).fill('Tudo na sua TV');
  await expect(preview).toContainText('Tudo na sua TV');
  await expect(page.getByText('1 mudança por salvar')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('link', { name: 'Números', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: /^Ninguém abriu sua página/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
}
