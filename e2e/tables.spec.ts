/**
 * A user arranges a list: columns, sort order and views. The server stores the arrangement for the
 * user's other devices. Everything can be done without a mouse.
 */
import type { Browser, Page } from '@playwright/test';
import {
  expectAccessible,
  expectWithinScreen,
  trackRequests,
  waitForAnimations,
} from './support/screen-checks.ts';
import { DESKTOP, PHONE, callApi, chooseRadio, openAs } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

const heads = (page: Page) =>
  page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((header) => header.textContent?.trim()));

const notes = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.children[3]?.textContent ?? ''));

/** Waits until the server has stored the arrangement. */
const arranged = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/list-views') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  );

test('columns, order and a view are stored for other devices', async ({ browser, demo }) => {
  const desk = await openAs(browser, demo.url, 'revenda');
  await desk.goto(`${demo.url}/users-iptv`);
  await expect(desk.locator('tbody tr').first()).toBeVisible();

  await desk.getByRole('button', { name: 'Colunas' }).click();
  await desk.getByRole('checkbox', { name: 'Status' }).uncheck();
  await desk.getByRole('button', { name: 'Subir Notas' }).focus();
  const saved = arranged(desk);
  // Moves «Notas» up past two columns: «Assistindo», which is optional, and «Status», which is
  // hidden.
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('button', { name: 'Subir Notas' })).toBeFocused();
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: 'Colunas' })).toBeFocused();
  await saved;
  expect((await heads(desk)).slice(1, 5)).toEqual(['Usuário', 'Senha', 'Notas', 'Vencimento']);

  // Sorts by a column without an index, in both directions. Empty notes are always last.
  await desk.getByRole('columnheader', { name: 'Notas' }).getByRole('button').click();
  await expect(desk.getByRole('columnheader', { name: 'Notas' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  // The header shows the new order before the rows arrive. Therefore the test reads the rows until
  // they are sorted.
  await expect(async () => {
    const shown = await notes(desk);
    expect(shown).toEqual(shown.toSorted((a, b) => a.localeCompare(b, 'pt-BR')));
  }).toPass({ timeout: 15_000 });
  await chooseRadio(desk.getByRole('radio', { name: /^Ativo/ }));
  await expect(desk).toHaveURL(/status=Ativo/);

  await desk.getByRole('button', { name: 'Visões' }).click();
  await desk.getByLabel('Salvar como está agora').fill('Ativos por nota');
  await desk.getByRole('button', { name: 'Salvar visão' }).click();
  await expect(desk.getByRole('button', { name: 'Excluir a visão Ativos por nota' })).toBeVisible();
  await expectAccessible(desk);
  const shared = new URL(desk.url()).search;
  expect(shared).toContain('sort=nota');

  await desk.reload();
  await expect(desk.locator('tbody tr').first()).toBeVisible();
  expect((await heads(desk)).slice(1, 5)).toEqual(['Usuário', 'Senha', 'Notas', 'Vencimento']);
  await expect(desk.getByRole('button', { name: 'Visões: Ativos por nota' })).toBeVisible();
  await desk.context().close();

  // A new browser of the same account gets the arrangement from the server.
  const other = await openAs(browser, demo.url, 'revenda');
  await other.goto(`${demo.url}/users-iptv`);
  await expect.poll(() => heads(other)).toEqual(expect.arrayContaining(['Notas', 'Vencimento']));
  await expect(other.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Visões' }).click();
  await other.getByRole('button', { name: 'Ativos por nota', exact: true }).click();
  await expect(other).toHaveURL(/sort=nota/);
  await other.getByRole('button', { name: /^Visões/ }).click();
  // Restores the original arrangement for the next test.
  const restored = arranged(other);
  await other.getByRole('button', { name: 'Padrão da lista' }).click();
  await expect(other.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await restored;
  await other.context().close();
});

test('search, rows and menu of a list work without a mouse', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda');
  await page.goto(`${demo.url}/users-iptv`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByPlaceholder('Nome, usuário ou WhatsApp');
  await expect(search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const rows = page.locator('tbody tr');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.nth(0)).toBeFocused();
  // Shift F10 opens the menu and moves the focus into it.
  await page.keyboard.press('Shift+F10');
  const items = page.getByRole('menuitem');
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Teclado nas listas' })).toBeVisible();
  await page.context().close();
});

// Enter opens a customer's page, so the menu of a line has its own keys.
for (const [username, paths, key] of [
  ['revenda', ['/users-iptv', '/users-p2p'], 'Shift+F10'],
  ['master', ['/list-resellers'], 'Enter'],
  ['admin', ['/catalogue/canais'], 'Enter'],
] as const)
  test(`one ${key} opens the menu of a row and moves the focus into it: ${username}`, async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.url, username);
    for (const path of paths) {
      await page.goto(demo.url + path);
      const rows = page.locator('tbody tr');
      for (const index of [0, 1]) {
        await rows.nth(index).focus();
        await page.keyboard.press(key);
        const items = page.getByRole('menuitem');
        await expect(items.nth(0)).toBeFocused();
        await page.keyboard.press('End');
        await expect(items.last()).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
        await expect(rows.nth(index)).toBeFocused();
      }
    }
    await page.context().close();
  });

/**
 * Returns controls of the open menu or sheet that are outside the window or covered by another
 * element.
 */
const missedControls = (page: Page) =>
  page.locator('[role="menu"], [role="dialog"]').evaluateAll((layers) =>
    layers
      .flatMap((layer) => [...layer.querySelectorAll<HTMLElement>('button, [role="menuitem"]')])
      .filter((control) => {
        control.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || !control.contains(hit);
      })
      .map((control) => control.textContent),
  );

for (const viewport of [{ width: 1280, height: 720 }, { width: 1366, height: 768 }, PHONE])
  test(`after a renewal nothing covers the menu of a line: ${viewport.width}`, async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.url, 'master', { viewport });
    for (const path of ['/users-iptv', '/users-p2p']) {
      await page.goto(demo.url + path);
      await page
        .getByRole('button', { name: /^Mais 30 dias/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Sim, renovar' }).click();
      await expect(page.locator('[data-toast]')).toBeVisible();
      const menus = page.getByRole('button', { name: /^Ações de / });
      const count = await menus.count();
      for (const index of [0, Math.floor(count / 2), count - 1]) {
        await menus.nth(index).click();
        const layer = page.locator('[role="menu"], [role="dialog"]');
        await expect(layer).toBeVisible();
        await waitForAnimations(page);
        await expect(page.locator('[data-toast]')).toHaveCSS('opacity', '0');
        expect(await missedControls(page)).toEqual([]);
        if (viewport !== PHONE)
          expect(await layer.evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0);
        await page.keyboard.press('Escape');
        await expect(layer).toHaveCount(0);
      }
      await expect(page.locator('[data-toast]')).toHaveCSS('opacity', '1');
    }
    await page.context().close();
  });

test('at 1280 the rows of a list have one height', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda');
  for (const path of ['/users-iptv?status=Ativo', '/users-iptv', '/users-iptv?sort=username']) {
    await page.goto(demo.url + path);
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
    // The last row has no border, so its height is different.
    expect([...new Set(heights.slice(0, -1))]).toEqual([48]);
  }
  await page.getByRole('button', { name: 'Colunas' }).click();
  for (const [density, px] of [
    ['Altas', 56],
    ['Baixas', 40],
  ] as const) {
    await chooseRadio(page.getByRole('radio', { name: density }));
    await expect
      .poll(async () => (await page.locator('tbody tr').nth(1).boundingBox())!.height)
      .toBe(px);
  }
  await page.context().close();
});

