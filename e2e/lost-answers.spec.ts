/** Responses are lost or late. No act is done twice, and no dialog blocks the page. */
import type { Page } from '@playwright/test';
import { openAs, PHONE } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

const LINES = '**/api/users-iptv/*';

/** The server executes the request, but its response is lost. */
const loseAnswers = (page: Page) =>
  page.route(LINES, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });

test('an extension with a lost response is paid once, although its dialog was closed', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  // Tests cannot be extended, and their cards have no +30.
  const actions = page
    .locator('[data-list-rows] > li')
    .filter({ has: page.getByRole('button', { name: /^Mais 30 dias/ }) })
    .getByRole('button', { name: /^Ações de/ })
    .first();
  const openList = async (query: string): Promise<number> => {
    const answer = page.waitForResponse('**/api/get-profile');
    await page.goto(`${demo.url}/users-iptv${query}`);
    return Number((await (await answer).json()).credits);
  };
  const extend = async () => {
    await actions.click();
    await page.getByRole('button', { name: 'Estender' }).click();
    await page.getByRole('button', { name: /^Sim, estender/ }).click();
  };
  await openList('');
  const [username] = /\d{9}/.exec((await actions.getAttribute('aria-label'))!)!;
  const before = await openList(`?search=${username}`);
  await loseAnswers(page);
  await extend();
  await expect(page.getByText(/Se já tiver sido feito, não se repete/)).toBeVisible();
  await page.getByRole('button', { name: 'Entendi' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute(LINES);
  await extend();
  await expect(page.getByText(/Renovad|estendid/i).first()).toBeVisible();
  expect(before - (await openList(''))).toBe(1);
});

test('a confirmation stays open while its act runs, and then shows the result of the act', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  await page.goto(`${demo.url}/users-iptv`);
  let answer!: () => void;
  const late = new Promise<void>((resolve) => (answer = resolve));
  await page.route(LINES, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await late;
    return route.fulfill({
      status: 422,
      json: {
        code: 'insufficient_credits',
        title: 'Ocorreu um erro',
        message: 'Faltam créditos.',
        error: 'Faltam créditos.',
      },
    });
  });
  const question = page.getByRole('alertdialog');
  await page
    .getByRole('button', { name: /^Mais 30 dias/ })
    .first()
    .click();
  await question.getByRole('button', { name: /^Sim/ }).click();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  answer();
  await expect(question.getByText('Faltam créditos.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
});

test('the page reports missing scripts and loads them again', async ({ page, demo }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${demo.url}/login`);
  await expect(page.getByText('Não deu para carregar o painel')).toBeVisible();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('Usuário')).toBeVisible();
});
