/**
 * A customer on a phone signs in with the password of the line, renews it by Pix, and opens a
 * ticket.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { callApi, callApiOk, PHONE } from './support/accounts.ts';
import {
  collectErrors,
  expectAccessible,
  expectCalmLoad,
  expectWithinScreen,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { openSeller, payAll } from './support/sellers.ts';
import { expect, test } from './support/server.ts';

const NARROW = { width: 360, height: 780 };
const DESK = { width: 1280, height: 860 };

interface Shop {
  readonly page: Page;
  readonly line: { readonly id: number; readonly username: string; readonly password: string };
}

/** Creates a seller with one customer. */
async function openShop(browser: Browser, url: string): Promise<Shop> {
  const page = await openSeller(browser, url, 'portal');
  const line = await callApiOk(page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia',
    package: 1,
  });
  return { page, line: line as unknown as Shop['line'] };
}

/** Expects that the button downloads a picture that is high enough for the facts of a payment. */
async function expectReceiptSaved(page: Page, name: string | RegExp): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^recibo-\d+\.png$/);
  const picture = await readFile(await file.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // The header of a PNG has the width and the height after 16 bytes.
  expect(picture.readUInt32BE(16)).toBe(780);
  expect(picture.readUInt32BE(20)).toBeGreaterThan(700);
}

test('a customer renews by Pix and opens a ticket', async ({ browser, demo }) => {
  test.setTimeout(120_000);
  const { page: seller, line } = await openShop(browser, demo.url);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const errors = collectErrors(page);

  await page.goto(`${demo.url}/portal`);
  await expect(page.getByRole('heading', { name: 'Entre na sua conta' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Usuário').fill(line.username);
  await page.getByLabel('Senha').fill(line.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Seu plano vale até')).toBeVisible();
  for (const size of [NARROW, DESK, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await expectWithinScreen(page);
  }

  await page.getByRole('button', { name: 'Outros períodos' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Pagar R\$ 35,00 com Pix/ }).click();
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  await expectAccessible(page);
  // A phone reloads the page when the customer returns from the bank's app.
  await page.reload();
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continuar o pagamento' }).click();
  await payAll(seller);
  await expect(page.getByText(/^Renovado até/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Pode ligar a TV, já está valendo.')).toBeVisible();
  await expect(page.getByText(/^nº \d+$/)).toBeVisible();
  await expectAccessible(page);
  await expectReceiptSaved(page, 'Guardar recibo');

  await seller.setViewportSize(PHONE);
  await seller.goto(`${demo.url}/dashboard`);
  await expect(
    seller.getByRole('region', { name: 'Mensagens de hoje' }).getByText(/pagou|pagaram/),
  ).toBeVisible();
  await expectAccessible(seller);

  await page.getByRole('button', { name: 'Ir para o início' }).click();
  await expectReceiptSaved(page, /^Guardar recibo nº \d+$/);
  await page.getByRole('button', { name: 'Pedir ajuda' }).click();
  await page.getByLabel('O que aconteceu?').fill('A ESPN trava\nDesde ontem, na sala');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByText('Desde ontem, na sala')).toBeVisible();

  const { body } = await callApi(seller, '/api/ticket-portal-office');
  const [{ id }] = body.data as [{ id: number }];
  await callApi(seller, `/api/ticket/${id}`, { mensagem: 'Reinicie o aparelho' }, 'PUT');
  await expect(page.getByText('Reinicie o aparelho')).toBeVisible({ timeout: 15_000 });
  await page.getByLabel('Mensagem').fill('Voltou, obrigada');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Voltou, obrigada' })).toBeVisible();
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await context.close();
});

test('a customer pays in two taps after the link of the seller', async ({ browser, demo }) => {
  const { page: seller, line } = await openShop(browser, demo.url);
  const { url } = await callApiOk(seller, `/api/renewal-links/${line.id}`, { months: 1 });
  const context = await browser.newContext({ viewport: PHONE });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await watchLayoutShift(page);
  let taps = 0;
  const tap = async (control: Locator) => {
    await expect(control).toBeInViewport({ ratio: 1 });
    taps += 1;
    await control.click();
  };
  await page.goto(new URL(String(url)).href.replace(/^https?:\/\/[^/]+/, demo.url));
  await tap(page.getByRole('button', { name: 'Pagar R$ 35,00 com Pix' }));
  await tap(page.getByRole('button', { name: 'Copiar código Pix' }));
  await expect(page.getByText('Copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
  expect(taps).toBe(2);
  await expectCalmLoad(page);
  await payAll(seller);
  await expect(page.getByText(/^Renovado até/)).toBeVisible({ timeout: 30_000 });
});
