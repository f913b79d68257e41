/**
 * Activation of an app on a television. The app shows a code, and a reseller types the code in the
 * panel. Then the app receives its line with expiry and product. Later it asks the server whether
 * the line may still play. The app calls the server over plain HTTP from a page of another origin,
 * as on a television.
 */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { type Answer, PHONE, openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

/** Origin of the app's page, which differs from the panel's origin. */
let television: { readonly url: string; readonly server: Server };
test.beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Aplicativo</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  television = { url: `http://127.0.0.1:${port}`, server };
});
test.afterAll(() => {
  television.server.closeAllConnections();
  television.server.close();
});

/** Calls the server from the app's own page. */
const asks = (app: Page, url: string, path: string, body: object): Promise<Answer> =>
  app.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      return { status: answer.status, body: await answer.json() };
    },
    [`${url}/api/activation/${path}`, body] as const,
  );

const balanceOf = (page: Page) => page.getByRole('banner').locator('b');

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Ações de ${name}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

test('a code on the screen becomes a line that plays, and later one that may not play', async ({
  browser,
  demo,
}) => {
  test.setTimeout(120_000);
  const app = await browser.newPage();
  await app.goto(television.url);
  const shown = (await asks(app, demo.url, 'codes', { device: 'TV Samsung da sala' })).body;
  const code = String(shown.code);
  const secret = { secret: shown.secret };
  expect(code).toMatch(/^\d{8}$/);
  expect((await asks(app, demo.url, 'codes/check', secret)).body.status).toBe('waiting');

  const seller = await openAs(browser, demo.url, 'especial');
  await seller.goto(`${demo.url}/new-users-p2p`);
  await expect(balanceOf(seller)).toHaveText('100');
  await seller.getByRole('button', { name: 'Criar por código' }).click();
  const window = seller.getByRole('dialog');
  await expect(window).toContainText('1 crédito · 30 dias');
  await expect(window).toContainText('saldo depois: 99');
  await expectAccessibleInBothSchemes(seller);
  const submit = window.getByRole('button', { name: 'Sim, criar · 1 crédito' });
  await submit.click();
  await expect(seller.getByRole('alertdialog')).toContainText('Código deve ser informado!');
  await seller.getByRole('button', { name: 'Entendi' }).click();
  await window.getByLabel('Código do aparelho').pressSequentially(code);
  await expect(window.getByLabel('Código do aparelho')).toHaveValue(
    `${code.slice(0, 4)} ${code.slice(4)}`,
  );
  await submit.click();
  const receipt = seller.getByRole('dialog', { name: 'Usuário criado com sucesso' });
  await expect(receipt).toContainText('1 crédito debitado · saldo 99');

  const result = (await asks(app, demo.url, 'codes/check', secret)).body;
  expect(result).toMatchObject({
    status: 'activated',
    line: { status: 'active', is_trial: false, product_name: 'PLANO COMPLETO' },
  });
  const name = String(result.name);
  await expect(receipt).toContainText(name);
  await expect(receipt).toContainText(String(result.pass));
  const signIn = { name, pass: result.pass };
  const readStatus = async () => {
    const { status, body } = await asks(app, demo.url, 'lines/check', signIn);
    return status === 200 ? body.status : body.code;
  };
  const { body: line } = await asks(app, demo.url, 'lines/check', signIn);
  expect(line).toEqual(result.line);
  const days = (Number(line.expires_at_timestamp) * 1000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);

  await seller.keyboard.press('Escape');
  await expect(receipt).toHaveCount(0);
  await seller.getByRole('searchbox').fill('TV Samsung da sala');
  // The name of the customer is the first part of the note, and the column «Notas» shows the rest.
  await expect(seller.getByText('Criado por código: TV Samsung').first()).toBeVisible();
  await expect(seller.getByRole('cell', { name: 'da sala', exact: true })).toBeVisible();

  await choose(seller, name, 'On/Off');
  await seller.getByRole('button', { name: /^Sim/ }).click();
  await expect.poll(readStatus).toBe('disabled');
  await choose(seller, name, 'Deletar');
  await seller.getByRole('button', { name: /^Sim/ }).click();
  await expect.poll(readStatus).toBe('wrong_credentials');
  expect((await asks(app, demo.url, 'codes/check', secret)).body).toEqual({ status: 'expired' });

  // A second use of the code creates nothing and costs nothing.
  await seller.getByRole('button', { name: 'Criar por código' }).click();
  await window.getByLabel('Código do aparelho').fill(code);
  await submit.click();
  await expect(seller.getByRole('alertdialog')).toContainText('já foi usado');
  await seller.getByRole('button', { name: 'Entendi' }).click();
  await seller.reload();
  await expect(balanceOf(seller)).toHaveText('99');
  await app.close();
});

test('a reseller types the code on a phone', async ({ browser, demo }) => {
  const answer = await fetch(`${demo.url}/api/activation/codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ device: 'TV Box do quarto' }),
  });
  const { code } = (await answer.json()) as { code: string };
  const seller = await openAs(browser, demo.url, 'especial', { viewport: PHONE });
  await seller.goto(`${demo.url}/new-users-p2p`);
  await seller.getByRole('button', { name: 'Filtros' }).click();
  await seller.getByRole('button', { name: 'Criar por código' }).click();
  const window = seller.getByRole('dialog');
  await expect(window).toContainText('saldo depois');
  await expectAccessibleInBothSchemes(seller);
  await window.getByLabel('Código do aparelho').fill(code);
  await window.getByRole('radio', { name: 'PLANO COMPLETO SEM ADULTOS' }).check();
  await window.getByLabel('Anotações').fill('Seu Osvaldo');
  await window.getByRole('button', { name: 'Sim, criar · 1 crédito' }).click();
  await expect(seller.getByText('O aparelho recebe o acesso sozinho')).toBeVisible();
  await expectAccessibleInBothSchemes(seller);
});
