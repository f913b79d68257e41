/**
 * Brands of the demo, each on its own host. The tests read the page before any script has run. A
 * brand can force the light scheme, which must not change the stored scheme of the user.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE, preferScheme, signIn } from './support/accounts.ts';
import { collectErrors, expectAccessible } from './support/screen-checks.ts';
import { DEMO_PASSWORD, type RunningServer, expect, test } from './support/server.ts';

const brands = [
  { key: 'aurora', name: 'Aurora Play', accent: 'rgb(123, 47, 160)' },
  { key: 'mare', name: 'Maré TV', accent: 'rgb(39, 71, 201)' },
  { key: 'farol', name: 'Farol', accent: 'rgb(63, 74, 99)' },
];

const at = (demo: RunningServer, host: string): string => demo.url.replace('localhost', host);
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const themeSwitch = (page: Page) => page.getByRole('radiogroup', { name: 'Tema' });
const storedScheme = (page: Page) => page.evaluate(() => localStorage.getItem('ramal.tema'));

for (const [width, viewport] of [
  ['1280', DESKTOP],
  ['390', PHONE],
] as const) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport });

    for (const { key, name, accent } of brands) {
      test(`${name} signs in on its own host`, async ({ page, demo }) => {
        const errors = collectErrors(page);
        await preferScheme(page, 'dark');
        await page.goto(`${at(demo, `${key}.localhost`)}/login`);
        await expect(page).toHaveTitle(`Entrar · ${name}`);
        await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
          'href',
          new RegExp(`^/brand-files/${key}-mark\\.svg`),
        );
        await expect(page.getByRole('button', { name: 'Logar' })).toHaveCSS(
          'background-color',
          accent,
        );
        expect([await scheme(page), await storedScheme(page)]).toEqual(['light', 'dark']);
        await expect(themeSwitch(page)).toHaveCount(0);
        const picture = page.locator('[data-brand-picture]');
        await expect
          .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
        await expectAccessible(page);
        expect(errors).toEqual([]);
      });
    }

    test('Aurora has its brand in the panel and no scheme switch', async ({ page, demo }) => {
      await preferScheme(page, 'dark');
      await signIn(page, at(demo, 'aurora.localhost'), 'master', DEMO_PASSWORD);
      await page.goto(`${at(demo, 'aurora.localhost')}/users-iptv`);
      await expect(page).toHaveTitle('Listagem de Usuários IPTV · Aurora Play');
      const home = page.getByRole('link', { name: 'Aurora Play, início' });
      await expect(home.locator('img')).toHaveAttribute('src', /aurora-mark\.svg/);
      // None of these menus may contain the switch: account menu and drawer on a phone, account
      // menu on a desktop.
      for (const opener of width === '390' ? ['Conta', 'Mais'] : [/^ID: /]) {
        await page.getByRole('button', { name: opener, exact: true }).click();
        await expect(page.getByRole('dialog').filter({ hasText: 'master' })).toBeVisible();
        await expect(themeSwitch(page)).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      expect([await scheme(page), await storedScheme(page)]).toEqual(['light', 'dark']);
      await expectAccessible(page);
    });

    test('an unknown host has the default brand and stored scheme', async ({ page, demo }) => {
      await preferScheme(page, 'dark');
      await page.goto(`${at(demo, 'outra.localhost')}/login`);
      await expect(page).toHaveTitle('Entrar · Ramal');
      await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/mark.svg');
      expect(await scheme(page)).toBe('dark');
      // The switch looks as inside the panel, although the style sheet of the panel's frame is not
      // loaded on this page.
      await expect(themeSwitch(page)).toHaveCSS('border-top-style', 'solid');
    });
  });
}

test('the page contains the brand before any script runs', async ({ browser, demo }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const answer = await page.goto(`${at(demo, 'mare.localhost')}/users-iptv`);
  // The Content-Security-Policy allows only the script of the page.
  expect(answer?.headers()['content-security-policy']).toMatch(
    /script-src 'self' 'sha256-[\w+/]{43}=';/,
  );
  await expect(page).toHaveTitle('Maré TV');
  expect(await scheme(page)).toBe('light');
  expect(
    await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
  ).toBe('rgb(246, 246, 248)');
  await page.close();
});
