/**
 * Every screen in both schemes and both widths, for whoever sees it: nothing serious for axe, one h1,
 * nothing wider than the screen, no error in the browser's console.
 */
import type { Page } from '@playwright/test';
import { listen, looksRight, looksRightInBoth } from './looks.ts';
import { DESKTOP, PHONE, ask, choosePackage, openAs, preferScheme } from './people.ts';
import { DEMO_PASSWORD, type Product, expect, test } from './product.ts';

const sellerScreens = [
  '/dashboard',
  '/user-iptv',
  '/user-iptv?tipo=teste',
  '/users-iptv',
  '/user-p2p',
  '/user-p2p?tipo=teste',
  '/users-p2p',
  '/migration-iptv',
  '/migration-p2p',
  '/import-lines',
  '/list-resellers',
  '/list-resellers?view=arvore',
  '/reseller',
  '/extract',
  '/reports',
  '/log',
  '/batches',
  '/me',
];
const grantedScreens = ['/new-user-p2p', '/new-users-p2p'];
const adminScreens = [
  '/dashboard',
  '/double-access',
  '/list-resellers',
  '/list-resellers?status=deleted',
  '/list-resellers?view=arvore',
  '/reseller',
  '/extract',
  '/reports',
  '/log',
  '/me',
  '/2fa-manager',
  '/view-duplicates',
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
const resellerWindows = [
  'credito',
  'editar',
  'permissoes',
  'limites',
  'movimentacoes',
  'acessos',
  'bloquear-adm',
  'bloquear-rede',
  'excluir',
  'excluir-rede',
  'clientes',
  'rastrear',
];

for (const [width, viewport] of [
  ['1280', DESKTOP],
  ['390', PHONE],
] as const) {
  test.describe(width, () => {
    test.use({ viewport });
    // Many screens in one journey: each is a page load and two readings.
    test.describe.configure({ timeout: 300_000 });

    test('sign-in', async ({ page, demo }) => {
      for (const scheme of ['dark', 'light'] as const) {
        await preferScheme(page, scheme);
        await page.goto(`${demo.url}/login`);
        await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible();
        await looksRight(page);
      }
    });

    for (const [who, username, screens] of [
      ["a seller's screens", 'master', sellerScreens],
      ["a seller's screens that a grant opens", 'especial', grantedScreens],
      ["an admin's screens", 'admin', adminScreens],
    ] as const) {
      test(who, async ({ browser, demo }) => {
        const page = await openAs(browser, demo.url, username, { viewport });
        const errors = listen(page);
        for (const path of screens) await visit(page, demo.url + path);
        expect(errors).toEqual([]);
      });
    }

    test('windows about a reseller', async ({ browser, demo }) => {
      const page = await openAs(browser, demo.url, 'admin', { viewport });
      const errors = listen(page);
      const id = await idOf(page, 'loja-norte');
      for (const window of resellerWindows) {
        await open(page, demo, `janela=${window}&revenda=${id}`);
        await looksRightInBoth(page);
      }
      await open(page, demo, 'procurar=true');
      await looksRightInBoth(page);

      const username = `a-ver-${width}`;
      await ask(page, '/api/reg-users', { username, password: DEMO_PASSWORD, credits: 0 });
      await open(page, demo, `janela=qr2fa&revenda=${await idOf(page, username)}`);
      await looksRightInBoth(page);
      // The browser notes a refusal of its own accord.
      expect(errors).toEqual([]);
      await page.getByRole('button', { name: 'Sim, gerar' }).click();
      // Who has none is told so: there is nothing to replace.
      await expect(page.getByText('Esta conta não tem 2FA configurado.')).toBeVisible();
      await looksRightInBoth(page);
    });

    test('receipts', async ({ browser, demo }) => {
      const page = await openAs(browser, demo.url, 'revenda', { viewport });
      for (const [path, plan] of [
        ['/user-iptv?tipo=teste', undefined],
        ['/user-p2p?tipo=teste', 'PLANO COMPLETO SEM ADULTOS'],
      ] as const) {
        await page.goto(demo.url + path);
        await choosePackage(page, plan);
        await page.getByLabel('Anotações').fill('Teste para olhar o recibo');
        await page.getByRole('button', { name: /Adicionar/ }).click();
        await expect(page.getByText(/Teste criado/).first()).toBeVisible();
        await looksRightInBoth(page);
      }
    });
  });
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  await looksRightInBoth(page);
}

/** A window of the list, which its address holds. */
async function open(page: Page, demo: Product, search: string): Promise<void> {
  await page.goto(`${demo.url}/list-resellers?${search}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function idOf(page: Page, username: string): Promise<number> {
  const { body } = await ask(page, `/api/tree-search?search=${username}`);
  return (body.found as { id: number; username: string }[]).find(
    (one) => one.username === username,
  )!.id;
}
