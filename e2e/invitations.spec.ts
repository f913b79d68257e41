/**
 * A master invites a reseller, who creates the account on the public page and enters the panel. The
 * seller's screens of referrals and win-back pass the checks of every screen.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callApi, DESKTOP, openAs, PHONE, preferScheme } from './support/accounts.ts';
import { expectDeskLists } from './support/list-checks.ts';
import { expectFitsPhone } from './support/phone-checks.ts';
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectWithinScreen,
} from './support/screen-checks.ts';
import { openSeller } from './support/sellers.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.describe.configure({ mode: 'parallel', timeout: 240_000 });

const sizes = [
  ['390', PHONE],
  ['1280', DESKTOP],
] as const;

async function createInvitation(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'Criar convite' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Criar convite' });
  await dialog.getByLabel('Para quem').fill(note);
  await dialog.getByLabel('Créditos iniciais').fill('2');
  await dialog.getByLabel('Preço do crédito').fill('8');
  await dialog.getByLabel('Linhas').fill('50');
  await expectAccessibleInBothSchemes(page);
  await expectWithinScreen(page);
  await dialog.getByRole('button', { name: 'Criar convite' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(note).first()).toBeVisible();
  const { body } = await callApi(page, '/api/reseller-invitations');
  return (body.data as { note: string; url: string }[]).find((row) => row.note === note)!.url;
}

for (const [width, viewport] of sizes)
  test(`an invited reseller creates an account and enters the panel at ${width} px`, async ({
    browser,
    demo,
  }) => {
    const master = await openAs(browser, demo.url, 'master', { viewport });
    const errors = collectErrors(master);
    await master.goto(`${demo.url}/referrals?tab=revendas`);
    const note = `Convite ${width} ${randomUUID().slice(0, 6)}`;
    const url = await createInvitation(master, note);
    if (width === '390') await expectFitsPhone(master);
    else await expectDeskLists(master);
    await expectAccessibleInBothSchemes(master);

    const context = await browser.newContext({ viewport });
    const guest = await context.newPage();
    const guestErrors = collectErrors(guest);
    for (const scheme of ['dark', 'light'] as const) {
      await preferScheme(guest, scheme);
      await guest.goto(`${demo.url}${new URL(url).pathname}`);
      await expect(guest.getByRole('heading', { name: 'master convidou você' })).toBeVisible();
      await expectAccessible(guest);
      await expectWithinScreen(guest);
    }
    await expect(guest.getByText('2 créditos')).toBeVisible();
    const username = `convidada.${randomUUID().slice(0, 8)}`;
    await guest.getByLabel('Usuário').fill(username);
    await guest.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD);
    await guest.getByRole('button', { name: 'Criar minha conta' }).click();
    await guest.waitForURL('**/dashboard');
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
    expect(guestErrors).toEqual([]);

    await master.reload();
    await master.getByRole('link', { name: `1 conta do convite ${note}` }).click();
    await expect(master.getByRole('dialog').getByRole('link', { name: username })).toBeVisible();
    await expectAccessibleInBothSchemes(master);
    expect(errors).toEqual([]);
    await context.close();
  });

test('a revoked and an unknown invitation say so and show no form', async ({ browser, demo }) => {
  const master = await openAs(browser, demo.url, 'master', { viewport: DESKTOP });
  await master.goto(`${demo.url}/referrals?tab=revendas`);
  const note = `Revogado ${randomUUID().slice(0, 6)}`;
  const url = await createInvitation(master, note);
  await master.getByRole('button', { name: `Ações de ${note}` }).click();
  await master.getByRole('menuitem', { name: 'Revogar' }).click();
  await master.getByRole('button', { name: 'Sim, revogar' }).click();
  await expect(master.getByText('Revogado', { exact: true }).first()).toBeVisible();
  const context = await browser.newContext({ viewport: PHONE });
  const guest = await context.newPage();
  for (const [path, title] of [
    [new URL(url).pathname, 'Este convite foi revogado'],
    ['/convite/naoexiste', 'Não achamos este convite'],
  ] as const) {
    await guest.goto(`${demo.url}${path}`);
    await expect(guest.getByRole('heading', { name: title })).toBeVisible();
    await expect(guest.getByLabel('Usuário')).toHaveCount(0);
    await expectAccessible(guest);
  }
  await context.close();
});

for (const [width, viewport] of sizes)
  test(`the seller's referral screen passes the checks at ${width} px`, async ({
    browser,
    demo,
  }) => {
    const seller = await openSeller(browser, demo.url, 'indica', { viewport });
    const errors = collectErrors(seller);
    await seller.goto(`${demo.url}/referrals`);
    await expect(seller.getByText('Nenhum amigo ainda')).toBeVisible();
    await seller.getByRole('switch', { name: 'Desligada: o link não aparece' }).press('Space');
    await seller.getByRole('button', { name: 'Salvar' }).click();
    await expect(seller.getByText('Indicação guardada')).toBeVisible();
    await expect(seller.getByText('Ligada: o link está no portal de 0 clientes')).toBeVisible();
    await expectAccessibleInBothSchemes(seller);
    await expectWithinScreen(seller);
    if (width === '1280') {
      const figures = await seller.getByText('Recebido deles').locator('xpath=../..').boundingBox();
      const toolbar = await seller.getByRole('searchbox', { name: /Amigo/ }).boundingBox();
      expect(toolbar!.y - (figures!.y + figures!.height)).toBeGreaterThanOrEqual(12);
    } else await expectFitsPhone(seller);
    await seller.goto(`${demo.url}/referrals?dialog=add`);
    await expect(seller.getByRole('dialog', { name: 'Registrar amigo' })).toBeVisible();
    await expectAccessibleInBothSchemes(seller);
    expect(errors).toEqual([]);
  });

for (const [width, viewport] of sizes)
  test(`the win-back screens pass the checks at ${width} px`, async ({ browser, demo }) => {
    const seller = await openAs(browser, demo.url, 'master', { viewport });
    const errors = collectErrors(seller);
    for (const path of ['/win-back', '/win-back/history', '/win-back/rows/received']) {
      await seller.goto(demo.url + path);
      await expect(seller.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(seller.getByRole('heading', { level: 1 })).not.toHaveText('Sem permissão');
      await expectAccessibleInBothSchemes(seller);
      await expectWithinScreen(seller);
      if (width === '390') await expectFitsPhone(seller);
    }
    expect(errors).toEqual([]);
  });
