/**
 * Size of the files that a phone loads before the user can do anything. The limits are 180 kB
 * before sign-in and 280 kB until the first list.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import {
  findPanelScriptsOfPlayer,
  measureFirstLoad,
  readScreenFiles,
} from '../panel/first-load.ts';
import { DESKTOP, openAs, PHONE } from './support/accounts.ts';
import { readLayoutShift, watchLayoutShift } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

test('the first scripts are within the limits of size and number', () => {
  const { beforeSignIn, toTheList } = measureFirstLoad();
  expect(beforeSignIn).toBeLessThan(180);
  expect(toTheList).toBeLessThan(280);
  const { files, screens } = readScreenFiles();
  const scriptsOf = (screen: string) =>
    screens[screen]!.filter((index) => files[index]!.endsWith('.js')).length;
  // The page loads three scripts in addition to those of the screen.
  const tooMany = Object.keys(screens).filter((screen) => scriptsOf(screen) + 3 > 15);
  expect(Object.keys(screens).length).toBeGreaterThan(40);
  expect(tooMany).toEqual([]);
});

test("no part of the customers' page starts the panel", () => {
  expect(findPanelScriptsOfPlayer()).toEqual([]);
});

/** Time by which each answer is late after the release, so that the page draws the steps between. */
const DELAY_MS = 500;

/** Holds the calls until the returned function is called. Each later call is delayed too. */
async function holdCalls(
  page: Page,
  calls: string | RegExp,
  send: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await released;
    await delay(DELAY_MS);
    return send(route);
  });
  return release;
}

// The page shows its frame while the first calls are late.
for (const [width, viewport] of [
  ['1280', DESKTOP],
  ['390', PHONE],
] as const) {
  for (const provider of ['altcha', 'off'] as const)
    test(`the sign-in keeps its place at ${width} px while its calls are late: ${provider}`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize(viewport);
      await watchLayoutShift(page);
      const release = await holdCalls(page, '**/api/**', (route) =>
        provider === 'off' && /captcha/.test(route.request().url())
          ? route.fulfill({ json: { provider: 'off' } })
          : route.continue(),
      );
      await page.goto(`${demo.url}/login`);
      const button = page.getByRole('button', { name: 'Logar' });
      await expect(page.getByText('Seu IP: -')).toBeVisible();
      const before = await button.boundingBox();
      release();
      await expect(page.getByText(/Seu IP: [0-9a-f:]/)).toBeVisible();
      await expect(page.locator('form').getByText('ALTCHA').filter({ visible: true })).toHaveCount(
        provider === 'off' ? 0 : 1,
      );
      expect(await button.boundingBox()).toEqual(before);
      expect(await readLayoutShift(page)).toBeLessThan(0.02);
    });

  test(`the screen has its shape at ${width} px while a call is late`, async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.url, 'master', { viewport, loadsFonts: true });
    await watchLayoutShift(page);
    for (const late of [/\/api\/get-profile/, /\/api\//]) {
      const release = await holdCalls(page, late);
      await page.goto(`${demo.url}/users-iptv`);
      await expect(page.locator('.mantine-Skeleton-root:visible').first()).toBeVisible();
      release();
      await expect(page.locator('[data-list-rows], tbody tr').first()).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0);
      expect(await readLayoutShift(page)).toBeLessThan(0.02);
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.context().close();
  });
}
