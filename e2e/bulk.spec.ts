/**
 * Actions on many lines. Two selected lines are extended. All lines of a filter are migrated; this
 * batch is stopped before its end and continued. All tests are deleted. The results of each batch
 * can be read afterwards.
 */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from './support/screen-checks.ts';
import { DESKTOP, PHONE, callApi, choosePackage, openAs } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

test.use({ actionTimeout: 20_000 });

const balance = async (page: Page): Promise<number> =>
  Number((await callApi(page, '/api/get-profile')).body.credits);

/** Creates tests of a reseller in parallel. Returns their number. */
const makeTests = (page: Page, count: number): Promise<number> =>
  page.evaluate(async (total) => {
    const token = localStorage.getItem('ramal.token') ?? '';
    let [created, begun] = [0, 0];
    const make = async () => {
      while (begun < total) {
        begun += 1;
        const { ok } = await fetch('/api/users-iptv', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ isOficial: false, package: 1, nota: 'lote-de-teste' }),
        });
        if (ok) created += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, make));
    return created;
  }, count);

/** Returns the left edges of title, login and date of the first card. */
const leftEdges = (page: Page): Promise<number[]> =>
  page
    .locator('[data-list-rows] > li')
    .first()
    .locator('[data-card-slot]')
    .evaluateAll((slots) => slots.map((slot) => Math.round(slot.getBoundingClientRect().left)));

for (const { name, viewport } of [
  { name: 'at a desk', viewport: DESKTOP },
  { name: 'on a phone', viewport: PHONE },
]) {
  test(`two ticked lines are extended, ${name}`, async ({ browser, demo }) => {
    const page = await openAs(browser, demo.url, 'revenda', { viewport });
    const before = await balance(page);
    await page.goto(`${demo.url}/users-iptv?status=Ativo`);
    if (viewport === PHONE) {
      await expect(page.locator('[data-list-rows] [data-card-slot]').first()).toBeVisible();
      const aligned = await leftEdges(page);
      await page.getByRole('button', { name: 'Filtros' }).click();
      await page.getByRole('button', { name: 'Selecionar várias' }).click();
      await expect(page.locator('[data-row-checkbox]').first()).toBeVisible();
      // The selection mode does not shift the cards.
      expect([new Set(aligned).size, new Set(await leftEdges(page)).size]).toEqual([1, 1]);
    }
    const ticks = page.locator('[data-row-checkbox]');
    // The first checkbox of a table selects all lines of the page.
    const first = viewport === PHONE ? 0 : 1;
    await ticks.nth(first).click();
    await ticks.nth(first + 1).click();
    await expect(page.getByText(/^\+30 custa até 2 créditos · saldo depois /)).toBeVisible();
    await page.getByRole('button', { name: '+30 dias' }).click();
    const dialog = page.getByRole('dialog', { name: 'Estender' });
    await expect(dialog.getByText('2 linhas serão estendidas')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await dialog.getByRole('button', { name: /^Estender ·/ }).click();
    await expect(page.getByText('Concluído: 2 linhas feitas.')).toBeVisible();
    await expect(page.getByText(/^vence em/).first()).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    expect(await balance(page)).toBeCloseTo(before - 2, 2);
  });
}

test('all filtered lines are migrated, stopped, continued and deleted', async ({
  browser,
  demo,
}) => {
  test.setTimeout(180_000);
  const many = 300;
  const page = await openAs(browser, demo.url, 'revenda');
  expect(await makeTests(page, many)).toBe(many);
  // The test stops the batch by a call as soon as it begins. A click on the button would be too
  // late.
  await page.route('**/api/bulk-lines', async (route) => {
    const response = await route.fetch();
    const { batch } = (await response.json()) as { batch: { task: { id: number } } };
    await callApi(page, `/api/tasks/${batch.task.id}/stop`, {});
    await route.fulfill({ response });
  });
  await page.goto(`${demo.url}/users-iptv?status=Teste&search=lote-de-teste`);
  await page.getByRole('checkbox', { name: /página/i }).click();
  await page.getByRole('button', { name: `Selecionar os ${many} que correspondem` }).click();
  await page.getByRole('button', { name: 'Mais ações' }).last().click();
  await page.getByRole('menuitem', { name: 'Migrar para P2P' }).click();
  await choosePackage(page, 'PLANO COMPLETO SEM ADULTOS');
  await page.getByRole('button', { name: `Migrar para P2P · ${many} linhas` }).click();
  const goOn = page.getByRole('button', { name: /^Retomar · \d+ linhas$/ });
  await expect(goOn).toBeVisible();
  await page.unroute('**/api/bulk-lines');
  await page.goto(`${demo.url}/batches`);
  await page.getByRole('button', { name: 'Migrar para P2P · IPTV' }).first().click();
  await goOn.click();
  await expect(page.getByText(`Concluído: ${many} linhas feitas.`)).toBeVisible({
    timeout: 60_000,
  });

  await page.goto(`${demo.url}/users-p2p?status=Teste&search=lote-de-teste`);
  await page.getByRole('checkbox', { name: /página/i }).click();
  await page.getByRole('button', { name: `Selecionar os ${many} que correspondem` }).click();
  await page.getByRole('button', { name: 'Deletar', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Deletar' });
  await expect(dialog.getByText('Nenhum cliente pago perde o acesso.')).toBeVisible();
  await dialog.getByRole('button', { name: `Deletar · ${many} linhas` }).click();
  await expect(page.getByText(`Concluído: ${many} linhas feitas.`)).toBeVisible({
    timeout: 60_000,
  });
  await page.reload();
  await expect(page.getByText(/Nada para/)).toBeVisible();
});

test('a charging run opened by touch shows no focus ring, and its queue under the message', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await page.goto(`${demo.url}/users-iptv?due=expired`);
  await page.getByRole('link', { name: 'Cobrar todos' }).click();
  const send = page.getByRole('button', { name: /^(Enviar para|Pôr número)/ });
  await expect(send).toBeFocused();
  // A button that got the focus after a touch shows no focus ring.
  expect(await send.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('none');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await send.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
  // On a desktop the next customers are next to the message.
  const queue = page.locator('[data-run-queue]');
  const message = page.getByLabel('Mensagem');
  const place = async () => {
    const [list, text] = [(await queue.boundingBox())!, (await message.boundingBox())!];
    return { isUnder: list.y >= text.y + text.height, isBeside: list.x >= text.x + text.width };
  };
  expect(await place()).toEqual({ isUnder: true, isBeside: false });
  await queue.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await page.setViewportSize(DESKTOP);
  expect(await place()).toEqual({ isUnder: false, isBeside: true });
  const next = queue.getByRole('button').last();
  const name = await next.locator('b').innerText();
  await next.click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
});
