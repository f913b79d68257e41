/**
 * Sells in four ways: with the keyboard only, with a screen reader, with large text, and with few
 * colours.
 */
import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE, openAs } from './support/accounts.ts';
import type { DrivenPage } from './support/driven-page.ts';
import { firefoxPath, openInFirefox } from './support/firefox.ts';
import { waitForPackage } from './support/wait-for-package.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';
import { openInWebKit, webkitDriver } from './support/webkit.ts';

async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < most; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by ${most} presses of Tab`);
}

test('a line is sold, found and renewed with the keyboard only', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: DESKTOP });
  const { keyboard } = page;
  await page.goto(`${demo.url}/user-iptv`);
  await tabTo(page, page.getByLabel('Anotações'));
  await keyboard.type('Dona Teclada, sala');
  await keyboard.press('Control+Enter');
  const receipt = page.getByRole('dialog');
  await expect(receipt.getByText(/Usuário criado/).first()).toBeVisible();
  await keyboard.press('Escape');
  await expect(receipt).toBeHidden();

  await keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar' });
  await expect(palette).toBeVisible();
  await keyboard.type('dona teclada');
  const option = palette.getByRole('link', { name: /Dona Teclada/ });
  await expect(option).toBeVisible();
  await keyboard.press('ArrowDown');
  await expect(option).toBeFocused();
  await keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.goto(`${demo.url}/users-iptv?search=Dona+Teclada`);
  await tabTo(page, page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Sim, renovar' }));
  await keyboard.press('Enter');
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
});

test('a screen reader announces names, landmarks, one title and the result of an act', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  for (const path of ['/dashboard', '/users-iptv', '/user-iptv']) {
    await page.goto(demo.url + path);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    const snapshot = await page.locator('body').ariaSnapshot();
    // A control without a name would be announced only by its role.
    expect(snapshot).not.toMatch(
      /- (button|link|textbox|checkbox|switch|combobox)( \[[^\]]*\])*:?$/m,
    );
  }
  // The error is announced at its field, which is marked as invalid.
  await page.getByRole('button', { name: /^Adicionar/ }).click();
  const note = page.getByLabel('Anotações');
  await expect(note).toHaveAttribute('aria-invalid', 'true');
  await expect(note).toHaveAccessibleDescription(/\S/);
});

/** Distance that a thumb reaches, in px. It is about 72 mm on a phone with a width of 65 mm. */
const THUMB_PX = 440;

test('the most used controls are in reach of either thumb', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  const reached = async (target: Locator) => {
    await expect(target).toBeVisible();
    // The position of the control is read repeatedly, because a sheet that contains it may still be
    // moving.
    await expect
      .poll(async () => farthestFromCorners(await target.boundingBox()))
      .toBeLessThan(THUMB_PX);
  };
  const bar = page.getByRole('navigation', { name: 'Principal' });
  await page.goto(`${demo.url}/users-iptv`);
  for (const place of ['Início', 'Linhas', 'Revendas', 'Mais'])
    await reached(bar.getByText(place, { exact: true }));
  await page
    .getByRole('button', { name: /^Mais 30 dias/ })
    .first()
    .click();
  for (const answer of ['Não', 'Sim, renovar', 'Renovar e enviar'])
    await reached(page.getByRole('button', { name: answer }));
  await page.getByRole('button', { name: 'Não' }).click();
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await reached(page.getByRole('button', { name: /^Mostrar \d+ linhas?$/ }));

  await page.goto(`${demo.url}/user-iptv`);
  await page.getByLabel('Anotações').fill('Cliente de uma mão');
  await waitForPackage(page);
  await reached(page.getByRole('button', { name: /^Adicionar/ }));
  await page.getByRole('button', { name: /^Adicionar/ }).click();
  await reached(page.getByRole('button', { name: 'Enviar no WhatsApp' }));
});

/**
 * Returns the distance from the middle of a target to the bottom corner that is farther away. The
 * thumb of a hand begins at the bottom corner on its side.
 */
function farthestFromCorners(box: { x: number; y: number; width: number; height: number } | null) {
  if (!box) return Infinity;
  const [x, up] = [box.x + box.width / 2, PHONE.height - box.y - box.height / 2];
  return Math.hypot(Math.max(x, PHONE.width - x), up);
}

test('a screen reader announces the form and the receipt in the order of the work', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  await page.goto(`${demo.url}/user-iptv`);
  await expect(page.getByRole('button', { name: /^Adicionar/ })).toBeVisible();
  const readSnapshot = () => page.locator('body').ariaSnapshot();
  const form = ['Criar usuário IPTV', 'Créditos', 'Pacote', 'WhatsApp', 'Anotações', 'Adicionar'];
  expectInOrder(await readSnapshot(), form);
  await page.getByLabel('Anotações').fill('Cliente que ouve');
  await waitForPackage(page);
  await page.getByRole('button', { name: /^Adicionar/ }).click();
  await expect(page.getByRole('button', { name: 'Enviar no WhatsApp' })).toBeVisible();
  expectInOrder(await readSnapshot(), [
    'Usuário criado',
    'Senha',
    'Links M3U8',
    'Enviar no WhatsApp',
  ]);
});

/** Expects that each part is announced after the previous part. */
function expectInOrder(snapshot: string, parts: readonly string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = snapshot.indexOf(part, from);
    expect(
      at,
      `«${part}» is not heard after ${snapshot.slice(0, from).slice(-80)}`,
    ).toBeGreaterThan(-1);
    from = at + part.length;
  }
}

test('with text at 200 % a line can be sold on a phone', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  for (const path of ['/dashboard', '/users-iptv', '/user-iptv']) {
    await page.goto(demo.url + path);
    await page.addStyleTag({ content: ':root { font-size: 200% !important; }' });
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await expectNothingTooWide(page);
  }
  const note = page.getByLabel('Anotações');
  const size = await note.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(28);
  await sell(page, 'Cliente de letras grandes');
});

test('with forced colours nothing is wider than the phone and a line can be sold', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const path of ['/dashboard', '/users-iptv', '/user-iptv']) {
    await page.goto(demo.url + path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await expectNothingTooWide(page);
  }
  await sell(page, 'Cliente de poucas cores');
});

async function expectNothingTooWide(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(tooWide).toBeLessThanOrEqual(0);
}

async function sell(page: Page, customer: string): Promise<void> {
  await page.getByLabel('Anotações').fill(customer);
  await waitForPackage(page);
  await page.getByRole('button', { name: /^Adicionar/ }).click();
  await expect(page.getByText(/Usuário criado/).first()).toBeVisible();
}

test('reduced motion limits every animation to 200 ms', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${demo.url}/users-iptv`);
  await page
    .getByRole('button', { name: /^Mais 30 dias/ })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0)),
    ),
  );
  expect(longest).toBeLessThanOrEqual(200);
});

