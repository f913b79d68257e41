/**
 * Checks every screen in both schemes and both widths, for every role that sees it. Axe finds
 * nothing, the screen has one h1, nothing is wider than the screen, and the console has no error.
 * Each pair of width and role is one test with one sign-in. The scheme, and at a desk the text size
 * of the browser, change on the open page.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import {
  DESKTOP,
  PHONE,
  callApi,
  choosePackage,
  openAs,
  preferScheme,
} from './support/accounts.ts';
import {
  doubleBrowserText,
  expectSelectionMarked,
  expectSelectionVisible,
  expectFitsPhone,
  findSmallTargets,
} from './support/phone-checks.ts';
import {
  collectErrors,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectCalmLoad,
  expectWithinScreen,
  trackRequests,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { adminCalls, grantedCalls, sellerCalls, sendAll } from './support/fill-lists.ts';
import {
  expectDeskLists,
  expectTableNearTop,
  expectPhoneLists,
  expectTicketRows,
} from './support/list-checks.ts';
import { DEMO_PASSWORD, type RunningServer, expect, test } from './support/server.ts';

const sellerScreens = [
  '/dashboard',
  '/dashboard?dialog=sell',
  '/user-iptv',
  '/user-iptv?kind=test',
  '/users-iptv',
  '/user-p2p',
  '/user-p2p?kind=test',
  '/users-p2p',
  '/migration-iptv',
  '/migration-p2p',
  '/import-lines',
  '/list-resellers',
  '/list-resellers?view=tree',
  '/reseller',
  '/extract',
  '/reports',
  '/numbers',
  '/numbers?scope=network',
  '/numbers/retention',
  '/numbers/costs',
  '/numbers/rows/churn',
  '/numbers/rows/trial-conversion',
  '/numbers/rows/received',
  '/numbers/rows/profit',
  '/log',
  '/batches',
  '/storefront',
  '/storefront/numbers',
  '/storefront/rows/requests',
  '/storefront/rows/sales',
  '/storefront/rows/visits',
  '/reminders',
  '/reminders/run',
  '/reminders/history',
  '/me',
  '/list-movies',
  '/buy-credits',
  '/smart-app',
  '/ticket',
  '/recharge-portal',
  '/coupons',
  '/coupons?dialog=create',
  '/recurring-pix',
  '/payment-providers',
];
const grantedScreens = [
  '/new-user-p2p',
  '/new-users-p2p',
  '/api-keys',
  '/api-keys?dialog=create',
  '/webhooks',
];
const adminScreens = [
  '/dashboard',
  '/boxes',
  '/boxes?dialog=create',
  '/users-iptv?begin=2026-01-01',
  '/double-access',
  '/list-resellers',
  '/list-resellers?status=deleted',
  '/list-resellers?view=tree',
  '/reseller',
  '/extract',
  '/reports',
  '/log',
  '/me',
  '/2fa-manager',
  '/balancer',
  '/dns-settings',
  '/line-servers',
  '/line-servers?dialog=create',
  '/line-servers/1',
  '/version',
  '/welcome',
  '/view-backups',
  '/panel-imports',
  '/panel-imports?server=1',
  '/quarantine',
  '/dns',
  '/dns-collector',
  '/dns-activator',
  '/settings/message',
  '/channels',
  '/brands',
  '/brands/nova',
  '/brands/arquivo-aurora-localhost',
  '/notices',
  '/blacklist',
  '/settings-franchise',
  '/settings-franchise-portal',
  '/settings/announcement',
  '/ticket-portal',
  '/view-duplicates',
  '/settings',
  '/settings-extra',
  '/categorie-config',
  ...[
    'canais',
    'fontes',
    'fontes?dialog=sources&item=1',
    'filmes',
    'series',
    'categorias',
    'bouquets',
    'pacotes?dialog=create',
    'listas',
    'guias',
  ].map((section) => `/catalogue/${section}`),
];
const resellerDialogs = [
  'credit',
  'edit',
  'grants',
  'limits',
  'movements',
  'accesses',
  'log',
  'block-admin',
  'block-network',
  'delete',
  'delete-tree',
  'totals',
  'path',
];

// The tests share no data, so each test can run on any worker.
test.describe.configure({ mode: 'parallel', timeout: 480_000 });

for (const [width, viewport] of [
  ['1280', DESKTOP],
  ['390', PHONE],
] as const) {
  test.describe(width, () => {
    test.use({ viewport });

    test('the sign-in screen passes the checks in both schemes', async ({ page, demo }) => {
      for (const scheme of ['dark', 'light'] as const) {
        await preferScheme(page, scheme);
        await page.goto(`${demo.url}/login`);
        await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible();
        await expectAccessible(page);
      }
      if (width === '390') await expectFitsPhone(page);
    });

    for (const [title, username, paths] of [
      ["a seller's screens", 'master', sellerScreens],
      ["a seller's screens that a grant opens", 'especial', grantedScreens],
      ["an admin's screens", 'admin', adminScreens],
    ] as const) {
      test(title, async ({ browser, demo }) => {
        const walk = await startWalk(browser, demo, username, {
          viewport,
          reloads: width === '390',
        });
        for (const path of paths) {
          const heading = walk.page.getByRole('heading', { level: 1 });
          await walk.open(path, heading);
          await expect(heading).toHaveCount(1);
          await expect(heading).not.toHaveText('Sem permissão');
          if (width === '390') await expectCalmLoad(walk.page);
          await expectAccessibleInBothSchemes(walk.page);
          if (width === '390') {
            await expectFitsPhone(walk.page);
            await expectPhoneLists(walk.page);
          } else {
            await expectDeskLists(walk.page);
            await walk.expectFitsLargeBrowserText();
          }
        }
        expect(walk.errors).toEqual([]);
      });
    }

    test('the dialogs of a reseller pass the checks', async ({ browser, demo }) => {
      const { page, errors, open } = await startWalk(browser, demo, 'admin', { viewport });
      const openDialog = async (search: string) => {
        await open(`/list-resellers?${search}`, page.getByRole('dialog'));
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessibleInBothSchemes(page);
      };
      const id = await idOf(page, 'loja-norte');
      for (const dialog of resellerDialogs) await openDialog(`dialog=${dialog}&reseller=${id}`);
      await openDialog('dialog=find-user');

      const username = `a-ver-${width}`;
      await callApi(page, '/api/reg-users', { username, password: DEMO_PASSWORD, credits: 0 });
      await openDialog(`dialog=second-factor&reseller=${await idOf(page, username)}`);
      // The errors are checked before the next call. That call is refused, and the browser logs an
      // error for it.
      expect(errors).toEqual([]);
      await page.getByRole('button', { name: 'Sim, gerar' }).click();
      // The account has no second factor, so there is nothing to replace and the call is refused.
      await expect(page.getByText('Esta conta não tem 2FA configurado.')).toBeVisible();
      await expectAccessibleInBothSchemes(page);
    });

    test('screens with long words and many rows pass the checks', async ({ browser, demo }) => {
      const username = `cheia-${width}`;
      const admin = await startWalk(browser, demo, 'admin', { viewport });
      await callApi(admin.page, '/api/reg-users', {
        username,
        password: DEMO_PASSWORD,
        credits: 10,
      });
      await sendAll(admin.page, adminCalls(width));
      const seller = await startWalk(browser, demo, username, { viewport });
      await sendAll(seller.page, sellerCalls(width));
      const granted = await startWalk(browser, demo, 'especial', { viewport });
      await sendAll(granted.page, grantedCalls);
      for (const [{ page, open }, paths] of [
        [seller, ['/ticket', '/dashboard', '/users-iptv', '/list-resellers', '/reseller']],
        [seller, ['/list-resellers?view=tree', '/log']],
        [admin, ['/dns-collector', '/catalogue/listas', '/catalogue/bouquets', '/ticket', '/log']],
        [granted, ['/api-keys']],
      ] as const)
        for (const path of paths) {
          await open(path, page.getByRole('heading', { level: 1 }));
          if (width === '390') await expectPhoneLists(page);
          else await expectDeskLists(page);
          if (path === '/users-iptv' && width === '1280') await expectTableNearTop(page);
          if (path === '/ticket' && width === '390') await expectTicketRows(page);
        }
    });

    test('the receipts of every platform pass the checks', async ({ browser, demo }) => {
      const { page, open } = await startWalk(browser, demo, 'revenda', { viewport });
      for (const [path, product] of [
        ['/user-iptv?kind=test', undefined],
        ['/user-p2p?kind=test', 'PLANO COMPLETO SEM ADULTOS'],
      ] as const) {
        await open(path, page.getByRole('heading', { level: 1 }));
        await choosePackage(page, product);
        await page.getByLabel('Anotações').fill('Teste para olhar o recibo');
        await page.getByRole('button', { name: /Adicionar/ }).click();
        await expect(page.getByText(/Teste criado/).first()).toBeVisible();
        await expectAccessibleInBothSchemes(page);
      }
    });
  });
}

test('a mark and forced colours show which control is selected', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master', { viewport: PHONE });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [path, chosen, other] of [
    [
      '/user-iptv',
      '[data-segmented] label:has(:checked)',
      '[data-segmented] label:not(:has(:checked))',
    ],
    [
      '/user-iptv',
      '[aria-label="Créditos"] label:has(:checked)',
      '[aria-label="Créditos"] label:not(:has(:checked))',
    ],
    ['/users-iptv', 'button[aria-pressed=true]', 'button[aria-pressed=false]'],
    ['/reminders', '[role=switch]:checked + * > *', '[role=switch]:not(:checked) + * > *'],
  ] as const) {
    if (!page.url().endsWith(path)) await page.goto(demo.url + path);
    await page.locator(chosen).first().waitFor();
    await expectSelectionVisible(page, chosen, other);
    await expectSelectionMarked(page, chosen, other);
  }
});

test('the submit button of a form is visible at every width', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'master', { viewport: PHONE });
  for (const path of ['/user-iptv', '/user-p2p', '/reseller', '/migration-iptv']) {
    await page.goto(demo.url + path);
    const act = page.locator('[data-form-frame] button[type=submit]');
    for (const width of [390, 820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(act, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(PHONE);
  }
});

test('movements begin below their search, and small controls react within 44 px', async ({
  browser,
  demo,
}) => {
  const { page, open } = await startWalk(browser, demo, 'master', { viewport: PHONE });
  const id = await idOf(page, 'loja-norte');
  const dialog = page.getByRole('dialog');
  await open(`/list-resellers?dialog=movements&reseller=${id}`, dialog);
  const row = dialog.locator('[data-list-rows] > *').first();
  await expect(row).toBeVisible();
  const top = (await row.boundingBox())!.y - (await dialog.getByRole('heading').boundingBox())!.y;
  // The list of movements begins near the top.
  expect(top).toBeLessThanOrEqual(170);
  // Small controls react to a touch near them.
  for (const [path, controls] of [
    ['/extract', '[data-figure-link], button[aria-pressed]'],
    ['/reminders', '[role=switch], [data-segmented] label'],
    ['/dashboard', '[data-figure-link]'],
  ] as const) {
    await open(path, page.getByRole('heading', { level: 1 }));
    await expect(page.locator(controls).first()).toBeAttached();
    expect(await findSmallTargets(page, controls), path).toEqual([]);
  }
  const admin = await startWalk(browser, demo, 'admin', { viewport: PHONE });
  await admin.open('/settings/message', admin.page.getByRole('heading', { level: 1 }));
  await expect(admin.page.getByRole('toolbar').first()).toBeVisible();
  expect(await findSmallTargets(admin.page, '[role=toolbar] button')).toEqual([]);
});

interface WalkOptions {
  readonly viewport: { width: number; height: number };
  /** True if each screen is loaded again. Otherwise the panel navigates to the next screen. */
  readonly reloads?: boolean;
}

