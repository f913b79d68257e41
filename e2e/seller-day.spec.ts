/**
 * A day of a seller on a phone. The test counts the taps of each job from the home screen, and
 * compares them with the goal. Typed text does not count as taps. At the end, home and list show
 * the same numbers.
 */
import type { Browser, Locator, Page } from '@playwright/test';
import { callApi, callApiOk, openAs, PHONE } from './support/accounts.ts';
import { enrolByApi } from './support/authenticator.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

/** Counts taps. */
function thumb(page: Page) {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    tab: (name: string) =>
      page.getByRole('navigation', { name: 'Principal' }).getByText(name, { exact: true }),
    /** Returns the number of taps since the previous call. */
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
  await page.goto(`${url}/dashboard`);
  const lastOpened = () =>
    page.evaluate(() => (window as unknown as { opened: string[] }).opened.at(-1) ?? '');
  return { page, lastOpened, ...thumb(page) };
}

/** Returns a figure of the month, which is under «Mais números». */
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

  // Morning: the seller creates a test for a number and sends it with two taps.
  await page.getByLabel('Para quem').fill('(11) 98888-7766');
  await tap(page.getByRole('button', { name: 'Teste IPTV' }));
  await expect(page.getByText('Teste criado').first()).toBeVisible();
  await tap(page.getByRole('button', { name: 'Enviar no WhatsApp' }));
  await expect.poll(day.lastOpened).toContain('wa.me/5511988887766');
  expect(spent()).toBe(2);

  // Noon: the customer pays. The test becomes an official line with the same credentials.
  await page.goto(`${demo.url}/users-iptv?search=98888-7766`);
  await tap(page.getByRole('button', { name: /^Ativar como oficial/ }).first());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Usuário e senha continuam os mesmos')).toBeVisible();
  await tap(dialog.getByRole('button', { name: /^Sim, ativar/ }));
  await expect(page.getByText('Ativado como oficial').first()).toBeVisible();
  await tap(page.getByRole('button', { name: 'Fechar' }).last());
  expect(spent()).toBeLessThanOrEqual(3);

  // Evening: the seller adds a month that was paid in advance, and sends the receipt.
  await tap(page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  await expect.poll(day.lastOpened).toContain('wa.me/5511988887766');
  expect(spent()).toBe(2);

  // Compared with the morning, there is one more official customer and one more test. Home and list
  // count the same lines.
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

test('every job of the day needs at most the taps of its goal', async ({ browser, demo }) => {
  const day = await openWithWhatsApp(browser, demo.url, 'revenda');
  const { page, tap, tab, spent } = day;
  const home = () => tab('Início').click();
  const lastEnding = page.getByRole('button', { name: 'Fechar o aviso' });

  // Sells and sends an official line of another period with 4 taps, and with 3 the same as before.
  await tap(page.getByLabel('Para quem'));
  await page.keyboard.type('Seu Jorge 11977776655');
  await tap(page.getByRole('button', { name: 'Vender', exact: true }));
  const sale = page.getByRole('dialog', { name: 'Vender para Seu Jorge' });
  await tap(sale.getByRole('radio', { name: '3 meses' }));
  await tap(sale.getByRole('button', { name: 'Vender e enviar' }));
  await expect.poll(day.lastOpened).toContain('wa.me/5511977776655');
  await expect(page.getByText('Usuário criado').first()).toBeVisible();
  expect(spent()).toBe(4);
  await page.goto(`${demo.url}/dashboard`);
  await expect(page.getByText(/^Vender: .* · 3 meses · 3 créditos/)).toBeVisible();

  // Renews and sends from the board of the home screen with 2 taps.
  await tap(page.getByRole('button', { name: /^Mais 30 dias para/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  await expect.poll(day.lastOpened).toContain('Renovação confirmada');
  expect(spent()).toBe(2);
  await lastEnding.click();

  // Renews and sends from the list with 3 taps. Then sends the access data and link of a customer
  // with 2 taps.
  await tap(tab('Linhas'));
  await tap(page.getByRole('button', { name: /^Mais 30 dias/ }).first());
  await tap(page.getByRole('button', { name: 'Renovar e enviar' }));
  await expect(page.getByText(/^Renovado até/).first()).toBeVisible();
  expect(spent()).toBe(3);
  await lastEnding.click();
  await home();
  await tap(tab('Linhas'));
  // Other journeys change the order of the first page, so the test uses any of these customers that
  // has a number.
  const customer = page
    .getByRole('listitem')
    .filter({ hasText: /Ana Paula|João Batista|Bar do Nando|Dona Célia|Seu Osvaldo/ })
    .filter({ has: page.getByRole('button', { name: /^Enviar no WhatsApp/ }) })
    .first();
  await tap(customer.getByRole('button', { name: /^Enviar no WhatsApp/ }));
  await expect.poll(day.lastOpened).toMatch(/wa\.me\/55[\s\S]*http/);
  expect(spent()).toBe(2);
  await home();

  // Finds a customer by a number in the format of WhatsApp. The first tap opens the search, and the
  // second tap chooses the action at the result.
  await tap(page.getByRole('button', { name: 'Buscar' }));
  await expect(page.getByRole('dialog', { name: 'Buscar' })).toBeVisible();
  await page.keyboard.type('97777-6655');
  await tap(page.getByRole('button', { name: /^Renovar: Seu Jorge/ }));
  await expect(page.getByRole('dialog', { name: /Estender/ })).toBeVisible();
  expect(spent()).toBe(2);

  // Opens current viewings with 1 tap, and the P2P list with 1 tap.
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

test('five customers are renewed and informed with eight taps after the selection', async ({
  browser,
  demo,
}) => {
  const day = await openWithWhatsApp(browser, demo.url, 'loja-centro');
  const { page, tap, spent } = day;
  const secrets: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const { password } = await callApiOk(page, '/api/users-iptv', {
      isOficial: true,
      credits: 1,
      package: 1,
      nota: `Turma ${number}`,
      whatsapp: `1195555021${number}`,
    });
    secrets.push(String(password));
  }
  await page.goto(`${demo.url}/users-iptv?search=Turma`);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByRole('button', { name: 'Selecionar várias' }).click();
  await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
  await tap(page.getByRole('button', { name: '+30 dias' }));
  await tap(
    page.getByRole('dialog', { name: 'Estender' }).getByRole('button', { name: /^Estender ·/ }),
  );
  await tap(page.getByRole('link', { name: 'Avisar os 5' }));
  const texts: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    const send = page.getByRole('button', { name: /^Enviar para/ });
    await expect(page.getByRole('status').filter({ hasText: `${number} de 5` })).toBeVisible();
    await expect(send).toBeEnabled();
    await tap(send);
    texts.push(await day.lastOpened());
  }
  await expect(page.getByRole('heading', { name: 'Você passou por todos' })).toBeVisible();
  expect(spent()).toBe(8);
  expect(new Set(texts).size).toBe(5);
  for (const text of texts) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);

  // The customers were informed, so they are no longer in the queue.
  await page.goto(`${demo.url}/charge`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mensagens de hoje');
  await expect(page.getByText('Turma')).toHaveCount(0);
  await page.goto(`${demo.url}/users-iptv?search=Turma`);
  await expect(page.getByText('Avisado hoje')).toHaveCount(5);
});

const addReseller = (page: Page, username: string) =>
  callApiOk(page, '/api/reg-users', { username, password: DEMO_PASSWORD, credits: 5 });

test('a purchase of credits shows its Pix code after three taps', async ({ browser, demo }) => {
  // The account that sells the credits needs a second factor, so it is a new one.
  const master = await openAs(browser, demo.url, 'master');
  await addReseller(master, 'atacado');
  const upline = await openAs(browser, demo.url, 'atacado');
  const phone = await enrolByApi(upline);
  const priced = await callApi(
    upline,
    '/api/top-up-prices',
    { tiers: [{ from_credits: 10, value: 9 }], code_2fa: await phone.nextCode() },
    'PUT',
  );
  expect(priced.status).toBe(200);
  await addReseller(upline, 'varejo');
  const { page, tap, spent } = await openWithWhatsApp(browser, demo.url, 'varejo');
  await tap(page.getByRole('button', { name: /créditos$/ }));
  await tap(page.getByRole('link', { name: 'Comprar créditos' }));
  await tap(page.getByRole('button', { name: /^Pagar R\$.* com Pix$/ }));
  await expect(page.getByText('Pix copia e cola', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
  expect(spent()).toBe(3);
});

test('a top-up needs three taps, and its message one more', async ({ browser, demo }) => {
  const day = await openWithWhatsApp(browser, demo.url, 'master');
  const { page, tap, tab, spent } = day;
  await tap(tab('Revendas'));
  await tap(page.getByRole('button', { name: 'Setar Crédito: loja-norte' }));
  await page.getByRole('textbox', { name: 'Créditos' }).fill('10');
  await tap(page.getByRole('button', { name: /^Adicionar 10 créditos/ }));
  const messageButton = page.getByRole('button', { name: /^Avisar/ });
  await expect(messageButton).toBeVisible();
  expect(spent()).toBe(3);
  await tap(messageButton);
  await expect.poll(day.lastOpened).toMatch(/wa\.me\/[\s\S]*10 créditos/);
  expect(spent()).toBe(1);
});
