/**
 * Texts of other users are displayed and never executed. More than a hundred payloads are written
 * into every text that another user sees. They appear on lists, home, log, palette, chats, dialogs
 * and previews, with and without the Content-Security-Policy.
 */
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { callApi, openAs } from './support/accounts.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { plantTexts } from './support/plant-texts.ts';
import { collectErrors, trackRequests } from './support/screen-checks.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

const AT_ONCE = 8;
const HOUR_MS = 3_600_000;
/** Maximum number of characters of a customer's message. */
const MAX_MESSAGE_LENGTH = 2_000;

interface Account {
  readonly page: Page;
  readonly id: number;
  readonly send: (method: 'POST' | 'PUT', path: string, data: object) => Promise<number>;
}

async function account(
  browser: Browser,
  request: APIRequestContext,
  url: string,
  name: string,
): Promise<Account> {
  const page = await openAs(browser, url, name);
  const token = await page.evaluate(() => localStorage.getItem('ramal.token') ?? '');
  const headers = { authorization: `Bearer ${token}` };
  const profile = await request.get(`${url}/api/get-profile`, { headers });
  return {
    page,
    id: Number((await profile.json()).id),
    send: async (method, path, data) => {
      const answer = await request.fetch(`${url}${path}`, { method, headers, data });
      return answer.ok() ? Number((await answer.json()).id ?? 0) : -answer.status();
    },
  };
}

/** Runs the work for all elements, a few at a time, in their order. */
async function forEachOf<T>(all: readonly T[], run: (one: T, at: number) => Promise<unknown>) {
  for (let from = 0; from < all.length; from += AT_ONCE)
    await Promise.all(all.slice(from, from + AT_ONCE).map((item, at) => run(item, from + at)));
}

async function plant(url: string, request: APIRequestContext, seller: Account, admin: Account) {
  const done = (result: number) => expect(result).toBeGreaterThanOrEqual(0);
  const credit = (credits: number, reason: string) =>
    admin.send('PUT', `/api/reg-users/${seller.id}`, { action: 0, credits, sale: 1, reason });
  done(await credit(300, 'Para as linhas da prova'));
  await forEachOf(hostileTexts, async (nota) =>
    done(
      await seller.send('POST', '/api/users-iptv', {
        isOficial: true,
        credits: 1,
        nota,
        package: 1,
      }),
    ),
  );
  const every = (step: number) => hostileTexts.filter((_, at) => at % step === 0);
  const username = 'alvo-da-prova';
  const reseller = { username, password: DEMO_PASSWORD, credits: 0, sale: 1 };
  const target = await seller.send('POST', '/api/reg-users', reseller);
  done(target);
  for (const text of every(11)) {
    const reason = `motivo da prova ${text}`;
    done(await admin.send('PUT', `/api/block-adm-reseller/${target}`, { reason }));
    done(await credit(10, text));
  }
  await forEachOf(every(9), async (name, at) => {
    const named = { name: `${at} ${name}`.slice(0, 60), list: 'iptv-lines', settings: {} };
    await seller.send('PUT', '/api/list-views', named);
  });
  await forEachOf(every(7), async (name) => {
    done(await admin.send('POST', '/api/catalogue/bouquets', { name }));
    done(await admin.send('POST', '/api/catalogue/guides', { name }));
    done(await admin.send('POST', '/api/catalogue/lists', { name }));
  });
  for (const name of every(12))
    await request.get(`${url}/player_api.php`, {
      params: { username: name, password: 'x' },
      // HTTP header values accept only plain ASCII.
      headers: { 'user-agent': name.replaceAll(/[^\x20-\x7e]/g, '') },
    });
}

/**
 * Opens the session of an account in a separate browser context. The context detects scripts that
 * run.
 */
async function watcher(browser: Browser, { page }: Account, bypassCSP: boolean): Promise<Page> {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({
    storageState,
    bypassCSP,
    viewport: { width: 1280, height: 860 },
  });
  await context.addInitScript(() => {
    Object.assign(window, { planted: () => Object.assign(window, { hasRun: true }) });
  });
  return context.newPage();
}

/**
 * Returns the scripts that ran. It also returns markup from a text that would run after a click or
 * a touch.
 */