async function startWalk(
  browser: Browser,
  demo: RunningServer,
  username: string,
  { viewport, reloads = false }: WalkOptions,
) {
  const page = await openAs(browser, demo.url, username, { viewport, loadsFonts: reloads });
  await watchLayoutShift(page);
  const errors = collectErrors(page);
  const requests = trackRequests(page);
  let isLoaded = false;
  const open = async (path: string, sign: Locator): Promise<void> => {
    if (isLoaded && !reloads) await page.evaluate((to) => history.pushState(null, '', to), path);
    else await page.goto(demo.url + path);
    isLoaded = true;
    await requests.waitUntilSettled();
    await expect(sign).toHaveCount(1);
  };
  const expectFitsLargeBrowserText = async (): Promise<void> => {
    const restoreText = await doubleBrowserText(page);
    await requests.waitUntilSettled();
    await expectWithinScreen(page);
    await restoreText();
  };
  return { page, errors, open, expectFitsLargeBrowserText };
}

async function idOf(page: Page, username: string): Promise<number> {
  const { body } = await callApi(page, `/api/tree-search?search=${username}`);
  return (body.found as { id: number; username: string }[]).find(
    (line) => line.username === username,
  )!.id;
}

for (const [viewport, folded] of [
  [{ width: 1280, height: 800 }, false],
  [{ width: 820, height: 1180 }, true],
] as const)
  test(`the menu of each profile fits ${viewport.width}×${viewport.height} with the current group open`, async ({
    browser,
    demo,
  }) => {
    for (const username of ['admin', 'franquia', 'master', 'loja-norte']) {
      const page = await openAs(browser, demo.url, username, { viewport });
      const menu = page.getByRole('navigation', { name: 'Menu' });
      const expectFits = async () =>
        expect(
          await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight),
          `${username} ${page.url()}`,
        ).toBeLessThanOrEqual(0);
      await page.goto(`${demo.url}/dashboard`);
      await expect(menu.getByRole('link', { name: 'Início' })).toBeVisible();
      const unfold = async () => {
        if (folded) await page.getByRole('button', { name: 'Abrir o menu' }).click();
      };
      if (folded) {
        await expectFits();
        // A narrow sidebar shows each group as an icon that opens a menu.
        await menu.getByRole('button', { name: 'Mais' }).click();
        await expect(page.getByRole('menuitem', { name: 'Minha conta' })).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await unfold();
      const groups = menu.locator('[data-menu-group]');
      const titles = await groups.allInnerTexts();
      expect(titles.length).toBeGreaterThan(2);
      for (const title of titles) {
        for (const group of await groups.all()) {
          const isOpen = (await group.getAttribute('aria-expanded')) === 'true';
          if (isOpen !== ((await group.innerText()) === title)) await group.click();
        }
        await menu.locator('a[href^="/"]:visible').last().click();
        if (folded) await unfold();
        await expect(menu.locator('[aria-current=page]')).toBeInViewport();
        await expectFits();
      }
      await page.context().close();
    }
  });
