/**
 * Selection of customers by holding a card on a phone. The selected customers are renewed together,
 * and the whole renewal is undone.
 */
import type { Locator, Page } from '@playwright/test';
import { callApi, callApiOk, openAs, PHONE } from './support/accounts.ts';
import { findSmallTargets } from './support/phone-checks.ts';
import {
  collectErrors,
  expectAccessibleInBothSchemes,
  expectWithinScreen,
  trackRequests,
} from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

const LONG_PRESS_MS = 500;

/** A finger on the screen. Each step is an event of the browser's touch input. */
async function putFinger(page: Page, on: Locator) {
  const cdp = await page.context().newCDPSession(page);
  await on.scrollIntoViewIfNeeded();
  const box = (await on.boundingBox())!;
  const [x, y] = [box.x + 60, box.y + 16];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at = y) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: at }],
    });
  await send('touchStart');
  return {
    moveUp: async (px: number) => {
      for (let moved = 0; moved <= px; moved += 20) await send('touchMove', y - moved);
    },
    lift: () => send('touchEnd'),
  };
}

/** Top edges of all cards and rows of the list. */
const topsOf = (page: Page): Promise<number[]> =>
  page
    .locator('[data-list-rows] > li, [data-list-part] li')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));

const bar = (page: Page) => page.getByRole('region', { name: 'Selecionados' });
const cards = (page: Page) => page.locator('[data-list-rows] > li');
const credits = async (page: Page) =>
  Number((await callApi(page, '/api/get-profile')).body.credits);

test('holding a card selects it without a move of the list, and taps add and remove', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE, hasTouch: true });
  const errors = collectErrors(page);
  const requests = trackRequests(page);
  await page.goto(`${demo.url}/users-iptv`);
  await expect(cards(page).first()).toBeVisible();
  await requests.waitUntilSettled();
  await cards(page).first().scrollIntoViewIfNeeded();
  const before = await topsOf(page);
  const finger = await putFinger(page, cards(page).first());
  await expect(bar(page)).toContainText('1 selecionado');
  expect(await topsOf(page)).toEqual(before);
  await finger.lift();
  await expect(bar(page)).toContainText('1 selecionado');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`${demo.url}/users-iptv`);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');

  await cards(page)
    .nth(1)
    .tap({ position: { x: 60, y: 16 } });
  await page
    .locator('[data-list-part] li')
    .first()
    .tap({ position: { x: 60, y: 16 } });
  await expect(bar(page)).toContainText('3 selecionados');
  await expect(bar(page)).toContainText(/\+30 custa até 3 créditos · saldo depois /);
  await expect(page.getByRole('status').filter({ hasText: '3 selecionados' })).toHaveCount(1);
  await cards(page)
    .nth(1)
    .tap({ position: { x: 60, y: 16 } });
  await expect(bar(page)).toContainText('2 selecionados');
  await expectWithinScreen(page);
  await expectAccessibleInBothSchemes(page);
  expect(await findSmallTargets(page, '[data-row-checkbox], [data-bottom-bar] button')).toEqual([]);

  // A step back ends the selection and stays on the list.
  await page.evaluate(() => window.history.back());
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page).toHaveURL(`${demo.url}/users-iptv`);
  await cards(page).first().getByRole('button').first().tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(errors).toEqual([]);
});

test('scrolling with a finger on a card selects nothing', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE, hasTouch: true });
  await page.clock.install();
  await page.goto(`${demo.url}/users-iptv?status=Ativo`);
  await expect(cards(page).nth(3)).toBeVisible();
  const finger = await putFinger(page, cards(page).nth(1));
  await finger.moveUp(200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  // The finger stays on the screen for longer than a long press.
  await page.clock.runFor(3 * LONG_PRESS_MS);
  await expect(bar(page)).toHaveCount(0);
  await finger.lift();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('customers that were selected by holding are renewed, named at the end, and undone together', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE, hasTouch: true });
  for (const name of ['Segurada Um', 'Segurada Dois'])
    await callApiOk(page, '/api/users-iptv', {
      isOficial: true,
      credits: 1,
      nota: name,
      package: 1,
      whatsapp: '5511955550188',
    });
  const before = await credits(page);
  await page.goto(`${demo.url}/users-iptv?search=Segurada`);
  const expiries = () => page.locator('[data-card-slot="expiry"]').allInnerTexts();
  await expect(cards(page)).toHaveCount(2);
  const former = await expiries();
  const finger = await putFinger(page, cards(page).first());
  await expect(bar(page)).toContainText('1 selecionado');
  await finger.lift();
  await cards(page)
    .nth(1)
    .tap({ position: { x: 60, y: 16 } });
  await bar(page).getByRole('button', { name: '+30 dias' }).tap();
  await page.getByRole('button', { name: /^Estender ·/ }).tap();
  const end = page.locator('[data-batch-end]');
  const dialog = page.getByRole('dialog');
  // The undo is offered for ten seconds, so nothing is checked before it.
  await end.getByRole('button', { name: 'Desfazer' }).tap();
  await expect(end).toContainText('Desfeito');
  await expect(end.getByRole('status')).toBeFocused();
  await expect(dialog.getByText('Segurada Um')).toBeVisible();
  await expect(dialog.getByText('Segurada Dois')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Avisar os 2' })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  expect(await credits(page)).toBeCloseTo(before, 2);
  await dialog.getByRole('button', { name: 'Fechar' }).first().tap();
  // The selection has ended with the renewal.
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect.poll(expiries).toEqual(former);
});
