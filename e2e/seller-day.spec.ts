/**
 * A seller's day on a phone, its taps counted from the home screen: each job of the goal
 * takes no more than is written there. What is typed is no tap; at the end home and list say the same numbers.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { openAs, PHONE } from './support/accounts.ts';
import { packageIsChosen } from './support/package-is-chosen.ts';
import { expect, test } from './support/server.ts';

/** Counts the acts of a thumb. */
function thumb(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    tab: (name: string) =>
      page.getByRole('navigation', { name: 'Principal' }).getByText(name, { exact: true }),
    /** Taps since the last look. */
    spent: () => {
      const since = taps;
      taps = 0;
      return since;
    },
  };
}

/** Records the addresses of opened WhatsApp links. */
async function openWithWhatsApp(browser: Browser, url: string, account: string) {
  const page = await openAs(browser, url, account, { viewport: PHONE });
  page.setDefaultTimeout(30_000);
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    window.open = (target) => {
      opened.push(decodeURIComponent(String(target)));
      return null;
    };
  });
  await page.reload();
  const lastOpened = () =>
    page.evaluate(() => (window as unknown as { opened: string[] }).opened.at(-1) ?? '');
  return { page, lastOpened, ...thumb(page) };
}

/** A figure of the month, under «Mais números». */
const figure = async (page: Page, label: string): Promise<number> => {
  const more = page.getByRole('button', { name: /^Mais números/ });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  const shown = page.locator('[data-figure]').filter({ hasText: label }).first();
  return Number((await shown.locator('[data-part="value"]').innerText()).replace(/\D/g, ''));
};

test('a test is sent, becomes official, is renewed and charged, and the numbers agree', async ({
  browser,
  demo,
}) => {
  const day = await openWithWhatsApp(browser, demo.url, 'loja-norte');
  const { page, tap, spent } = day;
  const begunBefore = await figure(page, 'Novos usuários');
  const testsBefore = await figure(page, 'Testes gerados');

  // Morning: a test for a number, made and sent in two taps.
  await page.getByLabel('Para quem').fill('(11) 98888-7766');
  await tap(page.getByRole('button', { name: 'Teste IPTV' }));
  await expect(page.getByText('Teste criado').first()).toBeVisible();
  await tap(page.getByRole('button', { name: 'Enviar no WhatsApp' }));
  await expect.poll(day.lastOpened).toContain('wa.me/5511988887766');
  expect(spent()).toBe(2);

  // Noon: the customer pays. The test becomes the line, with the same access.
  await page.goto(`${demo.url}/users-iptv?search=98888-7766`);
  await tap(page.getByRole('button', { name: /^Ativar como oficial/ }).first());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Usuário e senha continuam os mesmos')).toBeVisible();
  await tap(dialog.getByRole('button', { name: /^Sim, ativar/ }));
  await expect(page.getByText('Ativado como oficial').first()).toBeVisible();
  await tap(page.getByRole('button', { name: 'Fechar' }).last());
  expect(spent()).toBeLessThanOrEqual(3);

  // Evening: one more month, paid ahead, and the receipt with it.
  await tap(page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  await expect.poll(day.lastOpened).toContain('wa.me/5511988887766');
  expect(spent()).toBe(2);

  // There is a new official customer and a new test since the morning, and the list counts like the
  // home.
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
  const total = Number(/\d+/.exec(actives)![0]);
  await expect(page.getByText(new RegExp(`de ${total} usuários?`)).first()).toBeVisible();
});

test('every job of the day takes the taps of its goal', async ({ browser, demo }) => {
  const day = await openWithWhatsApp(browser, demo.url, 'revenda');
  const { page, tap, tab, spent } = day;
  const home = () => tab('Início').click();
  const lastEnding = page.getByRole('button', { name: 'Fechar o aviso' });

  // An official line, sold and sent: 5. Enter on the keyboard leads from the number to the note.
  await tap(page.getByRole('button', { name: 'Criar', exact: true }));
  await tap(page.getByRole('link', { name: 'Criar usuário IPTV' }));
  await tap(page.getByRole('textbox', { name: /^WhatsApp/ }));
  await page.keyboard.type('11977776655');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Seu Jorge');
  await packageIsChosen(page);
  await tap(page.getByRole('button', { name: /^Adicionar/ }));
  await tap(page.getByRole('button', { name: 'Enviar no WhatsApp' }));
  await expect.poll(day.lastOpened).toContain('wa.me/5511977776655');
  expect(spent()).toBe(5);
  await page.goto(`${demo.url}/dashboard`);

  // Renewed and sent from the board: 2.
  await tap(page.getByRole('button', { name: /^Mais 30 dias para/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  await expect.poll(day.lastOpened).toContain('Renovação confirmada');
  expect(spent()).toBe(2);
  await lastEnding.click();

  // From the list: 3; and the access once more, with its link: 2.
  await tap(tab('Linhas'));
  await tap(page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  expect(spent()).toBe(3);
  await lastEnding.click();
  await home();
  await tap(tab('Linhas'));
  // Whichever of those with a number other journeys have left on the first page.
  const customer = page
    .getByRole('listitem')
    .filter({ hasText: /Ana Paula|João Batista|Bar do Nando|Dona Célia|Seu Osvaldo/ })
    .filter({ has: page.getByRole('button', { name: /^Enviar no WhatsApp/ }) })
    .first();
  await tap(customer.getByRole('button', { name: /^Enviar no WhatsApp/ }));
  await expect.poll(day.lastOpened).toMatch(/wa\.me\/55[\s\S]*http/);
  expect(spent()).toBe(2);
  await home();

  // A customer by a number as WhatsApp writes it: 2, the second is already an act on the result.
  await tap(page.getByRole('button', { name: 'Buscar' }));
  await expect(page.getByRole('dialog', { name: 'Buscar' })).toBeVisible();
  await page.keyboard.type('97777-6655');
  await tap(page.getByRole('button', { name: /^Renovar: Seu Jorge/ }));
  await expect(page.getByRole('dialog', { name: /Estender/ })).toBeVisible();
  expect(spent()).toBe(2);

  // Current viewings: 1. P2P list: 1.
  await page.goto(`${demo.url}/dashboard`);
  await tap(page.locator('[data-figure]').filter({ hasText: 'Online IPTV' }).getByRole('link'));
  await page.waitForURL(/users-iptv\?.*status=online/);
  expect(spent()).toBe(1);
  await home();
  await tap(
    page
      .locator('[data-figure]')
      .filter({ hasText: 'Ativos diretos' })
      .getByRole('link', { name: /P2P/ }),
  );
  await page.waitForURL(/users-p2p/);
  expect(spent()).toBe(1);
});

test('a reseller is topped up in three taps and told with one more', async ({ browser, demo }) => {
  const day = await openWithWhatsApp(browser, demo.url, 'master');
  const { page, tap, tab, spent } = day;
  await tap(tab('Revendas'));
  await tap(page.getByRole('button', { name: 'Setar Crédito: loja-norte' }));
  await page.getByRole('textbox', { name: 'Créditos' }).fill('10');
  await tap(page.getByRole('button', { name: /^Adicionar 10 créditos/ }));
  const tell = page.getByRole('button', { name: /^Avisar/ });
  await expect(tell).toBeVisible();
  expect(spent()).toBe(3);
  await tap(tell);
  await expect.poll(day.lastOpened).toMatch(/wa\.me\/[\s\S]*10 créditos/);
  expect(spent()).toBe(1);
});