const findRun = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // The address of an https link may contain the text, for example in a search or in a WhatsApp
    // message.
    const runs = (name: string, value: string): boolean =>
      value.includes('planted') &&
      (/^(on|srcdoc$|style$)/i.test(name) ||
        (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) &&
          !/^https?:$/.test(URL.parse(value, location.href)?.protocol ?? '')));
    const made = [...document.querySelectorAll('*')].flatMap((element) => [
      ...[...element.attributes]
        .filter(({ name, value }) => runs(name, value))
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ...(/^(script|style)$/i.test(element.tagName) && element.textContent.includes('planted')
        ? [element.outerHTML]
        : []),
    ]);
    return 'hasRun' in window ? ['a text has run', ...made] : made;
  });

async function walk(page: Page, url: string, paths: readonly string[]): Promise<void> {
  const errors = collectErrors(page);
  const requests = trackRequests(page);
  for (const path of paths) {
    await page.goto(`${url}${path}`);
    // While a dialog is open, a query by role does not find the page behind the dialog.
    const drawn = page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog'));
    await expect(drawn.first()).toBeVisible();
    await requests.waitUntilSettled();
    expect([path, await findRun(page)]).toEqual([path, []]);
  }
  expect(errors).toEqual([]);
}

test('texts of other users are displayed and never run', async ({ browser, request, demo }) => {
  const { url } = demo;
  const [seller, admin] = [
    await account(browser, request, url, 'master'),
    await account(browser, request, url, 'admin'),
  ];
  await plant(url, request, seller, admin);
  const sellerPaths = [
    '/users-iptv?per_page=100',
    '/users-iptv?per_page=100&page=2',
    '/dashboard',
    '/log',
    '/extract',
    '/list-resellers',
    `/users-iptv?search=${encodeURIComponent(hostileTexts[16]!)}`,
  ];
  const adminPaths = [
    `/users-iptv/${seller.id}?per_page=100`,
    '/log',
    `/list-resellers?dialog=movements&reseller=${seller.id}`,
    `/list-resellers?dialog=log&reseller=${seller.id}`,
    ...['bouquets', 'guias', 'listas', 'pacotes?dialog=create'].map((path) => `/catalogue/${path}`),
  ];
  await Promise.all(
    [false, true].flatMap((bypassCSP) => [
      watcher(browser, seller, bypassCSP).then(async (page) => {
        // Most pages are tested without the policy, because the policy can only block more. With
        // the policy the longest list and the log are sufficient.
        await walk(page, url, bypassCSP ? sellerPaths : ['/users-iptv?per_page=100', '/log']);
        if (bypassCSP) await checkDialogsAndPreviews(page, url);
      }),
      watcher(browser, admin, bypassCSP).then((page) =>
        walk(page, url, bypassCSP ? adminPaths : ['/log']),
      ),
    ]),
  );
});

test('texts that users send to each other are displayed and never executed', async ({
  browser,
  request,
  demo,
}) => {
  const { url } = demo;
  const [seller, admin, below] = [
    await account(browser, request, url, 'master'),
    await account(browser, request, url, 'admin'),
    await account(browser, request, url, 'revenda'),
  ];
  const { ticket, message, empty } = await plantTexts(hostileTexts, seller, admin);
  expect(empty).toEqual([]);
  const chat = `/ticket?dialog=details&ticket=${ticket}`;
  const ticketDetails = `/ticket?dialog=details&ticket=${message}`;
  const both = ['/ticket?per_page=100', '/ticket?status=3&per_page=100', chat, ticketDetails];
  await Promise.all([
    watcher(browser, seller, true).then(async (page) => {
      await walk(page, url, [...both, '/dashboard', '/reminders']);
      await page.goto(`${url}${chat}`);
      const log = page.getByRole('log', { name: 'Conversa' });
      for (const text of hostileTexts
        .filter((candidate) => /^[!-~]+$/.test(candidate))
        .slice(0, 20))
        await expect(log).toContainText(text);
    }),
    watcher(browser, below, true).then((page) =>
      walk(page, url, ['/ticket?status=3', '/dashboard']),
    ),
    watcher(browser, admin, true).then((page) =>
      walk(page, url, [
        ...both,
        '/settings',
        '/settings/message',
        '/settings-franchise',
        '/brands',
        '/categorie-config',
        '/log',
      ]),
    ),
    watcher(browser, admin, false).then((page) => walk(page, url, [chat, '/brands'])),
  ]);
});

