/**
 * A stranger on a phone takes a test on a seller's page, subscribes by Pix with the same user, and
 * watches. The journey counts the taps.
 */
import type { Locator, Page } from '@playwright/test';
import { callApi, DESKTOP, PHONE } from './support/accounts.ts';
import { collectErrors, expectCalmLoad, watchLayoutShift } from './support/screen-checks.ts';
import { openSeller, payAll } from './support/sellers.ts';
import { expect, test } from './support/server.ts';
import { expectAccessibleToEnd } from './support/storefront.ts';

test.use({ actionTimeout: 15_000 });

const MOST_TAPS = 9;

/** Puts the seller's page online and returns its address. */
async function openPage(seller: Page, url: string): Promise<string> {
  const { body } = await callApi(seller, '/api/storefront');
  const suggested = body.suggested as { slug: string; tests: object };
  // The journey must not depend on the time of day.
  const tests = { ...suggested.tests, from: '00:00', until: '00:00' };
  const saved = await callApi(
    seller,
    '/api/storefront',
    { ...suggested, tests, is_online: true },
    'PUT',
  );
  expect([saved.status, saved.body]).toEqual([200, expect.anything()]);
  return `${url}/loja/${suggested.slug}`;
}

const playedSeconds = (player: Page): Promise<number> =>
  player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

test('a stranger tests, subscribes by Pix and watches in nine taps', async ({ browser, demo }) => {
  test.setTimeout(240_000);
  const seller = await openSeller(browser, demo.url, 'loja');
  const address = await openPage(seller, demo.url);
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  const errors = collectErrors(page);
  let taps = 0;
  const tap = async (target: Locator, position?: { x: number; y: number }) => {
    taps += 1;
    await target.click(position && { position });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await page.goto(address);
  await expectAccessibleToEnd(page);
  await tap(button('Testar grátis'));
  await page.getByLabel('Seu WhatsApp').pressSequentially('11955550142');
  await tap(page.getByRole('radio', { name: 'Celular' }));
  await tap(page.getByRole('checkbox', { name: /^Aceito receber mensagens/ }));
  await expectAccessibleToEnd(page);
  await tap(button('Receber meu teste'));
  await expect(page.getByRole('heading', { name: 'Seu teste está pronto' })).toBeVisible();
  await expectAccessibleToEnd(page);
  const username = await page.locator('li', { hasText: 'Usuário' }).first().innerText();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Seu teste está pronto' })).toBeVisible();
  await expect(page.locator('li', { hasText: 'Usuário' }).first()).toHaveText(
    username.replaceAll('\n', ''),
  );

  await tap(button('Assinar quando acabar'));
  await expectAccessibleToEnd(page);
  // A quick tap at the same place counts as the second one of a double tap and is ignored.
  await tap(button(/^Pagar R\$ [\d,]+ com Pix$/), { x: 24, y: 24 });
  await expect(page.getByText('Esperando o pagamento')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('O mesmo usuário do teste', { exact: false })).toBeVisible();
  await expectAccessibleToEnd(page);
  await tap(button('Copiar código Pix'));
  await payAll(seller);
  await expect(page.getByText('Pago. Você assiste até')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Nada muda na TV: mesmo usuário, mesma senha.')).toBeVisible();
  await expectAccessibleToEnd(page);

  const opened = context.waitForEvent('page');
  await tap(page.getByRole('link', { name: 'Assistir agora neste aparelho' }));
  const player = await opened;
  await tap(player.getByRole('listitem').getByRole('button').first());
  await expect.poll(() => playedSeconds(player), { timeout: 60_000 }).toBeGreaterThan(1);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);

  await page.getByRole('link', { name: 'Abrir minha conta' }).click();
  await expect(page.getByText('Seu plano vale até')).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

for (const [width, viewport] of [
  ['390', PHONE],
  ['1280', DESKTOP],
] as const)
  test(`the first paint of the page is complete at ${width} px`, async ({ browser, demo }) => {
    const seller = await openSeller(browser, demo.url, `loja${width}`);
    const address = await openPage(seller, demo.url);
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await watchLayoutShift(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
    });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(address);
    await expect(page.getByRole('radio').first()).toBeVisible();
    await expectAccessibleToEnd(page);
    await expectCalmLoad(page);
    expect(calls).toEqual([]);
    expect([...hosts]).toEqual([new URL(demo.url).host]);
    await context.close();
  });