test('a seller signs in, sells, finds and renews in Firefox', async ({ demo }) => {
  test.skip(!firefoxPath, 'No Firefox: install one, or name it in RAMAL_FIREFOX.');
  test.slow();
  await sellIn(await openInFirefox(firefoxPath!), demo.url, 'Cliente do Firefox');
});

test('a seller signs in, sells, finds and renews in WebKit', async ({ demo }) => {
  test.skip(!webkitDriver, 'No WebKit: install webkit2gtk-driver and xvfb.');
  test.slow();
  await sellIn(await openInWebKit(webkitDriver!), demo.url, 'Cliente do WebKit');
});

async function sellIn(page: DrivenPage, url: string, customer: string): Promise<void> {
  try {
    await page.goto(`${url}/login`);
    await page.fill('input[autocomplete^=username]', 'loja-norte');
    await page.fill('input[type=password]', DEMO_PASSWORD);
    await page.see('Verificado: você não é um robô');
    await page.press('button[type=submit]');
    await expect.poll(() => page.path(), { timeout: 30_000 }).toBe('/dashboard');

    await page.goto(`${url}/user-iptv`);
    await page.fill('main textarea', customer);
    await page.press('button[type=submit]');
    await page.see('Usuário criado');

    await page.goto(`${url}/users-iptv?search=${encodeURIComponent(customer)}`);
    await page.press('main button[aria-label^="Mais 30 dias"]');
    await page.pressText('Sim, renovar');
    await page.see('Renovado até');
  } finally {
    await page.close();
  }
}