test('texts of customer and seller in the portal are displayed and never executed', async ({
  browser,
  request,
  demo: { url },
}) => {
  const seller = await account(browser, request, url, 'master');
  const made = await callApi(seller.page, '/api/users-iptv', {
    isOficial: true,
    credits: 1,
    nota: hostileTexts[0],
    package: 1,
  });
  const line = made.body as unknown as { readonly username: string; readonly password: string };
  const customer = await watcher(browser, seller, true);
  await customer.goto(`${url}/portal`);
  await customer.getByLabel('Usuário').fill(line.username);
  await customer.getByLabel('Senha').fill(line.password);
  await customer.getByRole('button', { name: 'Entrar' }).click();
  await customer.getByRole('button', { name: 'Pedir ajuda' }).click();
  const messages = inMessages(hostileTexts);
  await customer.getByLabel('O que aconteceu?').fill(messages[0]!);
  await customer.getByRole('button', { name: 'Enviar' }).click();
  const chatMessages = customer.getByRole('listitem');
  const lastOf = (text: string) => text.split('\n').at(-1)!;
  await expect(customer.getByText(lastOf(messages[0]!)).first()).toBeVisible();

  const { body } = await callApi(seller.page, '/api/ticket-portal-office?per_page=1');
  const [{ id }] = body.data as [{ id: number }];
  for (const mensagem of messages)
    expect(await seller.send('PUT', `/api/ticket/${id}`, { mensagem })).toBeGreaterThanOrEqual(0);
  await expect(chatMessages.filter({ hasText: lastOf(messages.at(-1)!) }).first()).toBeVisible();
  await customer.getByLabel('Mensagem').fill(messages[1]!);
  await customer.getByRole('button', { name: 'Enviar' }).click();
  await expect(chatMessages.filter({ hasText: lastOf(messages[1]!) })).toHaveCount(2);
  expect(await findRun(customer)).toEqual([]);

  const page = await watcher(browser, seller, true);
  await walk(page, url, ['/ticket-portal', `/ticket-portal?dialog=details&ticket=${id}`]);
  await expect(page.getByRole('log', { name: 'Conversa' })).toContainText(lastOf(messages[1]!));
});

/** Joins the texts into a few messages, because a customer may write only a few. */
function inMessages(texts: readonly string[]): string[] {
  const messages = [''];
  for (const text of texts.filter(
    (candidate) => !/[\r\n]/.test(candidate) && candidate.trim() === candidate,
  )) {
    const longer = `${messages.at(-1)}${messages.at(-1) && '\n'}${text}`;
    if (longer.length <= MAX_MESSAGE_LENGTH) messages[messages.length - 1] = longer;
    else messages.push(text.slice(0, MAX_MESSAGE_LENGTH));
  }
  return messages;
}

/**
 * Opens everything that needs a click: receipt and dialogs of a line, the palette, the preview of a
 * file.
 */
async function checkDialogsAndPreviews(page: Page, url: string): Promise<void> {
  const requests = trackRequests(page);
  const clean = async () => {
    await requests.waitUntilSettled();
    expect(await findRun(page)).toEqual([]);
  };
  await page.goto(`${url}/users-iptv?search=onerror`);
  const text = hostileTexts.find((candidate) => candidate.includes('onerror'))!;
  await expect(page.getByText(text).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Ações de / })
    .first()
    .click();
  await clean();
  await page.goto(`${url}/dashboard`);
  await expect(page.getByRole('button', { name: /Buscar/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Buscar' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('onerror');
  await expect(palette.getByRole('link', { name: /onerror/ }).first()).toBeVisible();
  await clean();
  await page.goto(`${url}/import-lines`);
  const due = new Date(Date.now() + 240 * HOUR_MS).toISOString().slice(0, 10);
  const rows = hostileTexts
    .filter((candidate) => !/[\n\r]/.test(candidate))
    .map(
      (candidate, at) =>
        `${88_000_000 + at};senha${at};${due};"${candidate.replaceAll('"', '""')}"`,
    );
  await page.locator('input[type=file]').setInputFiles({
    name: 'clientes <img src=x onerror=planted()>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Usuário;Senha;Vencimento;Nome', ...rows].join('\n')),
  });
  await expect(page.getByRole('combobox', { name: 'O que é «Nome»' })).toBeVisible();
  await clean();
}
