/**
 * Every screen in both schemes and both widths, for whoever sees it: nothing serious for axe, one h1,
 * nothing wider than the screen, no error in the browser's console.
 */
import type { Page } from '@playwright/test';
import { listen, looksRight } from './looks.ts';
import { DESKTOP, PHONE, choosePackage, preferScheme, signIn } from './people.ts';
import { DEMO_PASSWORD, expect, test } from './product.ts';

const sellerScreens = [
  '/dashboard',
  '/user-iptv',
  '/user-iptv?tipo=teste',
  '/users-iptv',
  '/user-p2p',
  '/user-p2p?tipo=teste',
  '/users-p2p',
  '/list-resellers',
  '/reseller',
];
const grantedScreens = ['/new-user-p2p', '/new-users-p2p'];
const adminScreens = [
  '/dashboard',
  '/double-access',
  '/list-resellers',
  '/reseller',
  '/settings',
  ...[
    'canais',
    'filmes',
    'series',
    'categorias',
    'bouquets',
    'pacotes?janela=criar',
    'listas',
    'guias',
  ].map((section) => `/catalogue/${section}`),
];

for (const scheme of ['dark', 'light'] as const) {
  for (const [width, viewport] of [
    ['1280', DESKTOP],
    ['390', PHONE],
  ] as const) {
    test.describe(`${scheme}, ${width}`, () => {
      test.use({ viewport });

      test('sign-in', async ({ page, demo }) => {
        await preferScheme(page, scheme);
        await page.goto(`${demo.url}/login`);
        await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible();
        await looksRight(page);
      });

      test("a seller's screens", async ({ page, demo }) => {
        const errors = listen(page);
        await preferScheme(page, scheme);
        await signIn(page, demo.url, 'master', DEMO_PASSWORD);
        for (const path of sellerScreens) await visit(page, demo.url + path);
        expect(errors).toEqual([]);
      });

      test("a seller's screens that a grant opens", async ({ page, demo }) => {
        const errors = listen(page);
        await preferScheme(page, scheme);
        await signIn(page, demo.url, 'especial', DEMO_PASSWORD);
        for (const path of grantedScreens) await visit(page, demo.url + path);
        expect(errors).toEqual([]);
      });

      test('the receipt', async ({ page, demo }) => {
        await preferScheme(page, scheme);
        await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
        await page.goto(`${demo.url}/user-iptv?tipo=teste`);
        await choosePackage(page);
        await page.getByLabel('Anotações').fill('Teste para olhar o recibo');
        await page.getByRole('button', { name: /Adicionar/ }).click();
        await expect(page.getByText(/Teste criado/).first()).toBeVisible();
        await looksRight(page);
      });

      test('the receipt of a P2P line', async ({ page, demo }) => {
        await preferScheme(page, scheme);
        await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
        await page.goto(`${demo.url}/user-p2p?tipo=teste`);
        await choosePackage(page, 'PLANO COMPLETO SEM ADULTOS');
        await page.getByLabel('Anotações').fill('Teste para olhar o recibo');
        await page.getByRole('button', { name: /Adicionar/ }).click();
        await expect(page.getByRole('button', { name: 'Copiar Simples' })).toBeVisible();
        await looksRight(page);
      });

      test("an admin's screens", async ({ page, demo }) => {
        const errors = listen(page);
        await preferScheme(page, scheme);
        await signIn(page, demo.url, 'admin', DEMO_PASSWORD);
        for (const path of adminScreens) await visit(page, demo.url + path);
        expect(errors).toEqual([]);
      });
    });
  }
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await looksRight(page);
}