test('on a phone the chip of the current filter is visible', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  const requests = trackRequests(page);
  for (const status of ['Ativo', 'Desativado', 'Teste']) {
    await page.goto(`${demo.url}/users-iptv?status=${status}`);
    await requests.waitUntilSettled();
    const chip = page.locator('[data-filter-chips] [aria-pressed="true"]');
    await expect(chip).toContainText(status);
    const { x, width } = (await chip.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(PHONE.width);
  }
  await page.context().close();
});

test('on a phone a sheet arranges the cards of a list', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await page.goto(`${demo.url}/users-iptv`);
  const first = page.locator('[data-list-rows] > li').first();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('button', { name: 'Vencimento', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Notas' }).click();
  await expect(page).toHaveURL(/sort=nota/);
  await page.getByRole('button', { name: 'Detalhes do cartão' }).click();
  const saved = arranged(page);
  await page.getByRole('checkbox', { name: 'Pacote' }).check();
  await saved;
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(first).toContainText('Pacote');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    PHONE.width,
  );
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('button', { name: /^Visões/ }).click();
  const restored = arranged(page);
  await page.getByRole('button', { name: 'Padrão da lista' }).click();
  await restored;
  await page.context().close();
});

for (const [width, viewport] of [
  ['1280', DESKTOP],
  ['390', PHONE],
] as const) {
  test(`a long list goes to a name and on from there: ${width}`, async ({ browser, demo }) => {
    const page = await openAs(browser, demo.url, 'admin', { viewport });
    await page.goto(`${demo.url}/users-iptv?sort=username&begin=1`);
    const range = page.locator('[data-pager]').getByRole('status');
    await expect(range).toContainText(/^\d+ a \d+ ·/);
    const [, last] = / a (\d+) ·/.exec((await range.textContent())!)!;
    await page.getByRole('button', { name: 'Ir para…' }).click();
    await expectAccessible(page);
    await page.getByLabel('Começo do usuário').fill(last!);
    await page.keyboard.press('Enter');
    await expect(range).toContainText(new RegExp(`^${last} a \\d+ ·`));
    const start = await range.textContent();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect(range).not.toHaveText(start!);
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect(range).toHaveText(start!);
    await page.getByRole('button', { name: 'Início da lista' }).click();
    await expect(range).toContainText('1–10 de');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
    await page.context().close();
  });
}

