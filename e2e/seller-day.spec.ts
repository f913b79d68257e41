/**
 * One seller's day on a phone, its taps counted: a test is made and sent, becomes the customer's official
 * line, is renewed, and the customer is written to. At the end home and list say the same numbers.
 */
import type { Locator, Page } from '@playwright/test';
import { openAs, PHONE } from './support/accounts.ts';
import { expect, test } from './support/server.ts';

/** What a thumb does, each once. */
function thumb(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    /** Taps since the last look. */
    spent: () => {
      const since = taps;
      taps = 0;
      return since;
    },
    page,
  };
}

/** Where WhatsApp is opened, and with what. */
async function watchWhatsApp(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    window.open = (url) => {
      opened.push(decodeURIComponent(String(url)));
      return null;
    };
  });
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
}

const figure = async (page: Page, label: string): Promise<number> => {
  const shown = page.locator('[data-figure]').filter({ hasText: label }).first();
  return Number((await shown.locator('[data-part="value"]').innerText()).replace(/\D/g, ''));
};

test('a test is sent, becomes official, is renewed and charged, and the numbers agree', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'loja-norte', { viewport: PHONE });
  const whatsApp = await watchWhatsApp(page);
  const { tap, spent } = thumb(page);
  const begunBefore = await figure(page, 'Novos usuários');
  const testsBefore = await figure(page, 'Testes gerados');

  // Morning: a test for a customer, sent to the number that was typed.
  await page.getByLabel('Para quem').fill('Patrícia, TV da sala');
  await tap(page.getByRole('button', { name: /Teste IPTV|^IPTV/ }).first());
  await expect(page.getByText('Teste criado').first()).toBeVisible();
  await tap(page.getByRole('button', { name: /WhatsApp/ }).last());
  await page
    .getByRole('textbox', { name: /WhatsApp|Número/ })
    .last()
    .fill('(11) 98888-7766');
  await tap(page.getByRole('button', { name: /Enviar|Abrir/ }).last());
  await expect.poll(whatsApp).toEqual([expect.stringContaining('wa.me/5511988887766')]);
  expect(spent()).toBeLessThanOrEqual(3);

  // Noon: the customer pays. The test becomes the line, with the same access.
  await page.goto(`${demo.url}/users-iptv?search=${encodeURIComponent('Patrícia')}`);
  await expect(page.getByText('Patrícia').first()).toBeVisible();
  await tap(page.getByRole('button', { name: /^Ativar como oficial/ }).first());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Usuário e senha continuam os mesmos')).toBeVisible();
  await tap(dialog.getByRole('button', { name: /^Sim, ativar/ }));
  await expect(page.getByText('Ativado como oficial').first()).toBeVisible();
  await tap(page.getByRole('button', { name: 'Fechar' }).last());
  expect(spent()).toBeLessThanOrEqual(3);

  // Evening: one more month, paid ahead.
  await tap(page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await tap(page.getByRole('button', { name: 'Sim, renovar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  expect(spent()).toBeLessThanOrEqual(2);

  // And the customer is written to, to the number that is known by now.
  await tap(page.getByRole('button', { name: /^(Enviar|Cobrar)/ }).first());
  await expect.poll(async () => (await whatsApp()).at(-1)).toContain('wa.me/5511988887766');
  expect(spent()).toBe(1);

  // One more official customer and one more test than in the morning, and the list counts as home does.
  await page.goto(`${demo.url}/dashboard`);
  await expect.poll(() => figure(page, 'Novos usuários')).toBe(begunBefore + 1);
  expect(await figure(page, 'Testes gerados')).toBe(testsBefore + 1);
  const actives = await page
    .locator('[data-figure]')
    .filter({ hasText: 'Ativos diretos' })
    .getByRole('link', { name: /IPTV/ })
    .first()
    .innerText();
  await page.goto(`${demo.url}/users-iptv?status=Ativo`);
  const chip = page.getByRole('radio', { name: /^Ativo/ }).or(page.getByText(/^Ativo\s*\d+$/));
  await expect(chip.first()).toBeAttached();
  const total = Number(/\d+/.exec(actives)![0]);
  await expect(page.getByText(new RegExp(`de ${total} usuários?`)).first()).toBeVisible();
});