/**
 * Returns tables that are wider than their container. In such a table a column is covered, or the
 * user must scroll horizontally.
 */
const crampedTables = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('table')]
      .map((table) => [table.offsetWidth, table.parentElement!.clientWidth] as const)
      .filter(([width, place]) => width > place)
      .map(([width, place]) => `${location.pathname} ${width}>${place}`),
  );

/**
 * Creates a direct reseller with a name that is longer than its column, and a line with a note that
 * is longer than its column.
 */
async function addLongName(browser: Browser, url: string, above: string): Promise<void> {
  const username = `nome-comprido-abaixo-${above}`;
  const seller = await openAs(browser, url, above);
  const created = await callApi(seller, '/api/reg-users', {
    username,
    password: DEMO_PASSWORD,
    credits: 20,
  });
  const itself = await openAs(browser, url, username);
  const line = await callApi(itself, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: 'Dona Célia da padaria da esquina, que paga sempre no dia cinco',
    package: 1,
  });
  expect([created.status, line.status]).toEqual([200, 200]);
  await seller.context().close();
  await itself.context().close();
}

/**
 * Window sizes: the smallest width with every column, the smallest width with the open sidebar, and
 * the smallest width with tables.
 */
const NARROW = [
  { viewport: { width: 1280, height: 800 }, opens: false },
  { viewport: { width: 1200, height: 800 }, opens: false },
  { viewport: { width: 1024, height: 800 }, opens: true },
];
const LISTS = ['/users-iptv', '/list-resellers', '/log', '/extract', '/reports'];

for (const [username, paths] of [
  ['master', [...LISTS, '/users-p2p', '/ticket']],
  ['admin', [...LISTS, '/ticket-portal', '/catalogue/canais']],
] as const)
  test(`no table is wider than its place, the sidebar opened too: ${username}`, async ({
    browser,
    demo,
  }) => {
    test.setTimeout(120_000);
    await addLongName(browser, demo.url, username);
    const page = await openAs(browser, demo.url, username);
    const requests = trackRequests(page);
    for (const path of paths) {
      await page.goto(demo.url + path);
      // The form of a table depends only on the width, so the open page is made narrower.
      for (const { viewport, opens } of NARROW) {
        await page.setViewportSize(viewport);
        await requests.waitUntilSettled();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        if (opens) await page.getByRole('button', { name: 'Abrir o menu' }).click();
        await expect(page.getByRole('button', { name: 'Recolher o menu' })).toBeVisible();
        await waitForAnimations(page);
        expect(await crampedTables(page)).toEqual([]);
        await expectWithinScreen(page);
      }
    }
    await page.context().close();
  });

for (const width of [390, 360])
  test(`on a phone of ${width} px the statement's months fit and the first reseller is in sight`, async ({
    browser,
    demo,
  }) => {
    const page = await openAs(browser, demo.url, 'master', { viewport: { width, height: 844 } });
    await page.goto(`${demo.url}/extract`);
    await expect(page.getByRole('table', { name: 'Totais do período' })).toBeVisible();
    expect(await crampedTables(page)).toEqual([]);
    await page.goto(`${demo.url}/list-resellers`);
    const first = page.locator('[data-list-rows] > li').first();
    await expect(first).toBeVisible();
    expect((await first.boundingBox())!.y).toBeLessThanOrEqual(190);
    await page.context().close();
  });

test('on a tablet no list of days or chips needs horizontal scrolling', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'master', {
    viewport: { width: 820, height: 1180 },
  });
  const requests = trackRequests(page);
  for (const path of ['/dashboard', '/reminders/history', '/users-iptv', '/list-resellers']) {
    await page.goto(demo.url + path);
    await requests.waitUntilSettled();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const pushed = await page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => `${location.pathname} ${element.className}`),
    );
    expect(pushed).toEqual([]);
    await expectWithinScreen(page);
  }
  await page.context().close();
});
